import { type Queries, sql } from "#database/sql.ts"
import type { Payment } from "./payments.store.ts"

/**
 * Whether a payment of the same product that we had declined or canceled was charged after all
 * since this payment was submitted, and therefore took a later number.
 */
export async function isPaidLate(
  queries: Queries,
  { client, policyNumber, number }: Pick<Payment, "client" | "policyNumber" | "number">,
): Promise<boolean> {
  const rows = await queries.rows(
    sql`select 1 from myaccount_core.payment
      where client = ${client} and policy_number = ${policyNumber} and is_late
        and number > ${number} and status not in ('declined', 'canceled', 'returned', 'disputeLost')
      limit 1`,
  )
  return rows.length > 0
}

/**
 * Whether a statement failed because another transaction took the payment's number at the same
 * time. On a partitioned table, the error contains the constraint of the partition.
 */
export function isNumberTaken(error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string }
  return code === "23505" && constraint?.endsWith("_client_policy_number_number_key") === true
}
