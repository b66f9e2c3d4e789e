import { centsOf } from "#contracts/money.ts"
import { oneRow, type Queries, sql } from "#database/sql.ts"
import type { PaidBill } from "./payable.ts"
import type { PaymentState } from "./state-machine.ts"

/** A new payment. Amounts are integer cents, dates are plain dates. */
export interface NewPayment {
  id: string
  client: string
  accountNumber: string
  policyNumber: string
  /** Sequence number among the payments of the policy. */
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
  /** The label shown to the customer, such as "VISA ending in 4242". */
  methodLabel: string
  methodLastFour: string
  /** The site that the customer used, such as https://my.example.com. */
  siteAddress: string
  /** The staff member who paid for the customer; null for the customer and auto pay. */
  staffUserid: string | null
  submittedAt: Date
  /** The bills for which it is posted; null for a payment of the whole debt. */
  billNumbers: number[] | null
  /** The bills that it pays; null for a payment of an earlier version or a restored database. */
  pays: readonly PaidBill[] | null
  /** The coverage that the account system stated before the payment; null without a date. */
  coveredUntil: string | null
  graceUntil: string | null
}

export interface Payment extends NewPayment {
  /**
   * The authorization of the payment; null if it was given elsewhere, or before authorizations were
   * stored.
   */
  authorizationId: string | null
  status: PaymentState
  /**
   * The gateway's references of the charge; "" until it has answered, or if there is no second one.
   */
  gatewayReference: string
  chargeReference: string
  /** Sum of all refunds. */
  refunded: number
  /** Why it was declined, canceled or returned; otherwise "". */
  reason: string
  confirmationNumber: string | null
  /** When it was accepted, declined or canceled; when it, and its return, were posted. */
  decidedAt: Date | null
  appliedAt: Date | null
  reversedAt: Date | null
  /** When a read of the account system first showed its posting. */
  shownAt: Date | null
  /** When the account system reversed it on its own; null if it did not. */
  revokedAt: Date | null
  /** When the account system posted it again after that; null if it did not. */
  repostedAt: Date | null
  /** When the gateway first refused to charge under its key; null if it did not. */
  keySpentAt: Date | null
  /** Number of claims; the last claim holds the payment. */
  tries: number
  /** Deadline for the customer to confirm it with their bank; null if the bank did not ask. */
  authenticateBy: Date | null
}

/**
 * Records a payment; call it while the product is locked. An auto pay payment refers to the last
 * auto pay authorization with its method. False if its key or number is taken, or another payment
 * of the policy is open. An auto pay charge for these due dates is also not recorded if its method
 * was deleted, or one of them was skipped.
 */
export async function insertPayment(
  tx: Queries,
  payment: NewPayment,
  claimedUntil: Date,
  dueDates: readonly string[] | null = null,
): Promise<boolean> {
  const p = payment
  const rows = await tx.rows(
    sql`with submitted as (
      insert into myaccount_core.payment (id, client, account_number, policy_number, number,
        idempotency_key, origin, amount, due_date, product_desc, gateway, method_reference,
        method_record_id, method_kind, method_label, method_last_four, site_address, agent_userid,
        status, submitted_at, next_try_at, bill_numbers, pays, covered_until,
        grace_until, authorization_id)
      select ${p.id}, ${p.client}, ${p.accountNumber}, ${p.policyNumber}, ${p.number},
        ${p.idempotencyKey}, ${p.origin}, ${p.amount}::numeric / 100, ${p.dueDate}::date,
        ${p.productDesc}, ${p.gateway}, ${p.methodReference}, ${p.methodRecordId},
        ${p.methodKind}, ${p.methodLabel}, ${p.methodLastFour}, ${p.siteAddress}, ${p.staffUserid},
        'submitted', ${p.submittedAt}::timestamptz, ${claimedUntil}::timestamptz,
        ${p.billNumbers}::integer[], ${p.pays && JSON.stringify(p.pays)}::jsonb,
        ${p.coveredUntil}::date, ${p.graceUntil}::date, (
          select case when c.wanted ->> 'paymentMethodRecordId' = ${p.methodRecordId}
            then c.authorization_id end
          from myaccount_core.auto_pay_change c
          where ${p.origin} = 'autoPay' and c.client = ${p.client}
            and c.policy_number = ${p.policyNumber} and c.state = 'made'
          order by coalesce(c.stored_at, c.asked_at) desc limit 1)
      where ${dueDates}::date[] is null or (
        exists (select from myaccount_core.payment_method m where m.client = ${p.client}
          and m.account_number = ${p.accountNumber} and m.record_id = ${p.methodRecordId}
          and m.deleted_at is null)
        and not exists (select from myaccount_core.auto_pay_skip s where s.client = ${p.client}
          and s.policy_number = ${p.policyNumber} and s.due_dates && ${dueDates}::date[]))
      on conflict do nothing returning client, id, submitted_at)
    insert into myaccount_core.payment_event (client, payment_id, number, status, reason, at)
    select client, id, 1, 'submitted', '', submitted_at from submitted returning 1`,
  )
  return rows.length === 1
}

/** Stores the authorization of a payment that was recorded in the same transaction. */
export async function nameAuthorization(
  tx: Queries,
  client: string,
  paymentId: string,
  authorizationId: string,
): Promise<void> {
  await tx.rows(
    sql`update myaccount_core.payment set authorization_id = ${authorizationId}
      where client = ${client} and id = ${paymentId}`,
  )
}

export async function findPayment(
  queries: Queries,
  client: string,
  id: string,
): Promise<Payment | undefined> {
  return await onePayment(
    queries,
    sql`select * from myaccount_core.payment where client = ${client} and id = ${id}`,
  )
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

/** The undecided payment of this policy. */
export async function findUndecidedPayment(
  queries: Queries,
  client: string,
  policyNumber: string,
): Promise<Payment | undefined> {
  return await onePayment(
    queries,
    sql`select * from myaccount_core.payment
      where client = ${client} and policy_number = ${policyNumber}
        and status in ('submitted', 'unknown')`,
  )
}

/** The auto pay charge of this policy that is not yet declined, canceled, posted or taken back. */
export async function findChargeUnderWay(
  queries: Queries,
  client: string,
  policyNumber: string,
): Promise<Payment | undefined> {
  return await onePayment(
    queries,
    sql`select * from myaccount_core.payment
      where client = ${client} and policy_number = ${policyNumber} and origin = 'autoPay'
        and status not in ('declined', 'canceled') and applied_at is null and revoked_at is null
      order by number desc limit 1`,
  )
}

/** Undecided auto pay charges, and payments that the customer must confirm with their bank. */
export async function findUndecidedToShow(
  queries: Queries,
  client: string,
  accountNumber: string,
): Promise<Payment[]> {
  const rows = await queries.rows<PaymentRow>(
    sql`select * from myaccount_core.payment
      where client = ${client} and account_number = ${accountNumber}
        and status in ('submitted', 'unknown') and (origin = 'autoPay' or authenticate_by is not null)`,
  )
  return rows.map(paymentOf)
}

/** The payments of these clients with this confirmation number: at most one per client. */
export async function findPaymentsByConfirmation(
  queries: Queries,
  clients: readonly string[],
  confirmationNumber: string,
): Promise<Payment[]> {
  const rows = await queries.rows<PaymentRow>(
    sql`select * from myaccount_core.payment
      where client = any(${clients}::text[]) and confirmation_number = ${confirmationNumber}
      order by client`,
  )
  return rows.map(paymentOf)
}

/**
 * The accounts of these clients with payments, found by the number of a paid product or by the
 * account number in any case and with any separators.
 */
export async function findPayingAccounts(
  queries: Queries,
  clients: readonly string[],
  key: { policyNumber: string } | { accountNumber: string },
): Promise<Pick<Payment, "client" | "accountNumber">[]> {
  const accountNumber = "accountNumber" in key ? key.accountNumber : null
  const policyNumber = "policyNumber" in key ? key.policyNumber : null
  return await queries.rows(
    sql`select client, account_number from myaccount_core.payment
        where client = any(${clients}::text[]) and policy_number = ${policyNumber}
      union
      select client, account_number from myaccount_core.payment
        where client = any(${clients}::text[])
          and policy_admin.plain_number(account_number) = policy_admin.plain_number(${accountNumber}::text)
      order by client, account_number limit 20`,
  )
}

/** The payments of one account, newest first. */
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

/** A row as the driver returns it. Amounts are text such as "42.50". */
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

export interface PaymentEvent {
  paymentId: string
  status: PaymentState
  reason: string
  /** All refunds of the payment up to this event, in cents; null if the event is about another thing. */
  refundedTotal: number | null
  at: Date
}

/** The events of these payments, in order. */
export async function findPaymentEvents(
  queries: Queries,
  client: string,
  ids: string[],
): Promise<PaymentEvent[]> {
  return await queries.rows<PaymentEvent>(
    sql`select e.payment_id, e.status, e.reason, (r.refunded_total * 100)::float8 as refunded_total, e.at
      from myaccount_core.payment_event e
      left join myaccount_core.refund_event r
        on r.client = e.client and r.payment_id = e.payment_id and r.number = e.number
      where e.client = ${client} and e.payment_id = any(${ids}::uuid[])
      order by e.payment_id, e.number`,
  )
}

/** The payments of a client that need work. A date is null if there are none. */
export interface WaitingPayments {
  client: string
  /** Payments that may or may not have been sent to the gateway. */
  submitted: number
  /** Payments for which the gateway did not report whether money moved. */
  unknown: number
  undecidedSince: Date | null
  /** Accepted payments that are not yet posted in the account system. */
  notPosted: number
  notPostedSince: Date | null
}

/** The waiting payments of each client that has any. */
export async function findWaitingPayments(queries: Queries): Promise<WaitingPayments[]> {
  return await queries.rows<WaitingPayments>(
    sql`select p.client, count(*) filter (where p.status = 'submitted')::int as submitted,
        count(*) filter (where p.status = 'unknown')::int as unknown,
        min(p.submitted_at) filter (where p.status in ('submitted', 'unknown')) as undecided_since,
        count(*) filter (where p.confirmation_number is not null and p.applied_at is null)::int
          as not_posted,
        min(p.decided_at) filter (where p.confirmation_number is not null and p.applied_at is null)
          as not_posted_since
      from myaccount_core.payment p where p.next_try_at is not null group by p.client`,
  )
}

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
