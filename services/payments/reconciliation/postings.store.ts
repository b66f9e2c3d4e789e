import { type Queries, sql } from "#database/sql.ts"

/** A payment that was accepted, with what is posted of it in the account system. */
export interface PaymentToPost {
  id: string
  reference: string
  /** Cents. */
  amount: number
  /** When it was made, and when that was posted. */
  paidAt: Date
  appliedAt: Date | null
  /** When its return was recorded, and when that was posted. */
  takenBackAt: Date | null
  reversedAt: Date | null
}

/** The payments of a client that were made or taken back since a moment. */
export async function findPaymentsToPost(
  queries: Queries,
  client: string,
  since: Date,
): Promise<PaymentToPost[]> {
  return await queries.rows<PaymentToPost>(
    sql`select p.id, p.gateway_reference as reference, (p.amount * 100)::float8 as amount,
        coalesce(p.decided_at, p.submitted_at) as paid_at, p.applied_at,
        e.at as taken_back_at, p.reversed_at
      from myaccount_core.payment p left join lateral (
        select min(at) as at from myaccount_core.payment_event
        where payment_id = p.id and status in ('returned', 'disputeLost')) e on true
      where p.client = ${client} and p.status not in ('submitted', 'unknown', 'declined', 'canceled')
        and (coalesce(p.decided_at, p.submitted_at) >= ${since} or e.at >= ${since})`,
  )
}
