import { oneRow, type Queries, sql } from "#database/sql.ts"
import type { PaymentToApply } from "../port.ts"
import type { Balance } from "./balance.ts"

/** The balance of a product, locked until the transaction ends. */
export async function lockBalance(
  tx: Queries,
  client: string,
  policyNumber: string,
): Promise<Balance | undefined> {
  return await oneRow<Balance>(
    tx,
    sql`select policy_admin.cents(amount_due)::float8 as amount_due,
        policy_admin.cents(past_due_amount)::float8 as past_due_amount,
        policy_admin.cents(adjustment)::float8 as adjustment,
        policy_admin.cents(billing_credit)::float8 as billing_credit,
        due_date, frequency_code, billing_day,
        billed_until
      from policy_admin.billing
      where client = ${client} and policy_number = ${policyNumber} for update`,
  )
}

/** `paid` is added to the amount paid so far, in cents; negative for a return. */
export async function writeBalance(
  tx: Queries,
  client: string,
  policyNumber: string,
  balance: Balance,
  paid: number,
): Promise<void> {
  const { amountDue, pastDueAmount, adjustment, billingCredit } = balance
  const { dueDate, billingDay, billedUntil } = balance
  await tx.rows(
    sql`update policy_admin.billing set amount_due = ${amountDue}::numeric / 100,
        past_due_amount = ${pastDueAmount}::numeric / 100,
        adjustment = ${adjustment}::numeric / 100,
        billing_credit = ${billingCredit}::numeric / 100, due_date = ${dueDate},
        billing_day = ${billingDay}, billed_until = ${billedUntil},
        amount_paid = amount_paid + ${paid}::numeric / 100
      where client = ${client} and policy_number = ${policyNumber}`,
  )
}

/** False if the payment was posted before. */
export async function insertPayment(
  tx: Queries,
  payment: PaymentToApply,
  dueDate: string | null,
): Promise<boolean> {
  const { client, paymentId, accountNumber, policyNumber, amount, paidOn } = payment
  const rows = await tx.rows(
    sql`insert into policy_admin.payment
        (client, payment_id, account_number, policy_number, amount, paid_on, due_date)
      values (${client}, ${paymentId}, ${accountNumber}, ${policyNumber},
        ${amount}::numeric / 100, ${paidOn}, ${dueDate})
      on conflict do nothing returning 1`,
  )
  return rows.length === 1
}

export interface PostedPayment {
  policyNumber: string
  /** Cents. */
  amount: number
  dueDate: string | null
}

/** Undefined if there is no such payment or it was already taken back. */
export async function markReturned(
  tx: Queries,
  client: string,
  paymentId: string,
  returnedOn: string,
): Promise<PostedPayment | undefined> {
  return await oneRow<PostedPayment>(
    tx,
    sql`update policy_admin.payment set returned_on = ${returnedOn}
      where client = ${client} and payment_id = ${paymentId} and returned_on is null
      returning policy_number, policy_admin.cents(amount)::float8 as amount,
        due_date`,
  )
}
