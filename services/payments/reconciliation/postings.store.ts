import { type Queries, sql } from "#database/sql.ts"
import type { Posting } from "#ports/policy-admin/port.ts"

/** A posting that our rows require. */
export interface PostingToFind extends Pick<Posting, "kind" | "id" | "amount"> {
  paymentId: string | null
  /**
   * The confirmation number shown to the customer and staff; "" for a credit, a write-off and a
   * reversal.
   */
  confirmationNumber: string
  accountNumber: string
  policyNumber: string
  /** The gateway's reference of the charge or refund; "" without one. */
  reference: string
  /** Whether the account system reversed its payment on its own. */
  isRevoked: boolean
  /** Time when its cause was recorded. */
  at: Date
  /**
   * When the account system confirmed it; null before, and for a payment that reads may not show
   * yet.
   */
  postedAt: Date | null
}

/**
 * The postings that a client's payments, returns, refunds, credits, write-offs and reversals since
 * a time require. A return takes what refunds have left of its payment. A refund that failed after
 * it was made adds a refund with a negative amount.
 */
export async function findPostingsToFind(
  queries: Queries,
  client: string,
  since: Date,
): Promise<PostingToFind[]> {
  return await queries.rows<PostingToFind>(
    sql`select * from (
      select 'payment' as kind, id::text as id, id::text as payment_id,
        coalesce(confirmation_number, '') as confirmation_number, account_number, policy_number,
        gateway_reference as reference, (amount * 100)::float8 as amount, coalesce(decided_at, submitted_at) as at,
        case when exists (select from myaccount_core.accepted_payment a
            where a.client = p.client and a.id = p.id and a.is_recording) then null
          else applied_at end as posted_at, revoked_at is not null as is_revoked
      from myaccount_core.payment p
      where client = ${client} and status not in ('submitted', 'unknown', 'declined', 'canceled')
      union all
      select 'return', p.id::text, p.id::text, coalesce(p.confirmation_number, ''),
        p.account_number, p.policy_number, p.gateway_reference,
        ((p.amount - p.refunded) * 100)::float8, e.at, p.reversed_at,
        p.revoked_at is not null
      from myaccount_core.payment p, lateral (
        select min(at) as at from myaccount_core.payment_event
        where client = p.client and payment_id = p.id and status in ('returned', 'disputeLost')) e
      where p.client = ${client} and p.status not in ('submitted', 'unknown', 'declined', 'canceled')
      union all
      select 'refund', r.id::text, p.id::text, coalesce(p.confirmation_number, ''),
        p.account_number, p.policy_number, r.gateway_reference, step.amount, step.at, step.posted_at,
        p.revoked_at is not null
      from myaccount_core.refund r
      join myaccount_core.payment p on p.client = r.client and p.id = r.payment_id,
      lateral (values (r.amount::float8, r.succeeded_at, r.posted_at),
        (-r.amount::float8, case when r.succeeded_at is not null then r.failed_at end, r.undone_at)
      ) step (amount, at, posted_at)
      where r.client = ${client} and (p.revoked_at is null or step.at < p.revoked_at)
      union all
      select case kind when 'reversal' then 'correctionReversal' else kind end, id::text, null, '',
        account_number, policy_number, '', coalesce(posted_amount, amount)::float8,
        coalesce(decided_at, requested_at), posted_at, false
      from myaccount_core.correction where client = ${client} and status in ('approved', 'posted')
        and reversed_kind is distinct from 'payment'
    ) posting where at >= ${since}`,
  )
}
