import { type Queries, sql } from "#database/sql.ts"
import type { DaysOfClient, LedgerSum } from "./ledger.store.ts"

/** Money of a payment that was paid, refunded or taken back. */
export interface ListedMoney {
  kind: Exclude<LedgerSum["kind"], "disputesOpened" | "settled" | "fees">
  at: Date
  paymentId: string
  number: number
  accountNumber: string
  policyNumber: string
  product: string
  /** Method label such as "VISA ending in 4242". */
  method: string
  /** Cents, always positive. */
  amount: number
  confirmationNumber: string | null
  /** When the account system posted it. */
  postedAt: Date | null
  /** When the gateway moved the money, and in which payout; null and "" if it has not. */
  settledAt: Date | null
  payout: string
}

/** The position of a row in the list. */
export type ListPlace = Pick<ListedMoney, "at" | "paymentId" | "number">

/**
 * The next rows of the list after `after`, oldest first: the rows included in the ledger's net sum.
 */
export async function findListedMoney(
  queries: Queries,
  { client, start, end }: DaysOfClient,
  after: ListPlace | undefined,
  limit: number,
): Promise<ListedMoney[]> {
  const {
    at = new Date(0),
    paymentId = "00000000-0000-0000-0000-000000000000",
    number = -1,
  } = after ?? {}
  return await queries.rows<ListedMoney>(
    sql`select m.kind, m.at, m.payment_id, m.number, p.account_number, p.policy_number,
        p.product_desc as product, p.method_label as method, m.amount::float8 as amount,
        p.confirmation_number, g.at as settled_at, coalesce(g.payout, '') as payout,
        case m.kind when 'payments' then p.applied_at when 'refunds' then (
            select r.posted_at from myaccount_core.refund r
            where r.client = m.client and r.payment_id = m.payment_id and r.amount = m.amount
              and r.requested_at <= m.at order by r.requested_at desc limit 1)
          else p.reversed_at end as posted_at
      from (
        select * from myaccount_core.payment_money
        where client = ${client} and kind <> 'disputesOpened' and at >= ${start} and at < ${end}
          and (date_trunc('milliseconds', at), payment_id, number)
            > (${at}::timestamptz, ${paymentId}::uuid, ${number}::integer)
        order by date_trunc('milliseconds', at), payment_id, number limit ${limit}) m
      join myaccount_core.payment p on p.client = m.client and p.id = m.payment_id
      left join lateral (
        select at, payout from myaccount_core.gateway_movement
        where client = m.client and payment_id = m.payment_id
          and kind = case m.kind when 'payments' then 'charge' when 'refunds' then 'refund'
            when 'returns' then 'return' else 'dispute' end
          and (m.kind <> 'refunds' or amount = -m.amount)
        order by at limit 1) g on true
      order by date_trunc('milliseconds', m.at), m.payment_id, m.number`,
  )
}
