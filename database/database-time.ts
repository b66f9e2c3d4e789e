import { oneRow, type Queries, sql } from "./sql.ts"

/** The time of the database, which is the same for all servers. */
export async function findDatabaseTime(queries: Queries): Promise<Date> {
  const row = await oneRow<{ now: Date }>(queries, sql`select clock_timestamp() as now`)
  if (!row) throw new Error("The database does not say the time.")
  return row.now
}
