import { type Queries, sql } from "#database/sql.ts"

/** The payments of a client that need work. A date is null if there are none. */
export interface WaitingPayments {
  client: string
  /** Payments that may or may not have been sent to the gateway. */
  submitted: number
  /** Payments for which the gateway did not report whether money moved. */
  unknown: number
  undecidedSince: Date | null
  /** Accepted payments that are not yet posted in the account system. */
  notPosted: number
  notPostedSince: Date | null
}

/** The waiting payments of each client that has any. */
export async function findWaitingPayments(queries: Queries): Promise<WaitingPayments[]> {
  return await queries.rows<WaitingPayments>(
    sql`select p.client, count(*) filter (where p.status = 'submitted')::int as submitted,
        count(*) filter (where p.status = 'unknown')::int as unknown,
        min(p.submitted_at) filter (where p.status in ('submitted', 'unknown')) as undecided_since,
        count(*) filter (where p.confirmation_number is not null and p.applied_at is null)::int
          as not_posted,
        min(p.decided_at) filter (where p.confirmation_number is not null and p.applied_at is null)
          as not_posted_since
      from myaccount_core.payment p where p.next_try_at is not null group by p.client`,
  )
}
