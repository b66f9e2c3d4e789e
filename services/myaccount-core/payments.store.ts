import { oneRow, type Queries, sql } from "#database/sql.ts"
import type { PaymentState } from "./payment-steps.ts"

/** Amounts are integer cents, dates plain dates. */
export interface NewPayment {
  id: string
  client: string
  accountNumber: string
  policyNumber: string
  /** Its place among the payments of the policy. */
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
  /** As the person knows it, such as "Visa ending in 4242". */
  methodLabel: string
  methodLastFour: string
  /** Where the person was, such as https://my.example.com. */
  siteAddress: string
  submittedAt: Date
}

export interface Payment extends NewPayment {
  status: PaymentState
  /** Why it was declined or returned; "" otherwise. */
  reason: string
  /** Null until it is accepted. */
  confirmationNumber: string | null
  /** When it was accepted or declined. */
  decidedAt: Date | null
  /** When the account system had booked it, and had taken it back. */
  appliedAt: Date | null
  reversedAt: Date | null
  /** Names the claim of whoever works on it. */
  tries: number
}

/** How many payments of this policy there have been; read before its balance is. */
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
        method_record_id, method_kind, method_label, method_last_four, site_address, status,
        submitted_at, next_try_at)
      values (${p.id}, ${p.client}, ${p.accountNumber}, ${p.policyNumber}, ${p.number},
        ${p.idempotencyKey}, ${p.origin}, ${p.amount}::numeric / 100, ${p.dueDate},
        ${p.productDesc}, ${p.gateway}, ${p.methodReference}, ${p.methodRecordId},
        ${p.methodKind}, ${p.methodLabel}, ${p.methodLastFour}, ${p.siteAddress}, 'submitted',
        ${p.submittedAt}, ${claimedUntil})
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

/** The payment of this policy that was neither declined nor booked yet. */
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

/** What became of these payments, each in order. */
export async function findPaymentEvents(queries: Queries, ids: string[]): Promise<PaymentEvent[]> {
  return await queries.rows<PaymentEvent>(
    sql`select payment_id as "paymentId", status, reason, at from myaccount_core.payment_event
      where payment_id = any(${ids}::uuid[]) order by payment_id, number`,
  )
}

/** The payment, held for this transaction alone. */
export async function lockPayment(tx: Queries, id: string): Promise<Payment | undefined> {
  return await onePayment(tx, sql`select * from myaccount_core.payment where id = ${id} for update`)
}

/**
 * Writes one step of a payment from the state in which it was read, and says whether it was still
 * in it. `claimedUntil`: when somebody else may go on with it.
 */
export async function writeStep(
  tx: Queries,
  id: string,
  step: {
    from: PaymentState
    to: PaymentState
    reason: string
    confirmationNumber: string | null
    now: Date
    claimedUntil: Date | null
  },
): Promise<boolean> {
  const rows = await tx.rows(
    sql`with moved as (
      update myaccount_core.payment set status = ${step.to}, reason = ${step.reason},
        confirmation_number = coalesce(confirmation_number, ${step.confirmationNumber}),
        decided_at = case when ${step.to} in ('accepted', 'declined')
          then ${step.now}::timestamptz else decided_at end,
        next_try_at = ${step.claimedUntil}
      where id = ${id} and status = ${step.from} returning id)
    insert into myaccount_core.payment_event (payment_id, number, status, reason, at)
    select id, (select max(number) + 1 from myaccount_core.payment_event where payment_id = ${id}),
      ${step.to}, ${step.reason}, ${step.now} from moved returning 1`,
  )
  return rows.length === 1
}

/** The account system has booked it; whether this is the first to note it. */
export async function markApplied(tx: Queries, id: string, now: Date): Promise<boolean> {
  const rows = await tx.rows(
    sql`update myaccount_core.payment set applied_at = ${now},
        next_try_at = case when status = 'returned' then ${now}::timestamptz end
      where id = ${id} and applied_at is null returning 1`,
  )
  return rows.length === 1
}

/** The account system has taken it back; whether this is the first to note it. */
export async function markReversed(tx: Queries, id: string, now: Date): Promise<boolean> {
  const rows = await tx.rows(
    sql`update myaccount_core.payment set reversed_at = ${now}, next_try_at = null
      where id = ${id} and reversed_at is null returning 1`,
  )
  return rows.length === 1
}

/**
 * Takes up to `limit` payments that need work for the caller alone, until `claimedUntil`: one that
 * was not finished by then is due again, because whoever took it is gone.
 */
export async function claimDuePayments(
  queries: Queries,
  now: Date,
  claimedUntil: Date,
  limit: number,
): Promise<Payment[]> {
  const rows = await queries.rows<PaymentRow>(
    sql`update myaccount_core.payment set tries = tries + 1, next_try_at = ${claimedUntil}
      where id in (
        select id from myaccount_core.payment where next_try_at <= ${now}
        order by next_try_at limit ${limit} for update skip locked)
      returning *`,
  )
  return rows.map(paymentOf)
}

/** Ends a claim without a result; nothing when the claim was lost meanwhile. */
export async function workLater(
  queries: Queries,
  claim: Pick<Payment, "id" | "tries">,
  nextTryAt: Date,
): Promise<void> {
  await queries.rows(
    sql`update myaccount_core.payment set next_try_at = ${nextTryAt}
      where id = ${claim.id} and tries = ${claim.tries} and next_try_at is not null`,
  )
}

interface PaymentRow {
  id: string
  client: string
  account_number: string
  policy_number: string
  number: number
  idempotency_key: string
  origin: Payment["origin"]
  amount: string
  due_date: string | null
  product_desc: string
  gateway: string
  method_reference: string
  method_record_id: string
  method_kind: Payment["methodKind"]
  method_label: string
  method_last_four: string
  site_address: string
  status: PaymentState
  reason: string
  confirmation_number: string | null
  submitted_at: Date
  decided_at: Date | null
  applied_at: Date | null
  reversed_at: Date | null
  tries: number
}

async function onePayment(
  queries: Queries,
  statement: ReturnType<typeof sql>,
): Promise<Payment | undefined> {
  const row = await oneRow<PaymentRow>(queries, statement)
  return row && paymentOf(row)
}

function paymentOf(row: PaymentRow): Payment {
  return {
    id: row.id,
    client: row.client,
    accountNumber: row.account_number,
    policyNumber: row.policy_number,
    number: row.number,
    idempotencyKey: row.idempotency_key,
    origin: row.origin,
    // Two decimals always, as the column has it.
    amount: Number(row.amount.replace(".", "")),
    dueDate: row.due_date,
    productDesc: row.product_desc,
    gateway: row.gateway,
    methodReference: row.method_reference,
    methodRecordId: row.method_record_id,
    methodKind: row.method_kind,
    methodLabel: row.method_label,
    methodLastFour: row.method_last_four,
    siteAddress: row.site_address,
    status: row.status,
    reason: row.reason,
    confirmationNumber: row.confirmation_number,
    submittedAt: row.submitted_at,
    decidedAt: row.decided_at,
    appliedAt: row.applied_at,
    reversedAt: row.reversed_at,
    tries: row.tries,
  }
}
