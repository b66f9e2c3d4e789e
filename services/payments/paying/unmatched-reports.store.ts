import { oneRow, type Queries, sql } from "#database/sql.ts"
import type { GatewayReport } from "#ports/payment-gateway/port.ts"
import { onePayment, type Payment } from "./payments.store.ts"

const uuidPattern = "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"

export type UnmatchedReport = Omit<GatewayReport, "status" | "chargeReference"> & {
  status: GatewayReport["status"] | "fraudWarning"
}

/**
 * Stores a report about a charge that is not one of our payments. Returns how often it has arrived.
 */
export async function storeUnmatchedReport(
  queries: Queries,
  gateway: string,
  { key, reference, status, reason, refundedAmount }: UnmatchedReport,
  now: Date,
): Promise<number> {
  const row = await oneRow<{ reports: number }>(
    queries,
    sql`insert into myaccount_core.unmatched_report as r
        (gateway, key, reference, status, reason, refunded, first_at, last_at)
      values (${gateway}, ${key}, ${reference}, ${status}, ${reason}, ${refundedAmount},
        ${now}, ${now})
      on conflict (gateway, key, reference, status) do update set
        reports = r.reports + 1, last_at = ${now}, reason = ${reason}, refunded = ${refundedAmount}
      returning reports`,
  )
  return row?.reports ?? 0
}

/** The payment, of any client, with this key at the gateway: its id. */
export async function findPaymentOfKey(
  queries: Queries,
  gateway: string,
  key: string,
): Promise<Payment | undefined> {
  return await onePayment(
    queries,
    sql`select * from myaccount_core.payment where id = ${key} and gateway = ${gateway}`,
  )
}

/** The payment, of any client, with this gateway reference or second reference. */
export async function findPaymentByReference(
  queries: Queries,
  gateway: string,
  reference: string,
): Promise<Payment | undefined> {
  if (reference === "") return undefined
  return await onePayment(
    queries,
    sql`select * from (
        select * from myaccount_core.payment
          where gateway = ${gateway} and gateway_reference = ${reference} and gateway_reference <> ''
        union all select * from myaccount_core.payment
          where gateway = ${gateway} and charge_reference = ${reference} and charge_reference <> '') p
      order by number limit 1`,
  )
}

/**
 * Payments that were recorded after a report about them was stored, or whose gateway reference
 * became known since. A report contains the payment, or either reference of its charge.
 */
export async function findMatchedReports(
  queries: Queries,
  gateway: string,
): Promise<Pick<Payment, "client" | "id">[]> {
  return await queries.rows(
    sql`select distinct p.client, p.id from myaccount_core.unmatched_report r
      cross join lateral (
        select client, id from myaccount_core.payment
          where gateway = ${gateway} and id = case when r.key ~ ${uuidPattern} then r.key::uuid end
        union all select client, id from myaccount_core.payment
          where gateway = ${gateway} and gateway_reference <> '' and gateway_reference = r.reference
        union all select client, id from myaccount_core.payment
          where gateway = ${gateway} and charge_reference <> '' and charge_reference = r.reference) p
      where r.gateway = ${gateway} and r.payment_id is null`,
  )
}

/** Marks the reports about a payment as applied to it. */
export async function markReportsMatched(
  queries: Queries,
  { client, id }: Pick<Payment, "client" | "id">,
  now: Date,
): Promise<void> {
  await queries.rows(
    sql`update myaccount_core.unmatched_report r
      set (client, payment_id, matched_at) = (p.client, p.id, ${now}::timestamptz)
      from myaccount_core.payment p
      where p.client = ${client} and p.id = ${id} and r.payment_id is null
        and r.gateway = p.gateway and (r.key = p.id::text or (r.reference <> ''
          and r.reference in (p.gateway_reference, p.charge_reference)))`,
  )
}
