import type { Database } from "#database/open.ts"
import type { Statement } from "#database/sql.ts"

/** Notes every statement outside of transactions; `end` returns them. */
export function statementsOf(database: Database): { end(): Statement[] } {
  const statements: Statement[] = []
  const rows = database.rows
  database.rows = async <Row extends object>(statement: Statement) => {
    statements.push(statement)
    return await rows.call<Database, [Statement], Promise<Row[]>>(database, statement)
  }
  return {
    end() {
      database.rows = rows
      return statements
    },
  }
}
