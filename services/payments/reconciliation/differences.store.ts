import { type Queries, sql } from "#database/sql.ts"
import { standingKinds } from "./standing-differences.store.ts"

export const differenceKinds = [
  "unknownMovement",
  "amountCharged",
  "balance",
  "notRecorded",
  "notAtGateway",
  "notFinal",
  "notPosted",
  ...standingKinds,
  "posting",
  /** One of our payments has paid a bill that the account system shows as open. */
  "billPaid",
  /** The number of a product on auto pay stands for a different product than the authorized one. */
  "otherProduct",
  "payout",
  "payoutFailed",
  "methodRequest",
  "unmatchedReport",
  "notBilled",
  /** The account system accepted a change, and no read shows it. */
  "notShown",
] as const

export type DifferenceKind = (typeof differenceKinds)[number]

/** A disagreement between the gateway, our payments and the account system. */
export interface Difference {
  kind: DifferenceKind
  /** The differing payment, movement, payout or report. Unique together with the kind. */
  subject: string
  client: string | null
  paymentId: string | null
  /** The gateway's reference; "" if there is none. */
  reference: string
  /** The cents that we recorded, and that the other side has; null if it is not about money. */
  ours: number | null
  theirs: number | null
  /** When the money moved, or the request was made. */
  at: Date
}

/** Time that a request or a payment may take before it is a difference. */
export interface Patience {
  dayAgo: Date
  threeDaysAgo: Date
  twoWeeksAgo: Date
  /** The time from which movements have been read. */
  readFrom: Date
}

/** Movements that do not belong to one of our payments. */
export async function findUnknownMovements(
  queries: Queries,
  gateway: string,
): Promise<Difference[]> {
  return await queries.rows<Difference>(
    sql`select 'unknownMovement' as kind, coalesce(nullif(charge, ''), reference) as subject,
        null as client, null as payment_id, charge as reference, 0 as ours,
        sum(amount)::float8 as theirs, min(at) as at
      from myaccount_core.gateway_movement
      where payment_id is null and gateway = ${gateway} and kind not in ('fee', 'payout')
      group by 2, charge`,
  )
}

/**
 * Payments that were charged a different amount, or whose money at the gateway differs from our
 * records. The money of an open dispute may or may not be withheld. Movements were read until
 * `readUntil`: the next sweep compares the balance of a payment that was refunded after that.
 */
export async function findOtherBalances(
  queries: Queries,
  gateway: string,
  readUntil: Date,
): Promise<Difference[]> {
  return await queries.rows<Difference>(
    sql`select case when charged <> amount then 'amountCharged'
          when status in ('submitted', 'unknown', 'declined', 'canceled') then 'notRecorded'
          else 'balance' end as kind,
        id::text as subject, client, id as payment_id, gateway_reference as reference,
        (case when charged <> amount then amount else expected end)::float8 as ours,
        (case when charged <> amount then charged else balance end)::float8 as theirs, at
      from (
        select p.id, p.client, p.gateway_reference, p.status, m.charged, m.balance, m.at, p.amount * 100 as amount,
          case when p.status in ('submitted', 'unknown', 'declined', 'canceled', 'returned', 'disputeLost')
            then 0 else (p.amount - p.refunded) * 100 end as expected
        from myaccount_core.payment p join (
          select client, payment_id, sum(amount) filter (where kind = 'charge') as charged,
            sum(amount) as balance, min(at) as at
          from myaccount_core.gateway_movement
          where payment_id is not null and gateway = ${gateway} group by client, payment_id) m
        on m.client = p.client and m.payment_id = p.id where m.charged is not null) payment
      where charged <> amount
        or (balance <> expected and not (status = 'disputed' and balance = 0)
          and not exists (select from myaccount_core.refund_event e
            where e.client = payment.client and e.payment_id = payment.id and e.at >= ${readUntil}))`,
  )
}

/** Settled payments without a charge among the gateway's movements. */
export async function findNotAtGateway(
  queries: Queries,
  gateway: string,
  { readFrom, threeDaysAgo }: Patience,
): Promise<Difference[]> {
  return await queries.rows<Difference>(
    sql`select 'notAtGateway' as kind, p.id::text as subject, p.client, p.id as payment_id,
        p.gateway_reference as reference, (p.amount * 100)::float8 as ours, 0 as theirs, e.at
      from myaccount_core.payment p
      join myaccount_core.payment_event e
        on e.client = p.client and e.payment_id = p.id and e.status = 'settled'
      where p.gateway = ${gateway} and e.at between ${readFrom} and ${threeDaysAgo}
        and p.status not in ('returned', 'disputeLost')
        and not exists (select from myaccount_core.gateway_movement m
          where m.client = p.client and m.payment_id = p.id and m.kind = 'charge')`,
  )
}

/**
 * Payments and refunds without a final result, postings that are a day late, and open method
 * requests.
 */
export async function findUnfinished(
  queries: Queries,
  { dayAgo, twoWeeksAgo }: Patience,
): Promise<Difference[]> {
  return await queries.rows<Difference>(
    sql`select case when status in ('submitted', 'unknown', 'accepted', 'pending')
            and submitted_at <= ${twoWeeksAgo} or status in ('submitted', 'unknown')
          then 'notFinal' else 'notPosted' end as kind,
        id::text as subject, client, id as payment_id, gateway_reference as reference,
        (amount * 100)::float8 as ours, null::float8 as theirs, submitted_at as at
      from myaccount_core.payment
      where (status in ('submitted', 'unknown') and submitted_at <= ${dayAgo})
        or (status in ('accepted', 'pending') and submitted_at <= ${twoWeeksAgo})
        or (next_try_at is not null and decided_at <= ${dayAgo} and applied_at is null
          and status not in ('submitted', 'unknown', 'declined', 'canceled'))
        or (next_try_at is not null and decided_at <= ${dayAgo} and reversed_at is null
          and status in ('returned', 'disputeLost'))
      union all
      select case when succeeded_at is null then 'notFinal' else 'notPosted' end,
        'refund ' || id, client, payment_id, gateway_reference, amount::float8, null, requested_at
      from myaccount_core.refund
      where (status = 'approved' and coalesce(decided_at, requested_at) <= ${dayAgo})
        or (status = 'accepted' and requested_at <= ${twoWeeksAgo})
        or (succeeded_at <= ${dayAgo} and posted_at is null)
        or (failed_at <= ${dayAgo} and posted_at is not null and undone_at is null)
      union all
      select 'notPosted', kind || ' ' || id, client, null, '', amount::float8, null, requested_at
      from myaccount_core.correction
      where status = 'approved' and coalesce(decided_at, requested_at) <= ${dayAgo}
      union all
      select 'methodRequest', id::text, client, null, '', null, null, created_at
      from myaccount_core.payment_method_request
      where next_try_at is not null and created_at <= ${dayAgo}`,
  )
}

/** Payouts that failed, or whose movements have a different sum; reports about unknown payments. */
export async function findOtherPayouts(queries: Queries, gateway: string): Promise<Difference[]> {
  return await queries.rows<Difference>(
    sql`select case when o.status = 'failed' then 'payoutFailed' else 'payout' end as kind,
        o.reference as subject, null as client, null as payment_id, o.reference,
        coalesce(m.sum, 0)::float8 as ours, o.amount::float8 as theirs, o.made_at as at
      from myaccount_core.gateway_payout o left join (
        select payout, sum(amount - fee) as sum from myaccount_core.gateway_movement
        where gateway = ${gateway} and payout <> '' and kind <> 'payout' group by payout) m
      on m.payout = o.reference
      where o.gateway = ${gateway} and (o.status = 'failed'
        or (o.itemized_at is not null and coalesce(m.sum, 0) <> o.amount))
      union all
      select 'unmatchedReport', concat_ws(' ', reference, key, status), null, null, reference,
        null, null, first_at
      from myaccount_core.unmatched_report where gateway = ${gateway} and payment_id is null`,
  )
}

/**
 * Stores the current differences, and marks all others as resolved. Returns the new ones. Standing
 * differences are not changed.
 */
export async function writeDifferences(
  tx: Queries,
  found: readonly Difference[],
  now: Date,
): Promise<NewDifference[]> {
  const added = await addDifferences(tx, found, now)
  await tx.rows(
    sql`update myaccount_core.payment_difference set resolved_at = ${now}
      where resolved_at is null and last_seen_at < ${now} and not kind = any(${standingKinds}::text[])`,
  )
  return added
}

export type NewDifference = Pick<Difference, "kind" | "client" | "subject">

/** Stores differences that were found at this time. Returns the new ones. */
export async function addDifferences(
  tx: Queries,
  found: readonly Difference[],
  now: Date,
): Promise<NewDifference[]> {
  // An account system that lists a posting under several clients would write one row twice.
  const rows = new Map(found.map((one) => [`${one.kind} ${one.subject}`, rowOf(one)]))
  return await tx.rows<NewDifference>(
    sql`with found as (
      select * from json_populate_recordset(null::myaccount_core.payment_difference,
        ${JSON.stringify([...rows.values()])}::json)),
    known as (
      select kind, subject from myaccount_core.payment_difference where resolved_at is null),
    written as (
      insert into myaccount_core.payment_difference as d
      select kind, subject, client, payment_id, reference, ours, theirs, at, ${now}, ${now}, null
      from found
      on conflict (kind, subject) do update set last_seen_at = ${now}, resolved_at = null,
        ours = excluded.ours, theirs = excluded.theirs)
    select kind, client, subject from found
      where not exists (select from known k where k.kind = found.kind and k.subject = found.subject)
      order by kind, subject`,
  )
}

function rowOf({ paymentId, ...difference }: Difference) {
  return { ...difference, payment_id: paymentId }
}
