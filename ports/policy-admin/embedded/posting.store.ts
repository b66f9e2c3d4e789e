import { oneRow, type Queries, sql } from "#database/sql.ts"
import type { PaymentToApply } from "../port.ts"

/** False if the payment was posted before. */
export async function insertPayment(tx: Queries, payment: PaymentToApply): Promise<boolean> {
  const { client, paymentId, accountNumber, policyNumber, amount, paidOn } = payment
  const rows = await tx.rows(
    sql`insert into policy_admin.payment
        (client, payment_id, account_number, policy_number, amount, paid_on)
      values (${client}, ${paymentId}, ${accountNumber}, ${policyNumber},
        ${amount}::numeric / 100, ${paidOn})
      on conflict do nothing returning 1`,
  )
  return rows.length === 1
}

export interface PostedPayment {
  policyNumber: string
  /** Cents. */
  amount: number
  paidOn: string
}

export async function findPosted(
  tx: Queries,
  client: string,
  paymentId: string,
): Promise<PostedPayment | undefined> {
  return await oneRow<PostedPayment>(
    tx,
    sql`select policy_number, policy_admin.cents(amount)::float8 as amount, paid_on
      from policy_admin.payment where client = ${client} and payment_id = ${paymentId}`,
  )
}
