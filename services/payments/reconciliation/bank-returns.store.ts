import { type Queries, sql } from "#database/sql.ts"

/** The bank debits of a client since a certain time, and how many of them banks took back. */
export interface BankReturns {
  client: string
  debits: number
  unauthorized: number
  administrative: number
  other: number
}

/** The bank debits since `since` of each client that has any, by the reasons of their returns. */
export async function findBankReturns(
  queries: Queries,
  since: Date,
  reasons: { unauthorized: string[]; administrative: string[] },
): Promise<BankReturns[]> {
  return await queries.rows<BankReturns>(
    sql`select c.client, r.debits, r.unauthorized, r.administrative,
        r.returned - r.unauthorized - r.administrative as other
      from appcontent.client c cross join lateral (
        select count(*)::int as debits,
          count(*) filter (where p.is_returned)::int as returned,
          count(*) filter (where p.is_returned
            and p.reason = any(${reasons.unauthorized}::text[]))::int as unauthorized,
          count(*) filter (where p.is_returned
            and p.reason = any(${reasons.administrative}::text[]))::int as administrative
        from (
          select reason, status in ('returned', 'disputeLost') as is_returned
          from myaccount_core.payment
          where client = c.client and submitted_at >= ${since} and method_kind = 'bank'
            and status not in ('submitted', 'unknown', 'declined', 'canceled')) p) r
      where r.debits > 0`,
  )
}
