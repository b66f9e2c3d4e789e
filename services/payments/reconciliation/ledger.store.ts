import { type Queries, sql } from "#database/sql.ts"
import type { Payout } from "#ports/payment-gateway/port.ts"
import type { Difference, DifferenceKind } from "../differences/differences.store.ts"

/** A range of days of a client, as instants. */
export interface DaysOfClient {
  client: string
  timeZone: string
  start: Date
  /** End of the last day, exclusive. */
  end: Date
}

export interface Place {
  /** A day of the client, YYYY-MM-DD. */
  day: string
  method: "card" | "bank"
  product: string
}

export const ledgerSums = [
  "payments",
  "refunds",
  "returns",
  "disputesOpened",
  "disputesLost",
  "settled",
] as const

/** A sum of the ledger. Amounts are cents. */
export interface LedgerSum extends Place {
  kind: (typeof ledgerSums)[number] | "fees"
  count: number
  amount: number
}

/**
 * Payments by the day on which they were made, and refunds, returns and disputes by the day on
 * which they were recorded.
 */
export async function findEvents(queries: Queries, period: DaysOfClient): Promise<LedgerSum[]> {
  const { client, timeZone, start, end } = period
  return await queries.rows<LedgerSum>(
    sql`select kind, (at at time zone ${timeZone})::date as day, method, product,
        count(*)::float8 as count, sum(amount)::float8 as amount
      from (
        select m.kind, m.at, p.method_kind as method, p.product_desc as product, m.amount
        from myaccount_core.payment_money m
        join myaccount_core.payment p on p.client = m.client and p.id = m.payment_id
        where m.client = ${client}) event
      where at >= ${start} and at < ${end}
      group by 1, 2, 3, 4`,
  )
}

/** Charges that arrived at the gateway, and its fees, by day of arrival. */
export async function findSettlements(
  queries: Queries,
  { client, timeZone, start, end }: DaysOfClient,
): Promise<LedgerSum[]> {
  return await queries.rows<LedgerSum>(
    sql`select part.kind, (m.at at time zone ${timeZone})::date as day, p.method_kind as method,
        p.product_desc as product, count(*)::float8 as count, sum(part.amount)::float8 as amount
      from myaccount_core.gateway_movement m
      join myaccount_core.payment p on p.id = m.payment_id and p.client = m.client,
      lateral (values ('settled', m.amount), ('fees', m.fee)) part (kind, amount)
      where m.client = ${client} and m.at >= ${start} and m.at < ${end}
        and (m.kind = 'charge' or part.kind = 'fees') and part.amount <> 0
      group by 1, 2, 3, 4`,
  )
}

export interface PayoutOfClient {
  reference: string
  arrivesOn: string
  status: Payout["status"]
  /** Cents of the whole payout, across all clients. */
  amount: number
  /** This client's part: charges, all refunds, returns and disputes, fees, and the remainder. */
  charges: number
  takenBack: number
  fees: number
  net: number
}

/** The payouts that arrive on these days and contain money of the client. */
export async function findPayouts(
  queries: Queries,
  client: string,
  from: string,
  to: string,
): Promise<PayoutOfClient[]> {
  return await queries.rows<PayoutOfClient>(
    sql`select o.reference, o.arrives_on, o.status, o.amount::float8 as amount, m.charges,
        m.taken_back, m.fees, m.net
      from myaccount_core.gateway_payout o, lateral (
        select coalesce(sum(amount) filter (where client = ${client} and kind = 'charge'), 0)::float8
            as charges,
          -coalesce(sum(amount) filter (where client = ${client} and kind <> 'charge'), 0)::float8
            as taken_back,
          coalesce(sum(fee) filter (where client = ${client}), 0)::float8 as fees,
          coalesce(sum(amount - fee) filter (where client = ${client}), 0)::float8 as net,
          count(*) filter (where client = ${client}) as own
        from myaccount_core.gateway_movement
        where gateway = o.gateway and payout = o.reference and kind <> 'payout') m
      where o.arrives_on between ${from} and ${to} and m.own > 0
      order by o.arrives_on, o.reference`,
  )
}

export interface StoredDifference extends Omit<Difference, "kind" | "gateway"> {
  /**
   * `sums`: the ledger compares the sums of its period each time, and does not store the result.
   */
  kind: DifferenceKind | "sums"
  /** The class of the refusal and the gateway's code if it is `notCharged`; otherwise "". */
  detail: string
  firstSeenAt: Date
  /** When it was resolved; null while it exists. */
  resolvedAt: Date | null
}

/**
 * Differences of these days, and older ones that still exist; optionally also differences without a
 * client, of the accounts that have payments of this one.
 */
export async function findDifferences(
  queries: Queries,
  { client, start, end }: DaysOfClient,
  isWithUnknown: boolean,
): Promise<StoredDifference[]> {
  return await queries.rows<StoredDifference>(
    sql`select kind, subject, client, payment_id, reference, ours::float8 as ours,
        theirs::float8 as theirs, at, first_seen_at, resolved_at,
        case when kind = 'notCharged' then detail else '' end as detail
      from myaccount_core.payment_difference
      where (client = ${client} or (client is null and ${isWithUnknown}::boolean
          and (gateway is null or exists (select from myaccount_core.payment p
            where p.client = ${client} and p.gateway = payment_difference.gateway))))
        and at < ${end} and (at >= ${start} or resolved_at is null)
      order by at, kind, subject`,
  )
}
