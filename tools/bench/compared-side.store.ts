import { oneRow, type Queries, sql } from "#database/sql.ts"

interface Counted {
  statements: number
  /** Process ids of the connections, without the one that runs this query. */
  processes: number[]
}

export async function createCounters(queries: Queries): Promise<void> {
  await queries.rows(sql`create extension if not exists pg_stat_statements`)
}

/** The statements that this database has run, and the processes that run them. */
export async function countSpent(queries: Queries): Promise<Counted> {
  const row = await oneRow<Counted>(
    queries,
    sql`select (select sum(calls)::float8 from pg_stat_statements) as statements,
      (select coalesce(json_agg(pid), '[]') from pg_stat_activity
        where backend_type = 'client backend' and pid <> pg_backend_pid()) as processes`,
  )
  return row ?? { statements: 0, processes: [] }
}
