import { oneRow, type Queries, sql } from "#database/sql.ts"
import type { PaymentToApply, Posting } from "../port.ts"
import type { ProductKey } from "./books.store.ts"

/** Returns false if the payment was already posted. */
export async function insertPaymentPosting(
  tx: Queries,
  payment: PaymentToApply,
  now: Date,
): Promise<boolean> {
  const { client, paymentId, accountNumber, policyNumber, amount, paidOn } = payment
  const rows = await tx.rows(
    sql`insert into policy_admin.payment
        (client, payment_id, account_number, policy_number, amount, paid_on, posted_at)
      values (${client}, ${paymentId}, ${accountNumber}, ${policyNumber},
        ${amount}::numeric / 100, ${paidOn}, ${now}::timestamptz)
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

/**
 * The payments, credits, write-offs and reversals of a client that were posted in a period, and
 * reversals of posted payments. A return takes the rest that refunds have left. Only staff's
 * credits have notes. A failed refund is a refund of a negative amount.
 */
export async function findPostings(
  queries: Queries,
  client: string,
  from: string,
  to: string,
): Promise<Posting[]> {
  return await queries.rows<Posting>(
    sql`select 'payment' as kind, payment_id::text as id, policy_admin.cents(amount)::float8 as amount,
        paid_on as "on"
      from policy_admin.payment where client = ${client} and paid_on between ${from} and ${to}
      union all
      select case when r.kind = 'return' then 'return' else 'refund' end, r.reversal_id,
          case r.kind when 'refund' then r.amount when 'refundFailure' then -r.amount
          else policy_admin.cents(p.amount) - coalesce((
            select sum(case f.kind when 'refund' then f.amount else -f.amount end)
            from policy_admin.reversal f where f.client = r.client
              and f.payment_id = r.payment_id and f.kind in ('refund', 'refundFailure')), 0)
          end::float8,
          r.reversed_on
      from policy_admin.reversal r
      join policy_admin.payment p on p.client = r.client and p.payment_id::text = r.payment_id
      where r.client = ${client} and r.reversed_on between ${from} and ${to}
      union all
      select kind, reversal_id, amount::float8, reversed_on
      from policy_admin.reversal
      where client = ${client} and kind = 'correctionReversal'
        and reversed_on between ${from} and ${to}
      union all
      select distinct e.kind, e.lot, sum(e.amount)::float8, e.posted_on
      from policy_admin.entry e join policy_admin.lot_note n
        on n.client = e.client and n.policy_number = e.policy_number and n.lot = e.lot
      where e.client = ${client} and e.cause = e.lot and e.posted_on between ${from} and ${to}
      group by e.kind, e.lot, e.posted_on, e.policy_number, e.book
      order by 4, 2, 1`,
  )
}

/**
 * Cents with which a credit or write-off entered a book of the product; undefined if it entered
 * none. A book that was opened later can contain it again.
 */
export async function findLotAmount(
  tx: Queries,
  { client, policyNumber }: ProductKey,
  lot: string,
): Promise<number | undefined> {
  const row = await oneRow<{ amount: number | null }>(
    tx,
    sql`select max(amount)::float8 as amount from (
      select sum(amount) as amount from policy_admin.entry
      where client = ${client} and policy_number = ${policyNumber} and lot = ${lot}
        and cause = ${lot} and kind in ('credit', 'writeOff')
      group by book) of_book`,
  )
  return row?.amount ?? undefined
}

/** Cents that the reversal of a credit or write-off took back; undefined if it is not posted. */
export async function findReversalAmount(
  tx: Queries,
  client: string,
  reversalId: string,
): Promise<number | undefined> {
  const row = await oneRow<{ amount: number }>(
    tx,
    sql`select amount::float8 as amount from policy_admin.reversal
      where client = ${client} and kind = 'correctionReversal' and reversal_id = ${reversalId}`,
  )
  return row?.amount
}

export async function insertNote(
  tx: Queries,
  { client, policyNumber }: ProductKey,
  lot: string,
  note: string,
  now: Date,
): Promise<void> {
  await tx.rows(
    sql`insert into policy_admin.lot_note (client, policy_number, lot, note, posted_at)
      values (${client}, ${policyNumber}, ${lot}, ${note}, ${now}::timestamptz)
      on conflict do nothing`,
  )
}

/** The notes of a product's credits, write-offs and their reversals. */
export async function findNotes(
  queries: Queries,
  { client, policyNumber }: ProductKey,
): Promise<Map<string, string>> {
  const rows = await queries.rows<{ lot: string; note: string }>(
    sql`select lot, note from policy_admin.lot_note
      where client = ${client} and policy_number = ${policyNumber}`,
  )
  return new Map(rows.map(({ lot, note }) => [lot, note]))
}
