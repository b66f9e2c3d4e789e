import { oneRow, type Queries, sql } from "#database/sql.ts"

/** An announced charge, not made yet, of a customer without an email address. */
export interface UnsentChargeNotice {
  policyNumber: string
  /** Cents. */
  amount: number
  chargeOn: string
}

/** The upcoming charges of an account that no email announced to the customer. */
export async function findUnsentChargeNotices(
  queries: Queries,
  client: string,
  accountNumber: string,
): Promise<UnsentChargeNotice[]> {
  return await queries.rows<UnsentChargeNotice>(
    sql`select policy_number, amount::float8 as amount, charge_on
      from myaccount_core.announced_charge
      where client = ${client} and account_number = ${accountNumber} and untold
        and closed_at is null and payment_id is null
      order by charge_on, policy_number limit 20`,
  )
}

/**
 * Charges that were announced on these days of the client to customers without an email address.
 */
export async function countUnsentChargeNotices(
  queries: Queries,
  client: string,
  from: string,
  to: string,
): Promise<number> {
  const row = await oneRow<{ count: number }>(
    queries,
    sql`select count(*)::float8 as count from myaccount_core.announced_charge
      where client = ${client} and untold and announced_on between ${from} and ${to}`,
  )
  return row?.count ?? 0
}
