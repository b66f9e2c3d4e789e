import { type Queries, sql } from "#database/sql.ts"
import type { Payment } from "./payments.store.ts"

/** Plain dates, or null if the account system stated none. */
export type CoverageBefore = Pick<Payment, "policyNumber" | "coveredUntil" | "graceUntil">

/**
 * The coverage of this account's products before their oldest bank debit that the bank may still
 * return, among the payments since `since`.
 */
export async function findCoverageBeforeDebits(
  queries: Queries,
  { client, accountNumber }: Pick<Payment, "client" | "accountNumber">,
  since: Date,
): Promise<CoverageBefore[]> {
  return await queries.rows<CoverageBefore>(
    sql`select distinct on (policy_number) policy_number, covered_until, grace_until
      from myaccount_core.payment
      where client = ${client} and account_number = ${accountNumber} and submitted_at >= ${since}
        and method_kind = 'bank' and status in ('accepted', 'pending')
      order by policy_number, number`,
  )
}
