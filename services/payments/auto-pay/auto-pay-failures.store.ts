import { oneRow, type Queries, sql } from "#database/sql.ts"
import type { CancelReason } from "../paying/payment-reasons.ts"
import type { Payment } from "../paying/payments.store.ts"

/** An auto pay charge that was declined, or any payment that was taken back. */
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

/** The failed payments of an account since `since`, in the order in which they failed. */
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

/**
 * When the charges of auto pay for bills of this payment that were canceled for these reasons were
 * submitted, since auto pay of the product was last authorized again.
 */
export async function findCanceledCharges(
  queries: Queries,
  { client, policyNumber, billNumbers }: Pick<Payment, "client" | "policyNumber" | "billNumbers">,
  reasons: readonly CancelReason[],
): Promise<Date[]> {
  const rows = await queries.rows<{ submittedAt: Date }>(
    sql`select submitted_at from myaccount_core.payment
      where client = ${client} and policy_number = ${policyNumber} and origin = 'autoPay'
        and status = 'canceled' and reason = any(${reasons}::text[])
        and bill_numbers && ${billNumbers}::integer[]
        and submitted_at > coalesce((select max(ended_at)
          from myaccount_core.auto_pay_suspension s
          where s.client = ${client} and s.policy_number = ${policyNumber}), '-infinity')`,
  )
  return rows.map(({ submittedAt }) => submittedAt)
}

/** An accepted payment that the account system does not show yet. */
export interface RecordingPayment {
  policyNumber: string
  confirmationNumber: string
  /** Cents, less refunds. */
  amount: number
  /** Whether its bills are still open although the account system had time to count the payment. */
  isContradicted: boolean
  /** Whether this account made the payment, and not an earlier holder of the product. */
  isOwn: boolean
}

/** The last auto pay charge that was accepted and not taken back. */
export interface LastCharge {
  policyNumber: string
  /** Cents. */
  amount: number
  /** An ISO instant. */
  at: string
  /** Due dates of the bills that it paid; empty after a refund. */
  dueDates: string[]
}

/** The current auto pay events of an account. */
export interface AutoPayNews {
  /**
   * Whether there is a failed payment, a charge that is undecided or must be confirmed, or a
   * suspension.
   */
  hasFailed: boolean
  /** Record ids of the saved cards that expire soon or have expired. */
  expiringCards: string[]
  /**
   * Payments being recorded, oldest first, of every account: a product may have changed its
   * account.
   */
  recording: RecordingPayment[]
  /** The last charge of each product. */
  lastCharges: LastCharge[]
  /** The products of payments that the account system reversed and whose money is still with us. */
  revoked: string[]
}

/**
 * Includes payments from `since` on, cards whose last day is `expiringBy` or earlier, and payments
 * of the products `policyNumbers` that are being recorded.
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
