import { fullDay } from "#contracts/dates.ts"
import type { Coverage } from "#contracts/products/shapes.ts"
import { shownDate } from "#platform/text/dates.ts"
import type { Policy, PolicyDetail } from "#ports/policy-admin/port.ts"
import type { Deps } from "#services/deps.ts"
import { totalDue } from "#services/products/due-status.ts"
import {
  type CoverageDates,
  isExtended,
  isFinal,
  shownCoverage,
  statedCoverage,
} from "./coverage.ts"
import type { Payment } from "./payments.store.ts"

type Reads = Pick<Deps, "database" | "clock" | "policyAdmin">
type Account = Pick<Payment, "client" | "accountNumber">

function coverageOf({ coveredUntil, graceUntil }: CoverageDates): Coverage {
  return { coveredUntil: shownDate(coveredUntil), graceUntil: shownDate(graceUntil) }
}

/** The last day that is covered without another payment, with its year; "" if it is unknown. */
export function endInWords(coverage: Coverage | undefined): string {
  if (coverage?.graceUntil) return `${fullDay(coverage.graceUntil)} with the grace period`
  return fullDay(coverage?.coveredUntil ?? "")
}

/** The coverage of each of these products that has a date. Errors: `AccountSystemAway`. */
export async function coveragesOf(
  deps: Reads,
  account: Account,
  policies: readonly Policy[],
  today: Temporal.PlainDate,
): Promise<(Coverage & { policyNumber: string })[]> {
  const products = await Promise.all(
    policies.map(async (policy) => ({ ...policy, stated: await statedOf(deps, account, policy) })),
  )
  const shown = await shownCoverage(deps, account, products, today)
  return [...shown].map(([policyNumber, dates]) => ({ policyNumber, ...coverageOf(dates) }))
}

async function statedOf({ policyAdmin }: Reads, account: Account, policy: Policy) {
  const { policyNumber, billing } = policy
  const isDated = Boolean(policy.coveredUntil) || totalDue(billing) === 0
  if (isDated) return statedCoverage(policy, null)
  const { client, accountNumber } = account
  const [oldest] = await policyAdmin.openBills(client, accountNumber, policyNumber)
  return statedCoverage(policy, oldest?.coveredUntil)
}

/** The coverage of a product whose details were read. */
export function createDetailedCoverage(deps: Pick<Deps, "database" | "clock">) {
  return async (
    account: Account,
    { policy, coveredUntil }: Pick<PolicyDetail, "policy" | "coveredUntil">,
    today: Temporal.PlainDate,
  ): Promise<Coverage | undefined> => {
    const product = { ...policy, stated: statedCoverage(policy, coveredUntil) }
    const shown = await shownCoverage(deps, account, [product], today)
    const dates = shown.get(policy.policyNumber)
    return dates && coverageOf(dates)
  }
}

/**
 * The coverage after this payment, if the payment is posted and final and the account system states
 * a later end than before it; undefined also while the account system is away.
 */
export async function coverageAfter(
  deps: Reads,
  payment: Payment,
  today: Temporal.PlainDate,
): Promise<Coverage | undefined> {
  if (!isFinal(payment)) return undefined
  const { client, accountNumber, policyNumber } = payment
  const read = deps.policyAdmin.product(client, accountNumber, policyNumber)
  const policy = await read.catch(() => undefined)
  if (!policy) return undefined
  const stated = await statedOf(deps, payment, policy).catch(() => undefined)
  if (!stated || !isExtended(payment, stated)) return undefined
  const shown = await shownCoverage(deps, payment, [{ ...policy, stated }], today)
  const dates = shown.get(policyNumber)
  return dates && coverageOf(dates)
}
