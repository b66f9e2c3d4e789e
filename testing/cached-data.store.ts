import { type Queries, sql } from "#database/sql.ts"

/** Changes how long the account system's answers are kept. */
export async function setCachedDataHours(
  queries: Queries,
  client: string,
  hours: number,
): Promise<void> {
  await queries.rows(
    sql`update appcontent.client set kept_data_hours = ${hours} where client = ${client}`,
  )
}
