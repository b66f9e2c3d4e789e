import { type Queries, sql } from "#database/sql.ts"
import type { Movement, Payout } from "#ports/payment-gateway/port.ts"
import type { Payment } from "../paying/payments.store.ts"
import { type PaymentRow, paymentOf } from "../paying/payments.store.ts"

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Stores movements of the gateway, each once, with their payment. A payout that becomes known later
 * is added.
 */
export async function writeMovements(
  queries: Queries,
  gateway: string,
  movements: readonly Movement[],
): Promise<void> {
  if (movements.length === 0) return
  const rows = movements.map(({ key, ...movement }) => ({
    ...movement,
    payment: uuid.test(key) ? key : null,
  }))
  await queries.rows(
    sql`insert into myaccount_core.gateway_movement as g
        (gateway, reference, kind, charge, amount, fee, at, payout, payment_id, client)
      select ${gateway}, m.reference, m.kind, m.charge, m.amount, m.fee, m.at, m.payout, p.id, p.client
      from json_to_recordset(${JSON.stringify(rows)}::json) as m (reference text, kind text,
        charge text, amount bigint, fee bigint, at timestamptz, payout text, payment uuid)
      left join lateral (
        select * from (
          select id, client, 1 as rank from myaccount_core.payment
            where gateway = ${gateway} and id = m.payment
          union all select id, client, 2 from myaccount_core.payment
            where gateway = ${gateway} and gateway_reference <> '' and gateway_reference = m.charge
          union all select id, client, 3 from myaccount_core.payment
            where gateway = ${gateway} and charge_reference <> '' and charge_reference = m.charge) found
        order by rank limit 1) p on true
      on conflict (gateway, reference) do update set
        payout = coalesce(nullif(excluded.payout, ''), g.payout),
        payment_id = coalesce(g.payment_id, excluded.payment_id),
        client = coalesce(g.client, excluded.client)`,
  )
}

/** Stores a payout, or its new status. Returns whether its movements still have to be read. */
export async function writePayout(
  queries: Queries,
  gateway: string,
  { reference, amount, status, arrivesOn, madeAt, isItemized }: Payout,
): Promise<boolean> {
  const [row] = await queries.rows<{ isOpen: boolean }>(
    sql`insert into myaccount_core.gateway_payout
        (gateway, reference, amount, status, arrives_on, made_at)
      values (${gateway}, ${reference}, ${amount}, ${status}, ${arrivesOn}, ${madeAt})
      on conflict (gateway, reference) do update set status = ${status}, arrives_on = ${arrivesOn},
        amount = ${amount}
      returning itemized_at is null as is_open`,
  )
  return isItemized && row?.isOpen === true
}

export async function markItemized(
  queries: Queries,
  gateway: string,
  reference: string,
  now: Date,
): Promise<void> {
  await queries.rows(
    sql`update myaccount_core.gateway_payout set itemized_at = ${now}
      where gateway = ${gateway} and reference = ${reference}`,
  )
}

/**
 * Payments of all clients without a final result, submitted before this time, ordered by client and
 * id.
 */
export async function findNotFinal(
  queries: Queries,
  gateway: string,
  submittedBefore: Date,
  after: Pick<Payment, "client" | "id"> | undefined,
  limit: number,
): Promise<Payment[]> {
  const rows = await queries.rows<PaymentRow>(
    sql`select * from myaccount_core.payment
      where status in ('submitted', 'unknown', 'accepted', 'pending', 'inquiry', 'disputed')
        and gateway = ${gateway} and submitted_at <= ${submittedBefore}
        and (client, id) > (${after?.client ?? ""}, ${after?.id ?? "00000000-0000-0000-0000-000000000000"})
      order by client, id limit ${limit}`,
  )
  return rows.map(paymentOf)
}

/** Payments of all clients with money movements that our records do not show. */
export async function findMoved(queries: Queries, gateway: string): Promise<Payment[]> {
  const rows = await queries.rows<PaymentRow>(
    sql`select p.* from myaccount_core.payment p join (
        select client, payment_id, sum(amount) as balance,
          bool_or(kind = 'charge') as is_charged,
          -coalesce(sum(amount) filter (where kind = 'refund'), 0) as refunded,
          bool_or(kind = 'return') as is_returned, bool_or(kind = 'dispute') as is_disputed
        from myaccount_core.gateway_movement
        where payment_id is not null and gateway = ${gateway} group by client, payment_id) m
      on m.client = p.client and m.payment_id = p.id
      where (m.is_charged and m.balance <> 0 and p.status in ('submitted', 'unknown', 'declined', 'canceled'))
        or m.refunded <> p.refunded * 100
        or (m.is_returned and p.status not in ('returned', 'disputeLost', 'declined', 'canceled'))
        or (m.is_disputed and p.status not in ('disputed', 'disputeWon', 'disputeLost', 'returned'))
      order by p.client, p.id`,
  )
  return rows.map(paymentOf)
}

/**
 * The payments of all clients with a refund that the gateway has accepted and not yet completed.
 */
export async function findRefundedOnTheWay(
  queries: Queries,
  gateway: string,
): Promise<Pick<Payment, "client" | "id">[]> {
  return await queries.rows(
    sql`select distinct p.client, p.id from myaccount_core.refund r
      join myaccount_core.payment p on p.client = r.client and p.id = r.payment_id
      where r.status = 'accepted' and p.gateway = ${gateway} order by p.client, p.id limit 1000`,
  )
}
