import { oneRow, type Queries, sql } from "#database/sql.ts"

/** Counts of the work that is under way for an account. */
export interface UnderWay {
  payments: number
  refunds: number
  corrections: number
  changes: number
  events: number
}

/** Counts the payments, refunds, corrections, changes and events of an account that are not finished. */
export async function findUnderWay(
  queries: Queries,
  client: string,
  accountNumber: string,
): Promise<UnderWay> {
  const found = await oneRow<UnderWay>(
    queries,
    sql`select
      (select count(*)::int from myaccount_core.payment
        where client = ${client} and account_number = ${accountNumber}
          and (status in ('submitted', 'unknown', 'pending', 'inquiry', 'disputed')
            or next_try_at is not null
            or (applied_at is null and status not in ('declined', 'canceled')))) as payments,
      (select count(*)::int from myaccount_core.refund
        where client = ${client} and account_number = ${accountNumber}
          and (status in ('waiting', 'approved', 'accepted') or next_try_at is not null)) as refunds,
      (select count(*)::int from myaccount_core.correction
        where client = ${client} and account_number = ${accountNumber}
          and (status in ('waiting', 'approved') or next_try_at is not null)) as corrections,
      (select count(*)::int from myaccount_core.contact_change
        where client = ${client} and account_number = ${accountNumber})
      + (select count(*)::int from myaccount_core.auto_pay_change
        where client = ${client} and account_number = ${accountNumber} and state = 'asked')
      + (select count(*)::int from myaccount_core.auto_pay_skip
        where client = ${client} and account_number = ${accountNumber} and state = 'asked')
      + (select count(*)::int from myaccount_core.payment_method_request
        where client = ${client} and account_number = ${accountNumber}
          and next_try_at is not null and kind <> 'delete') as changes,
      (select count(*)::int from myaccount_core.event e
        join myaccount_core.event_delivery d on d.client = e.client and d.event_id = e.id
        where e.client = ${client} and e.account_number = ${accountNumber}
          and d.sent_at is null and d.dead_at is null) as events`,
  )
  if (!found) throw new Error("The database counted nothing.")
  return found
}
