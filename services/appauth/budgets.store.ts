import { oneRow, type Queries, sql } from "#database/sql.ts"

/** Counts one call under `key` in the window that `windowStart` begins; returns how many there are. */
export async function countCall(queries: Queries, key: string, windowStart: Date): Promise<number> {
  const row = await oneRow<{ calls: number }>(
    queries,
    sql`insert into appauth.budget (key, window_start, calls) values (${key}, ${windowStart}, 1)
      on conflict (key, window_start) do update set calls = appauth.budget.calls + 1
      returning calls`,
  )
  return row?.calls ?? 1
}

export async function forgetBudgets(queries: Queries, before: Date): Promise<void> {
  await queries.rows(sql`delete from appauth.budget where window_start < ${before}`)
}
