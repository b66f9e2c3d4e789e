// @both-engines

import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { openTestDatabase } from "#testing/database.ts"
import { filtersOf } from "#tools/prove/tenants/filters.ts"
import { productStatements } from "#tools/prove/tenants/statements.ts"
import type { Database } from "./open.ts"
import { overAllClients } from "./over-all-clients.expected.ts"
import { sql } from "./sql.ts"

interface Table {
  name: string
  /** Columns that each identify at most one row, of any client. */
  unique: string[]
}

/**
 * A staff member works for several clients, so a statement about their sessions names the staff
 * member instead.
 */
const ofOnePerson = ["agent_userid"]
const value = String.raw`(?:\$\d|\w+\.\w|coalesce\()`

let database: Database
/** The tables with rows of several clients. */
let tables: Table[]

before(async () => {
  database = await openTestDatabase()
  tables = await database.rows<Table>(
    sql`select format('%s.%s', c.table_schema, c.table_name) as name,
        array(select a.attname::text from pg_index x
          join pg_attribute a on a.attrelid = x.indrelid and a.attnum = x.indkey[0]
          where x.indrelid = format('%I.%I', c.table_schema, c.table_name)::regclass
            and x.indisunique and x.indnkeyatts = 1 and a.attname <> 'client') as unique
      from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where t.table_type = 'BASE TABLE' and c.column_name = 'client'
        and c.table_schema not in ('pg_catalog', 'information_schema')`,
  )
})

after(() => database?.close())

test("TENANT-02 a statement on a brand's table names the client, or one row by a unique key", () => {
  const faults = productStatements().flatMap(({ file, text }) => {
    const bare = text.replaceAll('"', "").replaceAll(/null::[\w.]+/g, "")
    const isOpen = tables.some((table) => !isBound(bare, table))
    return isOpen && filtersOf(text).length === 0 ? [{ file, text }] : []
  })
  const listed = (text: string) =>
    Object.keys(overAllClients).filter((beginning) => plain(text).startsWith(beginning))
  assert.deepEqual(
    faults
      .filter(({ text }) => listed(text).length === 0)
      .map(({ file, text }) => `${file}: ${plain(text)}`),
    [],
  )
  const used = new Set(faults.flatMap(({ text }) => listed(text)))
  assert.deepEqual([...used].toSorted(), Object.keys(overAllClients).toSorted(), "none is stale")
})

/**
 * Whether the statement does not use the table, adds rows that name their client, or names one row.
 */
function isBound(text: string, { name, unique }: Table): boolean {
  const uses = text.split(new RegExp(String.raw`\b${name.replace(".", "\\.")}\b`))
  const reads = uses.slice(0, -1).filter((part) => !/insert into\s*$/.test(part))
  if (reads.length === 0) return true
  const key = new RegExp(String.raw`\b(?:${[...unique, ...ofOnePerson].join("|")})\s*=\s*${value}`)
  return key.test(text.slice(text.search(/\b(?:where|on|using)\b/)))
}

function plain(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim()
}
