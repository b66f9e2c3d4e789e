import { type Queries, sql } from "#database/sql.ts"

/** The waiting payments of some clients. Dates are null if there are none. */
export interface WaitingNow {
  /** Payments without a result. */
  undecided: number
  undecidedSince: Date | null
  /** Accepted payments that are not posted in the account system. */
  notPosted: number
  notPostedSince: Date | null
  /** Payments that have paid a bill which the account system shows as open. */
  contradicted: number
  contradictedSince: Date | null
  /** Customers with a payment that was made before `late` and is undecided or not posted. */
  lateCustomers: number
}

/** Number of waiting payments of these clients, and since when they wait. */
export async function findWaitingNow(
  queries: Queries,
  clients: readonly string[],
  late: Date,
): Promise<WaitingNow> {
  const [row] = await queries.rows<WaitingNow>(
    sql`select count(*) filter (where w.is_undecided)::int as undecided,
        min(w.submitted_at) filter (where w.is_undecided) as undecided_since,
        count(*) filter (where w.is_not_posted)::int as not_posted,
        min(w.decided_at) filter (where w.is_not_posted) as not_posted_since,
        (select count(distinct d.payment_id)::int from myaccount_core.payment_difference d
          where d.client = any(${clients}::text[]) and d.kind = 'billPaid'
            and d.resolved_at is null) as contradicted,
        (select min(d.first_seen_at) from myaccount_core.payment_difference d
          where d.client = any(${clients}::text[]) and d.kind = 'billPaid'
            and d.resolved_at is null) as contradicted_since,
        count(distinct (w.client, w.account_number)) filter (where w.submitted_at < ${late}
          and (w.is_undecided or w.is_not_posted))::int as late_customers
      from (select p.client, p.account_number, p.submitted_at, p.decided_at,
          p.status in ('submitted', 'unknown') as is_undecided,
          p.confirmation_number is not null and p.applied_at is null as is_not_posted
        from myaccount_core.payment p
        where p.next_try_at is not null and p.client = any(${clients}::text[])) w`,
  )
  if (!row) throw new Error("An aggregate returns one row.")
  return row
}

/** Payments of some clients, by outcome. */
export interface RecentOutcome {
  outcome: "accepted" | "declined"
  /** Reason of a decline; otherwise "". */
  reason: string
  count: number
}

/**
 * Maximum number of counted payments per client, so that a busy brand costs no more than a quiet
 * one.
 */
const mostCounted = 300

/** Outcomes of the newest payments of these clients: at most 300 per client, made after `from`. */
export async function findRecentOutcomes(
  queries: Queries,
  clients: readonly string[],
  from: Date,
): Promise<RecentOutcome[]> {
  return await queries.rows<RecentOutcome>(
    sql`select o.outcome, o.reason, count(*)::int as count
      from unnest(${clients}::text[]) as served(client)
      cross join lateral (select p.status, p.reason, p.confirmation_number
        from myaccount_core.payment p
        where p.client = served.client and p.submitted_at > ${from}
        order by p.submitted_at desc limit ${mostCounted}) newest
      cross join lateral (select
          case when newest.status = 'declined' then 'declined' else 'accepted' end as outcome,
          case when newest.status = 'declined' then newest.reason else '' end as reason
        where newest.status = 'declined' or newest.confirmation_number is not null) o
      group by o.outcome, o.reason order by count desc, o.reason`,
  )
}
