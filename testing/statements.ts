import type { Database } from "#database/open.ts"
import type { Statement } from "#database/sql.ts"
import { act } from "./acts.ts"

/** The statements of `work` and of its calls, without those of jobs and of transactions. */
export async function statementsDuring(
  database: Database,
  work: () => Promise<unknown>,
): Promise<Statement[]> {
  const statements: Statement[] = []
  const { rows } = database
  await act(async (isPart) => {
    database.rows = async <Row extends object>(statement: Statement) => {
      if (isPart()) statements.push(statement)
      return await rows.call<Database, [Statement], Promise<Row[]>>(database, statement)
    }
    try {
      await work()
    } finally {
      database.rows = rows
    }
  })
  return statements
}
