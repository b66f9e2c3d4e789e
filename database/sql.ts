import { createHash } from "node:crypto"

/** One statement with its values; `name` lets the engine reuse its plan per connection. */
export interface Statement {
  name: string
  text: string
  values: unknown[]
}

/** Runs statements: the database itself, or one transaction on it. */
export interface Queries {
  /** Rows of the statement, their columns in camel case. The store that calls names their type. */
  rows<Row extends object>(statement: Statement): Promise<Row[]>
}

const prepared = new WeakMap<TemplateStringsArray, { name: string; text: string }>()

/**
 * The only way to write a statement. Values become parameters, so nothing is inserted into the
 * text, and each place in the code is one named prepared statement on both engines.
 */
export function sql(strings: TemplateStringsArray, ...values: unknown[]): Statement {
  let statement = prepared.get(strings)
  if (!statement) {
    const text = strings.reduce((before, part, index) => `${before}$${index}${part}`)
    const name = createHash("sha256").update(text).digest("base64url").slice(0, 24)
    statement = { name, text }
    prepared.set(strings, statement)
  }
  return { ...statement, values }
}

/** The row of a statement that returns at most one. */
export async function oneRow<Row extends object>(
  queries: Queries,
  statement: Statement,
): Promise<Row | undefined> {
  const rows = await queries.rows<Row>(statement)
  return rows[0]
}
