import type { Database } from "#database/open.ts"
import type { Statement } from "#database/sql.ts"

/** Notes the text of every statement outside of transactions, until `end` gives them. */
export function statementsOf(database: Database): { end(): string[] } {
  const texts: string[] = []
  const rows = database.rows
  database.rows = async <Row extends object>(statement: Statement) => {
    texts.push(statement.text)
    return await rows.call<Database, [Statement], Promise<Row[]>>(database, statement)
  }
  return {
    end() {
      database.rows = rows
      return texts
    },
  }
}
