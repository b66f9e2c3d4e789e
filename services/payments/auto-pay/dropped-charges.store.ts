import { type Queries, sql } from "#database/sql.ts"
import type { Payment } from "../paying/payments.store.ts"

/** An announced charge whose day has come and that was not made. */
export interface DroppedCharge {
  id: string
  client: string
  accountNumber: string
  policyNumber: string
  /** Null if a version without this column announced the charge. */
  productDesc: string | null
  /** Cents. */
  amount: number
  chargeOn: string
  announcedOn: string
  billsDueBy: string
  dueDates: string[] | null
  billNumbers: number[]
  methodRecordId: string
  /** Whether the customer has since deleted the method here, which also ended auto pay. */
  isMethodDeleted: boolean
  /** Whether a change of auto pay is not made yet: its own emails follow. */
  isChanging: boolean
  /** Whether the product was paid since the announcement. */
  isPaid: boolean
  /** The auto pay charges since the announcement. */
  charges: { at: string; amount: number; isForBills: boolean }[]
  isCredited: boolean
  /** Whether the customer skipped these bills. */
  isSkipped: boolean
  /** Reason of the newest suspension; null without one. */
  suspendedFor: string | null
}

/**
 * The announced charges of a client whose day is from `since` to `today`, that were not made and
 * that no email has canceled yet; at most `limit`, after the id `after`.
 */
export async function findDroppedCharges(
  queries: Queries,
  client: string,
  { since, today, after, limit }: { since: string; today: string; after: string; limit: number },
): Promise<DroppedCharge[]> {
  return await queries.rows<DroppedCharge>(
    sql`select a.id, a.client, a.account_number, a.policy_number, a.product_desc,
        a.amount::float8 as amount, a.charge_on, a.announced_on, a.bills_due_by,
        array_to_json(a.due_dates) as due_dates, a.bill_numbers, a.method_record_id,
        exists (select from myaccount_core.payment_method m where m.client = ${client}
          and m.record_id = a.method_record_id and m.deleted_at >= a.announced_at) as is_method_deleted,
        exists (select from myaccount_core.auto_pay_change c where c.client = ${client}
          and c.policy_number = a.policy_number and c.state = 'asked') as is_changing,
        exists (select from myaccount_core.payment y where y.client = ${client}
          and y.policy_number = a.policy_number and y.origin <> 'autoPay'
          and y.confirmation_number is not null and y.status not in ('returned', 'disputeLost')
          and coalesce(y.stored_at, y.submitted_at) >= a.since) as is_paid,
        (select coalesce(json_agg(json_build_object('at', y.submitted_at,
            'amount', (y.amount * 100)::bigint, 'isForBills',
            y.bill_numbers && a.bill_numbers or a.bill_numbers = '{}')), '[]')
          from myaccount_core.payment y where y.client = ${client}
          and y.policy_number = a.policy_number and y.origin = 'autoPay'
          and y.status not in ('declined', 'canceled')
          and coalesce(y.stored_at, y.submitted_at) >= a.since) as charges,
        exists (select from myaccount_core.correction c where c.client = ${client}
          and c.policy_number = a.policy_number and c.kind <> 'reversal'
          and c.status = 'posted'
          and coalesce(c.posting_stored_at, c.posted_at) >= a.since) as is_credited,
        exists (select from myaccount_core.auto_pay_skip k where k.client = ${client}
          and k.policy_number = a.policy_number and coalesce(k.stored_at, k.asked_at) >= a.since
          and (a.due_dates is null or k.due_dates && a.due_dates)) as is_skipped,
        (select s.reason from myaccount_core.auto_pay_suspension s where s.client = ${client}
          and s.policy_number = a.policy_number and s.method_record_id in ('', a.method_record_id)
          and s.ended_at is null order by s.suspended_at desc limit 1) as suspended_for
      from (
        select *, coalesce(stored_at, announced_at) as since from myaccount_core.announced_charge) a
      left join myaccount_core.payment made on made.client = ${client} and made.id = a.payment_id
      where a.client = ${client} and a.charge_on between ${since} and ${today}
        and a.closed_at is null and (a.payment_id is null or made.status = 'canceled')
        and a.kind <> 'unchanged' and not a.untold and a.id > ${after}
        and not exists (select from myaccount_core.auto_pay_notice n
          where n.client = ${client} and n.subject = 'not charged ' || a.id)
      order by a.id limit ${limit}`,
  )
}

/** Closes the announcement of a canceled charge: another email cancels it. */
export async function closeCanceled(
  tx: Queries,
  { client, id }: Pick<Payment, "client" | "id">,
  now: Date,
): Promise<void> {
  await tx.rows(
    sql`update myaccount_core.announced_charge set closed_at = ${now}
      where client = ${client} and payment_id = ${id} and closed_at is null`,
  )
}
