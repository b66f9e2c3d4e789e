import type { Database } from "#database/open.ts"
import type { Statement } from "#database/sql.ts"

/** The statements of `work` and of its calls, without those of transactions. */
export async function statementsDuring(
  database: Database,
  work: () => Promise<unknown>,
): Promise<Statement[]> {
  const statements: Statement[] = []
  const { rows } = database
  database.rows = async <Row extends object>(statement: Statement) => {
    statements.push(statement)
    return await rows.call<Database, [Statement], Promise<Row[]>>(database, statement)
  }
  try {
    await work()
  } finally {
    database.rows = rows
  }
  return statements
}
