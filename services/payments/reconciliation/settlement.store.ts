import { type Queries, sql } from "#database/sql.ts"
import type { DaysOfClient } from "./ledger.store.ts"

/**
 * Payments whose charge differs from what we accepted, at a certain time. Amounts are integer
 * cents.
 */
export interface GatewaySettlement {
  method: "card" | "bank"
  /**
   * Number and sum of the pending payments. Earlier refunds do not lower it: the charge arrives in
   * full.
   */
  count: number
  amount: number
  /** Payments that a bank returned without a charge that arrived. */
  takenBack: number
  /** Charges that arrived before we accepted them. */
  notAccepted: number
}

/**
 * The payments before a certain time that had not settled, by method. The charges that arrived by
 * then equal the payments accepted by then, less `amount` and `takenBack`, plus `notAccepted`.
 */
export async function findSettlement(
  queries: Queries,
  client: string,
  until: Date,
): Promise<GatewaySettlement[]> {
  return await queries.rows<GatewaySettlement>(
    sql`select method, count(*) filter (where open > 0 and not is_taken_back)::float8 as count,
        coalesce(sum(open) filter (where open > 0 and not is_taken_back), 0)::float8 as amount,
        coalesce(sum(open) filter (where open > 0 and is_taken_back), 0)::float8 as taken_back,
        coalesce(-sum(open) filter (where open < 0), 0)::float8 as not_accepted
      from (
        select method, open, exists (select from myaccount_core.payment_event e
          where e.client = ${client} and e.payment_id = payment.id and e.at < ${until}
            and e.status in ('returned', 'disputeLost')) as is_taken_back
        from (
          select p.id, p.method_kind as method,
            case when p.status not in ('submitted', 'unknown', 'declined', 'canceled')
                and coalesce(p.decided_at, p.submitted_at) < ${until}
              then p.amount * 100 else 0 end - coalesce(m.charged, 0) as open
          from myaccount_core.payment p left join (
            select payment_id, sum(amount) as charged from myaccount_core.gateway_movement
            where client = ${client} and kind = 'charge' and at < ${until}
            group by payment_id) m on m.payment_id = p.id
          where p.client = ${client}) payment
        where open <> 0) unsettled
      group by 1 order by 1 desc`,
  )
}

/**
 * The client's movements before a day that no payout of an earlier day contains, less fees, in
 * cents. A payout is known once the sweep has read it.
 */
export async function findNotPaidOut(
  queries: Queries,
  client: string,
  { until, day }: { until: Date; day: string },
): Promise<{ count: number; amount: number }> {
  const [row] = await queries.rows<{ count: number; amount: number }>(
    sql`select count(*)::float8 as count, coalesce(sum(amount), 0)::float8 as amount
      from (
        select (m.amount - m.fee) * ((m.at < ${until})::int
            - coalesce(o.arrives_on < ${day}::date, false)::int) as amount
        from myaccount_core.gateway_movement m left join myaccount_core.gateway_payout o
          on o.gateway = m.gateway and o.reference = m.payout and m.payout <> ''
        where m.client = ${client} and m.kind <> 'payout') movement
      where amount <> 0`,
  )
  return row ?? { count: 0, amount: 0 }
}

/** The sum of refunds, returns and disputes at the gateway in the period, in cents. */
export async function findGivenBack(
  queries: Queries,
  { client, start, end }: DaysOfClient,
): Promise<number> {
  const [row] = await queries.rows<{ amount: number }>(
    sql`select coalesce(-sum(amount), 0)::float8 as amount from myaccount_core.gateway_movement
      where client = ${client} and kind not in ('charge', 'payout')
        and at >= ${start} and at < ${end}`,
  )
  return row?.amount ?? 0
}
