import { type Queries, sql } from "#database/sql.ts"
import type { DaysOfClient } from "./ledger.store.ts"

/** Sum of the credits, write-offs or reversals of one day and product. No money moves. */
export interface CorrectionSum {
  kind: "credit" | "writeOff" | "reversal"
  /** A day of the client, YYYY-MM-DD. */
  day: string
  product: string
  count: number
  /** Cents. */
  amount: number
}

/**
 * The posted credits, write-offs and reversals, by the day of their request or approval, like the
 * entries.
 */
export async function findCorrectionSums(
  queries: Queries,
  { client, timeZone, start, end }: DaysOfClient,
): Promise<CorrectionSum[]> {
  return await queries.rows<CorrectionSum>(
    sql`select kind, (coalesce(decided_at, requested_at) at time zone ${timeZone})::date as day,
        product_desc as product, count(*)::float8 as count, sum(posted_amount)::float8 as amount
      from myaccount_core.correction
      where client = ${client} and status = 'posted' and reversed_kind is distinct from 'payment'
        and coalesce(decided_at, requested_at) >= ${start}
        and coalesce(decided_at, requested_at) < ${end}
      group by 1, 2, 3 order by 2, 1, 3`,
  )
}
