import { type Queries, sql } from "#database/sql.ts"

/** Changes for how many hours the account system's answers are cached. */
export async function setCachedDataHours(
  queries: Queries,
  client: string,
  hours: number,
): Promise<void> {
  await queries.rows(
    sql`update appcontent.client set kept_data_hours = ${hours} where client = ${client}`,
  )
}
