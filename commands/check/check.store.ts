import { oneRow, type Queries, sql } from "#database/sql.ts"

/** The version number of the database in PostgreSQL's format. */
export async function findVersion(queries: Queries): Promise<number> {
  const row = await oneRow<{ version: number }>(
    queries,
    sql`select current_setting('server_version_num')::integer as version`,
  )
  if (!row) throw new Error("The database does not tell its version.")
  return row.version
}

/** The time zone of every client. */
export async function listTimeZones(
  queries: Queries,
): Promise<{ client: string; timeZone: string }[]> {
  return await queries.rows(sql`select client, time_zone from appcontent.client order by client`)
}

/** The clients with an account with Stripe of their own. */
export async function listClientsWithAccount(
  queries: Queries,
): Promise<{ client: string; stripeAccount: string }[]> {
  return await queries.rows(
    sql`select client, stripe_account from appcontent.client
      where stripe_account is not null order by client`,
  )
}

/** The names of the gateways whose movements the daily sweep has read. */
export async function listUsedGateways(queries: Queries): Promise<string[]> {
  const rows = await queries.rows<{ gateway: string }>(
    sql`select gateway from myaccount_core.swept_account order by gateway`,
  )
  return rows.map(({ gateway }) => gateway)
}

/** The clients with a user of this name, in any spelling of its letters. */
export async function findClientsWithUser(queries: Queries, username: string): Promise<string[]> {
  const rows = await queries.rows<{ client: string }>(
    sql`select client from appauth.user_account where lower(username) = ${username} order by client`,
  )
  return rows.map(({ client }) => client)
}

/** Whether the database has tables of ours. */
export async function hasTables(queries: Queries): Promise<boolean> {
  const row = await oneRow<{ hasTables: boolean }>(
    queries,
    sql`select to_regclass('public.migration') is not null as has_tables`,
  )
  return row?.hasTables === true
}

/** The most connections that the database accepts from all servers together. */
export async function findMostConnections(queries: Queries): Promise<number> {
  const row = await oneRow<{ most: number }>(
    queries,
    sql`select current_setting('max_connections')::integer
      - current_setting('superuser_reserved_connections')::integer as most`,
  )
  if (!row) throw new Error("The database does not tell how many connections it takes.")
  return row.most
}

/** The name of the database of this connection. */
export async function findDatabaseName(queries: Queries): Promise<string> {
  const row = await oneRow<{ name: string }>(queries, sql`select current_database()::text as name`)
  if (!row) throw new Error("The database does not tell its name.")
  return row.name
}

/** Whether the database is a replica that refuses writes. */
export async function isReplica(queries: Queries): Promise<boolean> {
  const row = await oneRow<{ isReplica: boolean }>(
    queries,
    sql`select pg_is_in_recovery() as is_replica`,
  )
  return row?.isReplica === true
}
