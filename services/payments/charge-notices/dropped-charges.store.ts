import { type Queries, sql } from "#database/sql.ts"

/** An announced charge whose day has come, and that was not made. */
export interface DroppedCharge {
  id: string
  client: string
  accountNumber: string
  policyNumber: string
  /** Cents. */
  amount: number
  chargeOn: string
  billsDueBy: string
  methodRecordId: string
  /** Whether something is due for the product today. */
  isDue: boolean
  /** Events of the product since the announcement. */
  isPaid: boolean
  /** By another charge of auto pay. */
  isCharged: boolean
  isCredited: boolean
  isSkipped: boolean
  isSuspended: boolean
}

/**
 * The charges that a client's customers were told of, whose day is from `since` to `today`, that were
 * not made, and that no email took back yet; at most `limit`, after the id `after`.
 */
export async function findDroppedCharges(
  queries: Queries,
  client: string,
  { since, today, after, limit }: { since: string; today: string; after: string; limit: number },
): Promise<DroppedCharge[]> {
  return await queries.rows<DroppedCharge>(
    sql`select a.id, a.client, a.account_number, a.policy_number, a.amount::float8 as amount,
        a.charge_on, a.bills_due_by, a.method_record_id,
        a.seen_due_on is not distinct from ${today}::date as is_due,
        exists (select from myaccount_core.payment y where y.client = ${client}
          and y.policy_number = a.policy_number and y.origin <> 'autoPay'
          and y.confirmation_number is not null and y.status not in ('returned', 'disputeLost')
          and coalesce(y.stored_at, y.submitted_at) >= a.since) as is_paid,
        exists (select from myaccount_core.payment y where y.client = ${client}
          and y.policy_number = a.policy_number and y.origin = 'autoPay'
          and coalesce(y.stored_at, y.submitted_at) >= a.since) as is_charged,
        exists (select from myaccount_core.correction c where c.client = ${client}
          and c.policy_number = a.policy_number and c.kind <> 'reversal'
          and c.status = 'posted'
          and coalesce(c.posting_stored_at, c.posted_at) >= a.since) as is_credited,
        exists (select from myaccount_core.auto_pay_skip k where k.client = ${client}
          and k.policy_number = a.policy_number and coalesce(k.stored_at, k.asked_at) >= a.since) as is_skipped,
        exists (select from myaccount_core.auto_pay_suspension s where s.client = ${client}
          and s.policy_number = a.policy_number and s.method_record_id in ('', a.method_record_id)
          and s.ended_at is null) as is_suspended
      from (
        select *, coalesce(stored_at, announced_at) as since from myaccount_core.announced_charge) a
      where a.client = ${client} and a.charge_on between ${since} and ${today}
        and a.closed_at is null and a.payment_id is null and a.kind <> 'unchanged'
        and not a.untold and a.id > ${after}
        and not exists (select from myaccount_core.auto_pay_notice n
          where n.client = ${client} and n.subject = 'not charged ' || a.id)
      order by a.id limit ${limit}`,
  )
}
