import { oneRow, type Queries, sql } from "#database/sql.ts"
import { onePayment, type Payment, type PaymentRow, paymentOf } from "./payments.store.ts"
import type { PaymentState } from "./state-machine.ts"

/** Reads the payment and locks it, by updating its row, for this transaction. */
export async function lockPayment(
  tx: Queries,
  client: string,
  id: string,
): Promise<Payment | undefined> {
  return await onePayment(
    tx,
    sql`update myaccount_core.payment set tries = tries
      where client = ${client} and id = ${id} returning *`,
  )
}

/**
 * Moves a payment to another state. False if the payment is no longer in the state `from`.
 * `claimedUntil`: when another process may continue it. The search for a posting that no read shows
 * yet continues.
 *
 * A declined payment that was charged after all becomes late and takes the next number of the
 * product, so that a new payment whose amount was read earlier is not stored.
 */
export async function writeStep(
  tx: Queries,
  client: string,
  id: string,
  step: {
    from: PaymentState
    to: PaymentState
    reason: string
    /** The sum of all refunds, in cents, if this step is about a refund. */
    refundedTotal?: number
    /** The gateway's reference, and the sum of all refunds in cents. */
    gatewayReference: string
    /** The gateway's second reference of the charge; absent while unknown. */
    chargeReference?: string | undefined
    refunded: number
    confirmationNumber: string | null
    now: Date
    claimedUntil: Date | null
  },
): Promise<boolean> {
  const { refundedTotal = null } = step
  // Earlier servers read the total of refunds as the text of the reason.
  const rows = await tx.rows(
    sql`with moved as (
      update myaccount_core.payment set status = ${step.to}, reason = ${step.reason},
        gateway_reference = ${step.gatewayReference},
        charge_reference = coalesce(${step.chargeReference ?? null}, charge_reference),
        refunded = ${step.refunded}::numeric / 100,
        confirmation_number = coalesce(confirmation_number, ${step.confirmationNumber}),
        decided_at = case when ${step.to} in ('accepted', 'declined', 'canceled')
          then ${step.now}::timestamptz else decided_at end,
        is_late = is_late or ${step.from} in ('declined', 'canceled'),
        number = case when ${step.from} in ('declined', 'canceled') then (
          select max(number) + 1 from myaccount_core.payment other
          where other.client = payment.client and other.policy_number = payment.policy_number)
          else number end,
        next_try_at = coalesce(${step.claimedUntil}::timestamptz,
          case when applied_at is not null and shown_at is null then next_try_at end)
      where client = ${client} and id = ${id} and status = ${step.from} returning id)
    insert into myaccount_core.payment_event (client, payment_id, number, status, reason,
        refunded_total, at)
    select ${client}, id, (
        select max(number) + 1 from myaccount_core.payment_event
        where client = ${client} and payment_id = ${id}),
      ${step.to}, coalesce((${refundedTotal}::numeric / 100)::numeric(12, 2)::text, ${step.reason}),
      ${refundedTotal}::numeric / 100, ${step.now} from moved returning 1`,
  )
  return rows.length === 1
}

/**
 * Marks the payment as posted in the account system. If it was returned or its dispute was lost,
 * that is posted next. Otherwise, unless a read shows the payment (`isShown`), the search for its
 * posting starts at `lookAt`. False if it was marked before.
 */
export async function markApplied(
  tx: Queries,
  client: string,
  id: string,
  now: Date,
  { isShown, lookAt }: { isShown: boolean; lookAt: Date },
): Promise<boolean> {
  const rows = await tx.rows(
    sql`update myaccount_core.payment set applied_at = ${now}, shown_at = ${isShown ? now : null},
        next_try_at = case when status in ('returned', 'disputeLost') then ${now}::timestamptz
          else ${isShown ? null : lookAt}::timestamptz end
      where client = ${client} and id = ${id} and applied_at is null returning 1`,
  )
  return rows.length === 1
}

/** Records that a read of the account system showed the posting of the payment. */
export async function markShown(
  queries: Queries,
  { client, id }: Pick<Payment, "client" | "id">,
  now: Date,
): Promise<void> {
  await queries.rows(
    sql`update myaccount_core.payment set shown_at = ${now},
        next_try_at = case when status in ('returned', 'disputeLost') and reversed_at is null
          then next_try_at end
      where client = ${client} and id = ${id} and shown_at is null`,
  )
}

/** Ends the search for the posting of a payment, which is now a difference. */
export async function stopLooking(
  queries: Queries,
  { client, id, tries }: Pick<Payment, "client" | "id" | "tries">,
): Promise<void> {
  await queries.rows(
    sql`update myaccount_core.payment set next_try_at = null
      where client = ${client} and id = ${id} and tries = ${tries} and shown_at is null
        and not (status in ('returned', 'disputeLost') and reversed_at is null)`,
  )
}

/** When the return or lost dispute of a payment was recorded. Throws if there is none. */
export async function findTakenBackAt(queries: Queries, client: string, id: string): Promise<Date> {
  const row = await oneRow<{ at: Date }>(
    queries,
    sql`select at from myaccount_core.payment_event
      where client = ${client} and payment_id = ${id} and status in ('returned', 'disputeLost')
      order by number limit 1`,
  )
  if (!row) throw new Error(`The payment ${id} was not taken back.`)
  return row.at
}

/** Marks the return as posted in the account system. False if it was marked before. */
export async function markReversed(
  tx: Queries,
  client: string,
  id: string,
  now: Date,
): Promise<boolean> {
  const rows = await tx.rows(
    sql`update myaccount_core.payment set reversed_at = ${now}, next_try_at = null
      where client = ${client} and id = ${id} and reversed_at is null returning 1`,
  )
  return rows.length === 1
}

/**
 * Claims up to `limit` payments that need work, for this process until `claimedUntil`. A payment
 * that is not finished by then is due again.
 */
export async function claimDuePayments(
  queries: Queries,
  now: Date,
  claimedUntil: Date,
  limit: number,
): Promise<Payment[]> {
  const rows = await queries.rows<PaymentRow>(
    sql`with due as (
        select client, id from myaccount_core.payment where next_try_at <= ${now}
        order by next_try_at limit ${limit} for update skip locked)
      update myaccount_core.payment p set tries = p.tries + 1, next_try_at = ${claimedUntil}
      from due
      where p.client = due.client and p.id = due.id
      returning p.*`,
  )
  return rows.map(paymentOf)
}

/** Records that the gateway refuses to charge under the key of an undecided payment. */
export async function markKeySpent(
  queries: Queries,
  { client, id }: Pick<Payment, "client" | "id">,
  now: Date,
): Promise<void> {
  await queries.rows(
    sql`update myaccount_core.payment set key_spent_at = coalesce(key_spent_at, ${now})
      where client = ${client} and id = ${id} and status in ('submitted', 'unknown')`,
  )
}

/** Ends a claim without a result; does nothing if the claim was lost in the meantime. */
export async function workLater(
  queries: Queries,
  claim: Pick<Payment, "client" | "id" | "tries">,
  nextTryAt: Date,
): Promise<void> {
  await queries.rows(
    sql`update myaccount_core.payment set next_try_at = ${nextTryAt}
      where client = ${claim.client} and id = ${claim.id} and tries = ${claim.tries}
        and next_try_at is not null`,
  )
}
