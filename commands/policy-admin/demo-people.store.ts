import { type Queries, sql } from "#database/sql.ts"

/** Whether the account system has people of any client. */
export async function hasPeople(queries: Queries): Promise<boolean> {
  const rows = await queries.rows(sql`select 1 from policy_admin.person limit 1`)
  return rows.length > 0
}
