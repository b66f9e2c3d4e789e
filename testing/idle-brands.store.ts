import { type Queries, sql } from "#database/sql.ts"

/** Plans a nightly outage of the account system for each of these clients. */
export async function planWindowsOfEach(
  queries: Queries,
  clients: readonly string[],
): Promise<void> {
  const windows = JSON.stringify([{ from: "01:00", until: "02:00" }])
  await queries.rows(
    sql`update appcontent.client set planned_away = ${windows}::jsonb
      where client = any(${clients}::text[])`,
  )
}

/** Caches an answer of the account system with one person's number for each of these clients. */
export async function keepNumberOfEach(
  queries: Queries,
  clients: readonly string[],
  now: Date,
): Promise<void> {
  await queries.rows(
    sql`insert into myaccount_core.kept_number (client, number, account_number, kept_at)
      select client, '\\x01', 'A1', ${now} from unnest(${clients}::text[]) client`,
  )
}
