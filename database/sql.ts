import { createHash } from "node:crypto"
import { columnOf } from "./camel-case.ts"

export { camelKeys } from "./camel-case.ts"

/** One statement with its values; `name` lets the engine reuse its plan per connection. */
export interface Statement {
  name: string
  text: string
  values: unknown[]
}

/** Runs statements: the database itself, or one transaction on it. */
export interface Queries {
  /** Rows of the statement, with columns in camel case. The calling store declares their type. */
  rows<Row extends object>(statement: Statement): Promise<Row[]>
  /**
   * Runs a `copy … from stdin` with these rows in the format of `copyText`: PostgreSQL's fastest
   * way to add many rows. Only in a transaction; absent on PGlite.
   */
  copy?(statement: Statement, text: string): Promise<void>
}

/** A list of columns inside a statement: the only part of its text that may be calculated. */
class Columns {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/**
 * The columns with these camel-case names, separated by commas, prefixed with `table` if it is
 * given. Pass a constant list, never names from outside: each different list is another prepared
 * statement.
 *
 * Errors: an `Error` for a name that contains anything but letters and digits.
 */
export function columns(names: readonly string[], table?: string): Columns {
  const wrong = [...names, table ?? "t"].find((name) => !/^[a-z][A-Za-z0-9]*$/.test(name))
  if (wrong !== undefined) throw new Error(`"${wrong}" cannot be the name of a column.`)
  const prefix = table === undefined ? "" : `${table}.`
  return new Columns(names.map((name) => `${prefix}"${columnOf(name)}"`).join(", "))
}

/** The columns with these camel-case names as arguments of `json_build_object`, as in `columns`. */
export function jsonColumns(names: readonly string[], table: string): Columns {
  return new Columns(names.map((name) => `'${name}', ${columns([name], table).text}`).join(", "))
}

/** These rows as one value for `json_populate_recordset`, with their column names. */
export function jsonRows(rows: readonly object[]): string {
  return JSON.stringify(
    rows.map((row) => {
      const columns: Record<string, unknown> = {}
      for (const [name, value] of Object.entries(row)) columns[columnOf(name)] = value
      return columns
    }),
  )
}

/**
 * The same queries, each planned for its values when it runs. A cached plan from when the table was
 * small would read the whole table after many rows were added.
 */
export function plannedEachTime(queries: Queries): Queries {
  return { ...queries, rows: (statement) => queries.rows({ ...statement, name: "" }) }
}

const prepared = new WeakMap<TemplateStringsArray, { name: string; text: string }>()

/**
 * The only way to write a statement. Values become parameters, so nothing but `columns` is inserted
 * into the text, and each place in the code is one named prepared statement on both engines.
 */
export function sql(strings: TemplateStringsArray, ...parts: unknown[]): Statement {
  if (parts.some((part) => part instanceof Columns)) return withColumns(strings, parts)
  let statement = prepared.get(strings)
  if (!statement) {
    statement = named(strings.reduce((before, part, index) => `${before}$${index}${part}`))
    prepared.set(strings, statement)
  }
  return { ...statement, values: parts }
}

function withColumns(strings: TemplateStringsArray, parts: unknown[]): Statement {
  const values: unknown[] = []
  const text = strings.reduce((before, string, index) => {
    const part = parts[index - 1]
    if (part instanceof Columns) return `${before}${part.text}${string}`
    values.push(part)
    return `${before}$${values.length}${string}`
  })
  return { ...named(text), values }
}

function named(text: string): { name: string; text: string } {
  return { name: createHash("sha256").update(text).digest("base64url").slice(0, 24), text }
}

/** The row of a statement that returns at most one. */
export async function oneRow<Row extends object>(
  queries: Queries,
  statement: Statement,
): Promise<Row | undefined> {
  const rows = await queries.rows<Row>(statement)
  return rows[0]
}
