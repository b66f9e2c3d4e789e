import { type Queries, sql } from "#database/sql.ts"

/**
 * A client's audit entries in the order in which they were written. Rows of this table are never
 * changed or deleted, so it is the order of their places in the table.
 */
export async function findEntries(
  queries: Queries,
  client: string,
): Promise<{ number: number; content: string }[]> {
  return await queries.rows(
    sql`select number::float8 as number, content from audit.entry
      where client = ${client} order by ctid`,
  )
}
