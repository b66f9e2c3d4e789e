import { oneRow, type Queries, sql } from "#database/sql.ts"
import type { Payment } from "../paying/payments.store.ts"

/** A charge of auto pay that was declined, or any payment that was taken back. */
export interface FailedPayment
  extends Pick<
    Payment,
    | "id"
    | "policyNumber"
    | "origin"
    | "status"
    | "reason"
    | "amount"
    | "methodRecordId"
    | "methodKind"
    | "methodLabel"
    | "submittedAt"
  > {
  /** When the decline, return or lost dispute was recorded. */
  failedAt: Date
}

export interface AccountKey {
  client: string
  accountNumber: string
}

/** The failed payments of an account since then, in the order in which they failed. */
export async function findFailedPayments(
  queries: Queries,
  { client, accountNumber }: AccountKey,
  since: Date,
): Promise<FailedPayment[]> {
  return await queries.rows<FailedPayment>(
    sql`select p.id, p.policy_number, p.origin, p.status, p.reason,
        (p.amount * 100)::float8 as amount, p.method_record_id, p.method_kind, p.method_label,
        p.submitted_at, e.at as failed_at
      from myaccount_core.payment p
      join myaccount_core.payment_event e
        on e.client = p.client and e.payment_id = p.id and e.status = p.status
      where p.client = ${client} and p.account_number = ${accountNumber}
        and p.submitted_at >= ${since}
        and (p.status in ('returned', 'disputeLost')
          or (p.status = 'declined' and p.origin = 'autoPay'))
      order by e.at, p.number`,
  )
}

/** An accepted payment that the account system does not show. */
export interface RecordingPayment {
  policyNumber: string
  confirmationNumber: string
  /** Cents, without what was refunded. */
  amount: number
  /** Whether its bills are open although the account system had time to count it. */
  isContradicted: boolean
  /** Whether this account made it, and not an earlier holder of the product. */
  isOwn: boolean
}

/** The last charge of auto pay that was accepted and not taken back. */
export interface LastCharge {
  policyNumber: string
  /** Cents. */
  amount: number
  /** An ISO instant. */
  at: string
  /** The due dates of the bills that it paid; none after a refund. */
  dueDates: string[]
}

/** The news about auto pay of an account. */
export interface AutoPayNews {
  /** A failed payment, a charge that is not decided or must be confirmed, or a suspension. */
  hasFailed: boolean
  /** The record ids of the saved cards that expire soon or have expired. */
  expiringCards: string[]
  /** The oldest first, of every account: a product may belong to another account now. */
  recording: RecordingPayment[]
  /** One of each product. */
  lastCharges: LastCharge[]
  /** The products of payments that the account system took back and whose money is still with us. */
  revoked: string[]
}

/**
 * Payments count since `since`, cards whose last day is `expiringBy` or earlier, and payments that are being recorded of the
 * products `policyNumbers`.
 */
export async function findAutoPayNews(
  queries: Queries,
  { client, accountNumber }: AccountKey,
  since: Date,
  expiringBy: string,
  policyNumbers: readonly string[],
): Promise<AutoPayNews> {
  const news = await oneRow<AutoPayNews>(
    queries,
    sql`select exists (
        select 1 from myaccount_core.payment p
        where p.client = ${client} and p.account_number = ${accountNumber}
          and p.submitted_at >= ${since}
          and (p.status in ('returned', 'disputeLost')
            or (p.status in ('submitted', 'unknown', 'declined') and p.origin = 'autoPay')
            or (p.status in ('submitted', 'unknown') and p.authenticate_by is not null)))
      or exists (
        select 1 from myaccount_core.auto_pay_suspension s
        where s.client = ${client} and s.account_number = ${accountNumber} and s.ended_at is null)
        as has_failed,
      (select coalesce(json_agg(m.record_id order by m.record_id), '[]')
        from myaccount_core.payment_method m
        where m.client = ${client} and m.account_number = ${accountNumber} and m.kind = 'card'
          and m.deleted_at is null and to_date(m.expiration_date, 'MM/YYYY')
            + interval '1 month - 1 day' <= ${expiringBy}::date) as expiring_cards,
      (select coalesce(json_agg(json_build_object('policyNumber', p.policy_number,
          'confirmationNumber', p.confirmation_number, 'amount', (p.money_left * 100)::int,
          'isContradicted', not p.is_recording, 'isOwn', p.account_number = ${accountNumber})
          order by p.policy_number, p.number), '[]')
        from myaccount_core.accepted_payment p
        where p.client = ${client} and p.policy_number = any(${policyNumbers}::text[])
          and p.money_left > 0
          and (p.is_recording or p.id in (select d.payment_id from myaccount_core.payment_difference d
              where d.client = ${client} and d.kind = 'billPaid' and d.resolved_at is null)))
        as recording,
      (select coalesce(json_agg(json_build_object('policyNumber', c.policy_number,
          'amount', (c.amount * 100)::int, 'at', c.at, 'dueDates', c.due_dates)), '[]')
        from (select distinct on (p.policy_number) p.policy_number, p.amount,
            p.accepted_at as at, coalesce((select json_agg(e ->> 'dueDate')
              from jsonb_array_elements(p.pays) e where p.money_left = p.amount), '[]') as due_dates
          from myaccount_core.accepted_payment p
          where p.client = ${client} and p.account_number = ${accountNumber}
            and p.origin = 'autoPay' and p.status not in ('returned', 'disputeLost')
          order by p.policy_number, p.number desc) c) as last_charges,
      (select coalesce(json_agg(distinct p.policy_number order by p.policy_number), '[]')
        from myaccount_core.payment p
        where p.client = ${client} and p.account_number = ${accountNumber}
          and p.revoked_at is not null and p.amount > p.refunded
          and p.status not in ('returned', 'disputeLost')) as revoked`,
  )
  return (
    news ?? { hasFailed: false, expiringCards: [], recording: [], lastCharges: [], revoked: [] }
  )
}
