import { type Queries, sql } from "#database/sql.ts"

/** A client's audit entries in the order of their transactions, and by statement within each. */
export async function findEntries(
  queries: Queries,
  client: string,
): Promise<{ number: number; content: string }[]> {
  return await queries.rows(
    sql`select number::float8 as number, content from audit.entry
      where client = ${client} order by xmin::text::bigint, cmin::text::bigint`,
  )
}
