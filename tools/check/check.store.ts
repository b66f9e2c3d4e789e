import { oneRow, type Queries, sql } from "#database/sql.ts"

/** The version of the database as PostgreSQL counts it, and its time. */
export async function findClock(queries: Queries): Promise<{ version: number; now: Date }> {
  const row = await oneRow<{ version: number; now: Date }>(
    queries,
    sql`select current_setting('server_version_num')::integer as version,
      clock_timestamp() as now`,
  )
  if (!row) throw new Error("The database does not tell its version.")
  return row
}

/** The time zone of every client. */
export async function listTimeZones(
  queries: Queries,
): Promise<{ client: string; timeZone: string }[]> {
  return await queries.rows(sql`select client, time_zone from appcontent.client order by client`)
}

/** The name of the database of this connection. */
export async function findDatabaseName(queries: Queries): Promise<string> {
  const row = await oneRow<{ name: string }>(queries, sql`select current_database()::text as name`)
  if (!row) throw new Error("The database does not tell its name.")
  return row.name
}

/** Whether the database follows another one, and takes no writes. */
export async function isReplica(queries: Queries): Promise<boolean> {
  const row = await oneRow<{ isReplica: boolean }>(
    queries,
    sql`select pg_is_in_recovery() as is_replica`,
  )
  return row?.isReplica === true
}
