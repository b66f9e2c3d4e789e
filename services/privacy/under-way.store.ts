import { oneRow, type Queries, sql } from "#database/sql.ts"

/** The number of unfinished items of an account. */
interface Work {
  payments: number
  refunds: number
  corrections: number
  /** Changes on their way to the gateway or the account system. */
  changes: number
}

export interface UnderWay {
  /**
   * Work that a process does now or at its next try, and for which it finds the account by its
   * number.
   */
  now: Work
  /** Work that waits for other people, a bank, or the deletion of a method. */
  later: Work & { events: number }
}

/** Counts the unfinished work of an account. */
export async function findUnderWay(
  queries: Queries,
  client: string,
  accountNumber: string,
): Promise<UnderWay> {
  const found = await oneRow<UnderWay>(
    queries,
    sql`select
        json_build_object('payments', p.now, 'refunds', r.now, 'corrections', c.now,
          'changes', k.changes + m.now) as now,
        json_build_object('payments', p.later, 'refunds', r.later, 'corrections', c.later,
          'changes', m.later, 'events', e.later) as later
      from
        (select count(*) filter (where is_now) as now, count(*) filter (where not is_now
            and status in ('pending', 'inquiry', 'disputed')) as later
          from (select status, status in ('submitted', 'unknown') or next_try_at is not null
              or (applied_at is null and status not in ('declined', 'canceled')) as is_now
            from myaccount_core.payment
            where client = ${client} and account_number = ${accountNumber}) payments) p,
        (select count(*) filter (where is_now) as now, count(*) filter (where not is_now
            and status in ('waiting', 'accepted')) as later
          from (select status, status = 'approved' or next_try_at is not null as is_now
            from myaccount_core.refund
            where client = ${client} and account_number = ${accountNumber}) refunds) r,
        (select count(*) filter (where is_now) as now, count(*) filter (where not is_now
            and status = 'waiting') as later
          from (select status, status = 'approved' or next_try_at is not null as is_now
            from myaccount_core.correction
            where client = ${client} and account_number = ${accountNumber}) corrections) c,
        (select (select count(*) from myaccount_core.contact_change
            where client = ${client} and account_number = ${accountNumber})
          + (select count(*) from myaccount_core.auto_pay_change
            where client = ${client} and account_number = ${accountNumber} and state = 'asked')
          + (select count(*) from myaccount_core.auto_pay_skip
            where client = ${client} and account_number = ${accountNumber} and state = 'asked')
          as changes) k,
        (select count(*) filter (where kind <> 'delete') as now,
            count(*) filter (where kind = 'delete') as later
          from myaccount_core.payment_method_request
          where client = ${client} and account_number = ${accountNumber}
            and next_try_at is not null) m,
        (select count(*) as later from myaccount_core.event e
          join myaccount_core.event_delivery d on d.client = e.client and d.event_id = e.id
          where e.client = ${client} and e.account_number = ${accountNumber}
            and d.sent_at is null and d.dead_at is null) e`,
  )
  if (!found) throw new Error("The database counted nothing.")
  return found
}
