import { oneRow, type Queries, sql } from "#database/sql.ts"
import type { GatewayReport } from "#ports/payment-gateway/port.ts"

/** Keeps a report about a charge that is no payment of ours. Returns how often it has come. */
export async function keepUnmatchedReport(
  queries: Queries,
  gateway: string,
  { key, reference, status, reason, refundedAmount }: GatewayReport,
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
