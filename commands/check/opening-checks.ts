import type { Queries } from "#database/sql.ts"
import { counted } from "#platform/text/words.ts"
import {
  type AmbiguousOpening,
  findAmbiguousOpenings,
} from "#ports/policy-admin/embedded/refresh/balances.store.ts"
import type { Config } from "#server/config/config.ts"
import { type CheckOutcome, good, warning } from "./outcome.ts"

/** The most products that the warning lists. */
const mostNamed = 20
const about = "balances"

/**
 * Loaded balances that the embedded account system may have interpreted differently than intended.
 */
export async function checkOpenings(
  queries: Queries,
  { policyAdmin }: Config,
): Promise<CheckOutcome[]> {
  if (policyAdmin !== "embedded") return []
  const found = await findAmbiguousOpenings(queries)
  if (found.length === 0) return [good(about, "Every loaded balance has one meaning.")]
  const named = found.slice(0, mostNamed).map(textOf).join(", ")
  const more = found.length > mostNamed ? `, and ${found.length - mostNamed} more` : ""
  const text = `The loaded balance of ${counted(found.length, "product")} has two meanings: ${named}${more}. Compare them with your account system, and load their bills with one row for each open bill, billingDay and billedThrough (docs/import.md). Nothing is changed on its own.`
  return [warning(about, text)]
}

function textOf({ client, policyNumber, dueDate, isSeveralPeriods }: AmbiguousOpening): string {
  const why = isSeveralPeriods
    ? `more than one period is due since ${dueDate}`
    : `billed on the ${Number(dueDate.slice(8))}th or later, as ${dueDate} ends a month`
  return `${client} ${policyNumber} (${why})`
}
