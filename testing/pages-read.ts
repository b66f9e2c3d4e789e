import type { Database } from "#database/open.ts"
import type { Statement } from "#database/sql.ts"

/**
 * The number of database pages that the statement reads when it is repeated with the same values.
 */
export async function pagesReadBy(database: Database, statement: Statement): Promise<number> {
  const text = `explain (analyze, buffers, format json) ${statement.text}`
  const [row] = await database.rows<{
    "QUERY PLAN": [{ Plan: { "Shared Hit Blocks": number; "Shared Read Blocks": number } }]
  }>({ ...statement, name: "", text })
  if (!row) throw new Error("The database did not explain the statement.")
  const [{ Plan: plan }] = row["QUERY PLAN"]
  return plan["Shared Hit Blocks"] + plan["Shared Read Blocks"]
}
