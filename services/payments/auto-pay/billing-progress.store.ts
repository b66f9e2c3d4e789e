import { type Queries, sql } from "#database/sql.ts"

/** The billing progress of a client. */
export interface BillingProgress {
  client: string
  /** When the last completed run finished; null before the first one. */
  finishedAt: Date | null
  /** Whether the newest run has started and not finished. */
  isRunning: boolean
}

/**
 * Lists each client that the job bills or has billed, also before its first run: billing may be off
 * for all clients.
 */
export async function findBillingProgress(queries: Queries): Promise<BillingProgress[]> {
  return await queries.rows<BillingProgress>(
    sql`select c.client, done.finished_at,
        newest.day is not null and newest.finished_at is null as is_running
      from appcontent.client c
      left join lateral (select r.day, r.finished_at from myaccount_core.billing_run r
        where r.client = c.client order by r.day desc limit 1) newest on true
      left join lateral (select r.finished_at from myaccount_core.billing_run r
        where r.client = c.client and r.finished_at is not null order by r.day desc limit 1) done
        on true
      where newest.day is not null
        or exists (select from appcontent.site s where s.client = c.client and s.is_customer_site)
      order by c.client`,
  )
}
