import { type Queries, sql } from "#database/sql.ts"

/** Every text of a client. The client's own text replaces the shared one. */
export async function findContents(
  queries: Queries,
  client: string,
): Promise<{ title: string; html: string }[]> {
  return await queries.rows(
    sql`select distinct on (title) title, html from appcontent.content
      where client in (${client}, '') order by title, client desc`,
  )
}
