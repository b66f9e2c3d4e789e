import type { Queries } from "#database/sql.ts"
import { findBilledTerms } from "#ports/policy-admin/embedded/refresh/balances.store.ts"
import type { ProductBalance } from "#ports/policy-admin/embedded/refresh/records.ts"
import { ambiguity, type BilledTerms, hasEnded, termsOf } from "../../load/opening-in-file.ts"
import type { Items } from "../items.ts"
import { createBatches } from "./batches.ts"
import type { BadRow } from "./check.ts"
import type { Scratch } from "./scratch.ts"

/**
 * Refuses ambiguous balances, judged by the terms of their products in the files or stored, and
 * warns about those that request money for a product that has ended.
 */
export function createOpenings(
  queries: Queries,
  client: string,
  { scratch, today }: { scratch: Scratch; today: string },
  refuse: (number: number, row: BadRow) => void,
  warn: (row: BadRow) => void,
) {
  function judge(number: number, row: BadRow, one: ProductBalance, terms: BilledTerms) {
    const problem = ambiguity(one.balance, terms, today)
    if (problem !== undefined) refuse(number, { ...row, reasons: [problem] })
    else if (terms.hasEnded && owes(one)) warn({ ...row, reasons: [endedOwing(one.policyNumber)] })
  }

  const { settle, add } = createBatches<{ number: number; row: BadRow; one: ProductBalance }>(
    async (open) => {
      const numbers = open.map(({ one }) => one.policyNumber)
      const stored = await findBilledTerms(queries, client, numbers)
      for (const { number, row, one } of open) {
        const terms = stored.get(one.policyNumber)
        if (terms) judge(number, row, one, { ...terms, hasEnded: hasEnded(terms) })
      }
    },
  )

  return {
    settle,
    async add(number: number, { products, balances }: Items, row: BadRow) {
      for (const { policy, billing } of products) {
        scratch.keepTerms(policy.policyNumber, termsOf(policy, billing))
      }
      for (const one of balances) {
        const terms = scratch.termsOf(one.policyNumber)
        if (terms) judge(number, row, one, terms)
        else await add({ number, row, one })
      }
    },
  }
}

function owes({ balance }: ProductBalance): boolean {
  return balance.amountDue + balance.pastDueAmount > 0
}

function endedOwing(policyNumber: string): string {
  return `asks for money of the product ${policyNumber}, which has ended. Look whether it is still owed`
}
