import { type Queries, sql } from "#database/sql.ts"
import type { Period } from "#ports/payment-gateway/port.ts"
import type { Difference } from "../differences/differences.store.ts"

/** Time that a request or a payment may take before it is a difference. */
export interface Patience {
  dayAgo: Date
  twoWeeksAgo: Date
}

/** Movements that do not belong to one of our payments. */
export async function findUnknownMovements(
  queries: Queries,
  gateway: string,
): Promise<Difference[]> {
  return await queries.rows<Difference>(
    sql`select 'unknownMovement' as kind, coalesce(nullif(charge, ''), reference) as subject,
        null as client, null as payment_id, charge as reference, 0 as ours,
        sum(amount)::float8 as theirs, min(at) as at, ${gateway} as gateway
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

/** Payments that settled in this period without a charge among the gateway's movements. */
export async function findNotAtGateway(
  queries: Queries,
  gateway: string,
  { from, until }: Period,
): Promise<Difference[]> {
  return await queries.rows<Difference>(
    sql`select 'notAtGateway' as kind, p.id::text as subject, p.client, p.id as payment_id,
        p.gateway_reference as reference, (p.amount * 100)::float8 as ours, 0 as theirs, e.at
      from myaccount_core.payment p
      join myaccount_core.payment_event e
        on e.client = p.client and e.payment_id = p.id and e.status = 'settled'
      where p.gateway = ${gateway} and e.at between ${from} and ${until}
        and p.status not in ('returned', 'disputeLost')
        and not exists (select from myaccount_core.gateway_movement m
          where m.client = p.client and m.payment_id = p.id and m.kind = 'charge')`,
  )
}

/**
 * Payments and refunds without a final result, postings that are a day late, and open method
 * requests. The day of a return or a lost dispute starts when we recorded it.
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
        or (next_try_at is not null and reversed_at is null and status in ('returned', 'disputeLost')
          and exists (select from myaccount_core.payment_event e where e.client = payment.client
            and e.payment_id = payment.id and e.status = payment.status and e.at <= ${dayAgo}))
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
        coalesce(m.sum, 0)::float8 as ours, o.amount::float8 as theirs, o.made_at as at, o.gateway
      from myaccount_core.gateway_payout o left join (
        select payout, sum(amount - fee) as sum from myaccount_core.gateway_movement
        where gateway = ${gateway} and payout <> '' and kind <> 'payout' group by payout) m
      on m.payout = o.reference
      where o.gateway = ${gateway} and (o.status = 'failed'
        or (o.itemized_at is not null and coalesce(m.sum, 0) <> o.amount))
      union all
      select 'unmatchedReport', concat_ws(' ', reference, key, status), null, null, reference,
        null, null, first_at, gateway
      from myaccount_core.unmatched_report where gateway = ${gateway} and payment_id is null`,
  )
}
