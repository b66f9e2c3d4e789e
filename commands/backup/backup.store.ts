import { oneRow, type Queries, sql } from "#database/sql.ts"
import { holdSchema } from "#server/restored.store.ts"

/** Every table that a backup contains. Leaves out unlogged tables, whose rows a crash may lose. */
async function findTables(queries: Queries): Promise<{ table: string; quoted: string }[]> {
  return await queries.rows(
    sql`select n.nspname || '.' || c.relname as "table", format('%I.%I', n.nspname, c.relname) as quoted
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence = 'p'
        and n.nspname not like 'pg\\_%' and n.nspname not in ('information_schema', ${holdSchema})
      order by 1`,
  )
}

/** Whether the database is empty except for what an interrupted restore may leave. */
export async function isEmpty(queries: Queries): Promise<boolean> {
  return (await findTables(queries)).length === 0
}

/** Whether the database has the tables of My Account and no client. */
export async function hasNoClient(queries: Queries): Promise<boolean> {
  const tables = await findTables(queries)
  if (!tables.some(({ table }) => table === "appcontent.client")) return false
  return (await queries.rows(sql`select 1 from appcontent.client limit 1`)).length === 0
}

/** The number of rows of every table, by the table's name with its schema. */
export async function countRows(queries: Queries): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { table, quoted } of await findTables(queries)) {
    const text = `select count(*)::float8 as rows from ${quoted}`
    const row = await oneRow<{ rows: number }>(queries, { name: "", text, values: [] })
    counts[table] = row?.rows ?? 0
  }
  return counts
}

export async function findMigrations(queries: Queries): Promise<string[]> {
  const rows = await queries.rows<{ name: string }>(
    sql`select name from public.migration order by name`,
  )
  return rows.map(({ name }) => name)
}

/** The version number of PostgreSQL, such as 170005. */
export async function findVersion(queries: Queries): Promise<number> {
  const row = await oneRow<{ version: number }>(
    queries,
    sql`select current_setting('server_version_num')::integer as version`,
  )
  return row?.version ?? 0
}

/**
 * Lets other connections read this transaction's snapshot until it ends; it may idle meanwhile.
 * PostgreSQL only.
 */
export async function exportSnapshot(tx: Queries): Promise<string> {
  await tx.rows(sql`set local idle_in_transaction_session_timeout = 0`)
  const row = await oneRow<{ id: string }>(tx, sql`select pg_export_snapshot() as id`)
  return row?.id ?? ""
}

/**
 * Ends access that a person may have ended since the backup: sessions, and everything that opens
 * one without a password.
 */
export async function endOpenAccess(tx: Queries, now: Date): Promise<void> {
  await tx.rows(
    sql`with sessions as (
        update appauth.session set ended_at = ${now} where ended_at is null),
      handoffs as (delete from appauth.handoff),
      codes as (delete from appauth.code_attempt),
      registrations as (delete from appauth.registration),
      recoveries as (delete from appauth.password_recovery),
      tickets as (delete from appauth.reset_ticket),
      links as (delete from appauth.sign_in_link),
      staff as (delete from appauth.staff_attempt)
      delete from appauth.provider_attempt`,
  )
}
