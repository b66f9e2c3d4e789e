import type { Database } from "#database/open.ts"
import { oneRow, sql } from "#database/sql.ts"

/** Emails that were written but neither sent nor refused. */
export async function countEmailsUnderWay(database: Database): Promise<number> {
  const row = await oneRow<{ count: number }>(
    database,
    sql`select count(*)::int as count from mail.outbox
      where sent_at is null and given_up_at is null and last_error is null`,
  )
  return row?.count ?? 0
}
