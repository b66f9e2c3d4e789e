import { oneRow, type Queries, sql } from "#database/sql.ts"
import { refusedReasons } from "../paying/payment-reasons.ts"

/** The time zones of all clients. */
export async function findTimeZones(queries: Queries): Promise<string[]> {
  const rows = await queries.rows<{ timeZone: string }>(
    sql`select distinct time_zone from appcontent.client order by 1`,
  )
  return rows.map(({ timeZone }) => timeZone)
}

export interface DueRun {
  client: string
  /** The client's day to bill. */
  day: string
  /** False if another process claimed it first. */
  isClaimed: boolean
}

/**
 * Claims the day of the next client, by client code, whose day was neither finished nor claimed:
 * for one process, and for another one if the first did not finish in time. `days`: the day to bill
 * in each time zone; `left`: clients to leave out.
 */
export async function claimNextRun(
  queries: Queries,
  days: readonly { timeZone: string; day: string }[],
  { after, left }: { after: string; left: readonly string[] },
  now: Date,
  until: Date,
): Promise<DueRun | undefined> {
  return await oneRow<DueRun>(
    queries,
    sql`with due as (
      select c.client, d.day
        from appcontent.client c
        join json_to_recordset(${JSON.stringify(days)}::json) as d("timeZone" text, day date)
          on d."timeZone" = c.time_zone
        where ${after} < c.client and c.client <> all(${left}::text[]) and not exists (select from myaccount_core.billing_run r
            where r.client = c.client and r.day = d.day
              and (r.finished_at is not null or r.claimed_until > ${now}))
          and exists (select from appcontent.site s
            where s.client = c.client and s.is_customer_site)
        order by c.client limit 1),
      claimed as (
        insert into myaccount_core.billing_run as r (client, day, claimed_until)
          select client, day, ${until} from due
          on conflict (client, day) do update set claimed_until = ${until}
            where r.finished_at is null and r.claimed_until <= ${now}
          returning client)
      select client, day, exists (select from claimed) as is_claimed from due`,
  )
}

/** From this time on, another process may claim the run unless its claim is renewed. */
export async function moveClaim(
  queries: Queries,
  client: string,
  day: string,
  until: Date,
): Promise<void> {
  await queries.rows(
    sql`update myaccount_core.billing_run set claimed_until = ${until}
      where client = ${client} and day = ${day} and finished_at is null`,
  )
}

export async function finishRun(
  queries: Queries,
  client: string,
  day: string,
  now: Date,
): Promise<void> {
  await queries.rows(
    sql`update myaccount_core.billing_run set finished_at = ${now}
      where client = ${client} and day = ${day}`,
  )
}

/** False if the notice was sent before. */
export async function insertNotice(
  tx: Queries,
  client: string,
  subject: string,
  now: Date,
): Promise<boolean> {
  const rows = await tx.rows(
    sql`insert into myaccount_core.auto_pay_notice (client, subject, sent_at)
      values (${client}, ${subject}, ${now}) on conflict do nothing returning 1`,
  )
  return rows.length === 1
}

/** A charge that was declined, or that the gateway refused. */
export interface DeclinedCharge {
  id: string
  status: "declined" | "canceled"
  /** Identifies the email about it: the refusals of the same bills have one, and the last another. */
  notice: string
  client: string
  accountNumber: string
  policyNumber: string
  productDesc: string
  /** Cents. */
  amount: number
  methodLabel: string
  reason: string
  decidedAt: Date
}

/**
 * Auto pay charges of a client that were declined or that the gateway refused, and that were not
 * emailed yet, oldest first.
 */
export async function findUnsentDeclineNotices(
  queries: Queries,
  client: string,
  since: Date,
  limit: number,
): Promise<DeclinedCharge[]> {
  return await queries.rows<DeclinedCharge>(
    sql`select * from (
        select p.id, p.client, p.account_number, p.policy_number, p.product_desc,
          (p.amount * 100)::float8 as amount, p.method_label, p.status, p.reason, p.decided_at,
          case when p.status = 'declined' then 'declined ' || p.id
            when exists (select from myaccount_core.auto_pay_suspension s
              where s.client = p.client and s.payment_id = p.id) then 'suspended ' || p.id
            else 'refused ' || p.policy_number || ' ' || p.bill_numbers[1] end as notice
        from myaccount_core.payment p
        where p.client = ${client} and p.origin = 'autoPay' and p.decided_at >= ${since}
          and (p.status = 'declined'
            or (p.status = 'canceled' and p.reason = any(${refusedReasons}::text[])))) failed
      where not exists (select 1 from myaccount_core.auto_pay_notice n
        where n.client = failed.client and n.subject = failed.notice)
      order by decided_at, id limit ${limit}`,
  )
}

export interface ExpiringCard {
  client: string
  accountNumber: string
  recordId: string
  number: number
  /** Date as MM/YYYY. */
  expirationDate: string
}

/** Saved cards of a client that expire from `today` to `by` and that were not emailed about yet. */
export async function findExpiringCards(
  queries: Queries,
  client: string,
  today: string,
  by: string,
  after: number,
  limit: number,
): Promise<ExpiringCard[]> {
  return await queries.rows<ExpiringCard>(
    sql`select * from (
      select client, account_number, record_id,
        number::float8 as number, expiration_date,
        (to_date(expiration_date, 'MM/YYYY') + interval '1 month - 1 day')::date as last_day
      from myaccount_core.payment_method
      where client = ${client} and kind = 'card' and deleted_at is null and number > ${after}) card
      where last_day between ${today}::date and ${by}::date
        and not exists (select 1 from myaccount_core.auto_pay_notice n
          where n.client = card.client
            and n.subject = 'card ' || card.record_id || ' ' || card.expiration_date)
      order by number limit ${limit}`,
  )
}
