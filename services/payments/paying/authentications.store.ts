import { type Queries, sql } from "#database/sql.ts"
import { onePayment, type Payment } from "./payments.store.ts"

/**
 * Records that the customer's bank asks them to confirm the payment; the first time limit stays.
 * Ends the claim of the payment, unless it was lost in the meantime.
 */
export async function markAuthenticating(
  queries: Queries,
  { client, id, tries }: Pick<Payment, "client" | "id" | "tries">,
  by: Date,
  nextTryAt: Date,
): Promise<void> {
  await queries.rows(
    sql`update myaccount_core.payment set authenticate_by = coalesce(authenticate_by, ${by}),
        next_try_at = case when tries = ${tries} then ${nextTryAt}::timestamptz else next_try_at end
      where client = ${client} and id = ${id} and status in ('submitted', 'unknown')`,
  )
}

/**
 * Claims the payment with this key until `until`; undefined unless it is waiting for the customer.
 */
export async function claimAuthenticating(
  queries: Queries,
  { client, accountNumber }: Pick<Payment, "client" | "accountNumber">,
  idempotencyKey: string,
  claimedUntil: Date,
): Promise<Payment | undefined> {
  return await onePayment(
    queries,
    sql`update myaccount_core.payment set tries = tries + 1, next_try_at = ${claimedUntil}
      where client = ${client} and account_number = ${accountNumber}
        and idempotency_key = ${idempotencyKey} and authenticate_by is not null
        and status in ('submitted', 'unknown')
      returning *`,
  )
}
