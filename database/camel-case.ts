import type pg from "pg"

const names = new Map<string, string>()

/**
 * The rows of an answer with their columns in camel case: `account_number` becomes
 * `accountNumber`. Stores read rows under the names that the rest of the code uses, and this is
 * the only file that knows both spellings.
 */
export function camelRows<Row extends object>({ fields, rows }: pg.QueryResult): Row[] {
  const renamed = fields.flatMap(({ name }) => (name.includes("_") ? [name] : []))
  if (renamed.length === 0) return rows
  const columns = fields.map(({ name }) => [name, camelCase(name)] as const)
  return rows.map((row) => {
    const camel: Record<string, unknown> = {}
    for (const [column, name] of columns) camel[name] = row[column]
    return camel as Row
  })
}

/** A row that was read as one JSON object, with its columns in camel case. */
export function camelKeys<Row extends object>(row: object): Row {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [camelCase(column), value]),
  ) as Row
}

function camelCase(column: string): string {
  let name = names.get(column)
  if (name === undefined) {
    name = column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
    names.set(column, name)
  }
  return name
}

const columnNames = new Map<string, string>()

/** The column with this name in camel case: `accountNumber` becomes `account_number`. */
export function columnOf(name: string): string {
  let column = columnNames.get(name)
  if (column === undefined) {
    column = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    columnNames.set(name, column)
  }
  return column
}
