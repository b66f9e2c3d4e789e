import { type Queries, sql } from "#database/sql.ts"

/**
 * The number of statements like `pattern` that wait for a lock in this database. PostgreSQL only.
 */
export async function countLockWaits(queries: Queries, pattern = "%"): Promise<number> {
  const waiting = await queries.rows(
    sql`select 1 from pg_stat_activity where datname = current_database()
      and pid <> pg_backend_pid() and wait_event_type = 'Lock' and query like ${pattern}`,
  )
  return waiting.length
}
