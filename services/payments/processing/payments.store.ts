import { centsOf } from "#contracts/money.ts"
import { oneRow, type Queries, sql } from "#database/sql.ts"
import type { PaymentState } from "./state-machine.ts"

/** Amounts are integer cents, dates plain dates. */
export interface NewPayment {
  id: string
  client: string
  accountNumber: string
  policyNumber: string
  /** Counts the payments of the policy. */
  number: number
  idempotencyKey: string
  origin: "payNow" | "autoPay"
  amount: number
  dueDate: string | null
  productDesc: string
  gateway: string
  methodReference: string
  methodRecordId: string
  methodKind: "card" | "bank"
  /** The name that the customer sees, such as "VISA ending in 4242". */
  methodLabel: string
  methodLastFour: string
  /** The site that the customer used, such as https://my.example.com. */
  siteAddress: string
  /** The staff member who paid for the customer; null for the customer and auto pay. */
  staffUserid: string | null
  submittedAt: Date
}

export interface Payment extends NewPayment {
  status: PaymentState
  /** The gateway's reference of the charge; "" until the gateway has answered. */
  gatewayReference: string
  /** The sum of all refunds. */
  refunded: number
  /** Why it was declined or returned; "" otherwise. */
  reason: string
  /** Null until it is accepted. */
  confirmationNumber: string | null
  /** When it was accepted or declined. */
  decidedAt: Date | null
  /** When the payment, and its return, were posted in the account system. */
  appliedAt: Date | null
  reversedAt: Date | null
  /** Counts the claims; the last claim holds the payment. */
  tries: number
}

/** How many payments the policy has had. Read it before the balance. */
export async function countPayments(
  queries: Queries,
  client: string,
  policyNumber: string,
): Promise<number> {
  const row = await oneRow<{ count: number }>(
    queries,
    sql`select coalesce(max(number), 0) as count from myaccount_core.payment
      where client = ${client} and policy_number = ${policyNumber}`,
  )
  return row?.count ?? 0
}

/** False when its key or number is taken, or another payment of the policy is open. */
export async function insertPayment(
  tx: Queries,
  payment: NewPayment,
  claimedUntil: Date,
): Promise<boolean> {
  const p = payment
  const rows = await tx.rows(
    sql`with submitted as (
      insert into myaccount_core.payment (id, client, account_number, policy_number, number,
        idempotency_key, origin, amount, due_date, product_desc, gateway, method_reference,
        method_record_id, method_kind, method_label, method_last_four, site_address, agent_userid,
        status, submitted_at, next_try_at)
      values (${p.id}, ${p.client}, ${p.accountNumber}, ${p.policyNumber}, ${p.number},
        ${p.idempotencyKey}, ${p.origin}, ${p.amount}::numeric / 100, ${p.dueDate},
        ${p.productDesc}, ${p.gateway}, ${p.methodReference}, ${p.methodRecordId},
        ${p.methodKind}, ${p.methodLabel}, ${p.methodLastFour}, ${p.siteAddress}, ${p.staffUserid},
        'submitted', ${p.submittedAt}, ${claimedUntil})
      on conflict do nothing returning id, submitted_at)
    insert into myaccount_core.payment_event (payment_id, number, status, reason, at)
    select id, 1, 'submitted', '', submitted_at from submitted returning 1`,
  )
  return rows.length === 1
}

export async function findPayment(queries: Queries, id: string): Promise<Payment | undefined> {
  return await onePayment(queries, sql`select * from myaccount_core.payment where id = ${id}`)
}

export async function findPaymentByKey(
  queries: Queries,
  client: string,
  accountNumber: string,
  idempotencyKey: string,
): Promise<Payment | undefined> {
  return await onePayment(
    queries,
    sql`select * from myaccount_core.payment
      where client = ${client} and account_number = ${accountNumber}
        and idempotency_key = ${idempotencyKey}`,
  )
}

/** The payment of this policy that is neither declined nor posted yet. */
export async function findOpenPayment(
  queries: Queries,
  client: string,
  policyNumber: string,
): Promise<Payment | undefined> {
  return await onePayment(
    queries,
    sql`select * from myaccount_core.payment
      where client = ${client} and policy_number = ${policyNumber}
        and (status in ('submitted', 'unknown')
          or (status <> 'declined' and applied_at is null))`,
  )
}

export async function findPaymentByConfirmation(
  queries: Queries,
  confirmationNumber: string,
): Promise<Payment | undefined> {
  return await onePayment(
    queries,
    sql`select * from myaccount_core.payment where confirmation_number = ${confirmationNumber}`,
  )
}

/** Of one account, newest first. */
export async function findPaymentsOfAccount(
  queries: Queries,
  client: string,
  accountNumber: string,
  limit: number,
): Promise<Payment[]> {
  const rows = await queries.rows<PaymentRow>(
    sql`select * from myaccount_core.payment
      where client = ${client} and account_number = ${accountNumber}
      order by submitted_at desc, number desc limit ${limit}`,
  )
  return rows.map(paymentOf)
}

export interface PaymentEvent {
  paymentId: string
  status: PaymentState
  reason: string
  at: Date
}

/** The events of these payments, in order. */
export async function findPaymentEvents(queries: Queries, ids: string[]): Promise<PaymentEvent[]> {
  return await queries.rows<PaymentEvent>(
    sql`select payment_id, status, reason, at from myaccount_core.payment_event
      where payment_id = any(${ids}::uuid[]) order by payment_id, number`,
  )
}

/** As the driver reads the row. Amounts are text with two decimals, such as "42.50". */
export type PaymentRow = Omit<Payment, "amount" | "refunded" | "staffUserid"> & {
  amount: string
  refunded: string
  agentUserid: string | null
}

export async function onePayment(
  queries: Queries,
  statement: ReturnType<typeof sql>,
): Promise<Payment | undefined> {
  const row = await oneRow<PaymentRow>(queries, statement)
  return row && paymentOf(row)
}

export function paymentOf({ amount, refunded, agentUserid, ...row }: PaymentRow): Payment {
  return {
    ...row,
    amount: centsOf(amount),
    refunded: centsOf(refunded),
    staffUserid: agentUserid,
  }
}
