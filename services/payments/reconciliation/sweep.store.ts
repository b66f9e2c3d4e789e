import { oneRow, type Queries, sql } from "#database/sql.ts"

/** True for one process per day, and for another one if the first did not finish in time. */
export async function claimSweep(
  queries: Queries,
  day: string,
  now: Date,
  until: Date,
): Promise<boolean> {
  const rows = await queries.rows(
    sql`insert into myaccount_core.sweep as s (day, claimed_until) values (${day}, ${until})
      on conflict (day) do update set claimed_until = ${until}
        where s.finished_at is null and s.claimed_until <= ${now}
      returning 1`,
  )
  return rows.length === 1
}

/** Lets the next run take over an unfinished day. */
export async function releaseSweep(queries: Queries, day: string, now: Date): Promise<void> {
  await queries.rows(
    sql`update myaccount_core.sweep set claimed_until = ${now}
      where day = ${day} and finished_at is null`,
  )
}

export interface SweepReport {
  /** The period whose movements were read. */
  from: Date
  until: Date
  /**
   * Payments and methods that were checked at the gateway, and the number of them that were
   * outdated.
   */
  asked: number
  changed: number
  movements: number
  payouts: number
  /** Current differences, and the number of new ones. */
  differences: number
  newDifferences: number
}

export async function finishSweep(
  queries: Queries,
  day: string,
  { from, until, asked, changed, differences }: SweepReport,
  now: Date,
): Promise<void> {
  await queries.rows(
    sql`insert into myaccount_core.sweep (day, claimed_until, finished_at, read_from, read_until,
        asked, changed, differences)
      values (${day}, ${now}, ${now}, ${from}, ${until}, ${asked}, ${changed}, ${differences})
      on conflict (day) do update set finished_at = ${now}, read_from = ${from},
        read_until = ${until}, asked = ${asked}, changed = ${changed}, differences = ${differences}`,
  )
}

/** The period whose movements of one account are in the database. */
export interface SweptPeriod {
  from: Date
  until: Date
}

/** Undefined before the first sweep of the account. */
export async function findSweptPeriod(
  queries: Queries,
  gateway: string,
): Promise<SweptPeriod | undefined> {
  return await oneRow<SweptPeriod>(
    queries,
    sql`select read_from as "from", read_until as until from myaccount_core.swept_account
      where gateway = ${gateway}`,
  )
}

/** Every account that was swept, also one that the settings no longer have. */
export async function findSweptAccounts(
  queries: Queries,
): Promise<(SweptPeriod & { gateway: string })[]> {
  return await queries.rows(
    sql`select gateway, read_from as "from", read_until as until
      from myaccount_core.swept_account order by gateway`,
  )
}

/**
 * The time up to which the movements of all accounts are known that have payments of the client;
 * without payments, those of all accounts. Null if one was never swept.
 */
export async function findSweptUntil(queries: Queries, client: string): Promise<Date | null> {
  const row = await oneRow<{ until: Date | null }>(
    queries,
    sql`with used as (
        select distinct gateway from myaccount_core.payment where client = ${client})
      select case when exists (select from used) then
          (select case when bool_and(a.gateway is not null) then min(a.read_until) end
            from used left join myaccount_core.swept_account a using (gateway))
        else (select min(read_until) from myaccount_core.swept_account) end as until`,
  )
  return row?.until ?? null
}

/** Adds a period to the one of the account. */
export async function writeSweptPeriod(
  queries: Queries,
  gateway: string,
  { from, until }: SweptPeriod,
): Promise<void> {
  await queries.rows(
    sql`insert into myaccount_core.swept_account as a (gateway, read_from, read_until)
      values (${gateway}, ${from}, ${until})
      on conflict (gateway) do update set read_from = least(a.read_from, ${from}),
        read_until = greatest(a.read_until, ${until})`,
  )
}
