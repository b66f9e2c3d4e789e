import { type Queries, sql } from "#database/sql.ts"

/** Runs a statement that needs no table. */
export async function readNumber(queries: Queries, number: number): Promise<void> {
  await queries.rows(sql`select ${number}::int as number`)
}
