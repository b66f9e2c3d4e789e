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

export interface SweptPeriod {
  from: Date
  until: Date
  finishedAt: Date
}

/** The period whose movements are in the database; undefined before the first sweep. */
export async function findSweptPeriod(queries: Queries): Promise<SweptPeriod | undefined> {
  const row = await oneRow<{ [Name in keyof SweptPeriod]: Date | null }>(
    queries,
    sql`select min(read_from) as "from", max(read_until) as until,
        max(finished_at) as finished_at
      from myaccount_core.sweep`,
  )
  return row?.finishedAt ? (row as SweptPeriod) : undefined
}
