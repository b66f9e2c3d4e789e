import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import type { Database } from "#database/open.ts"
import { sql } from "#database/sql.ts"
import { openTestDatabase } from "#testing/database.ts"
import { dataMap, kindsOf, personTables } from "./data-map.ts"

const tables = Object.values(dataMap).flat()
let database: Database

before(async () => {
  database = await openTestDatabase()
})

after(() => database?.close())

test("PRIVACY-01 the data map lists every table and column of the database once, with kind, reason, period and erasure", async () => {
  const columns = await database.rows<{ name: string; column: string }>(
    sql`select format('%s.%s', c.table_schema, c.table_name) as name, c.column_name as "column"
      from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where t.table_type = 'BASE TABLE' and not exists (select from pg_class of
          where of.oid = to_regclass(format('%I.%I', c.table_schema, c.table_name)) and of.relispartition)
        and c.table_schema not in ('pg_catalog', 'information_schema')`,
  )
  const listed = tables.flatMap((table) =>
    [...kindsOf(table).keys()].map((column) => `${table.name}.${column}`),
  )
  const found = columns.map(({ name, column }) => `${name}.${column}`)
  assert.deepEqual(listed.toSorted(), found.toSorted())
  assert.equal(new Set(tables.map(({ name }) => name)).size, tables.length)
})

test("PRIVACY-01 a table with a customer's number or userid counts as data about customers", () => {
  const named = tables.filter((table) =>
    ["account_number", "subject_userid"].some((column) => kindsOf(table).has(column)),
  )
  assert.ok(named.length > 20)
  assert.deepEqual(
    named.filter(({ about }) => about !== "customers").map(({ name }) => name),
    [],
  )
})

test("PRIVACY-01 a person's rows are those of their client, and only text columns are emptied", async () => {
  for (const { name, rows, erasure } of personTables) {
    assert.match(rows, /^t\.client = p\.client and /, name)
    const parents = [...rows.matchAll(/ from \w+\.\w+ (\w)/g)].map(([, alias]) => alias)
    for (const alias of parents) assert.ok(rows.includes(`${alias}.client = p.client`), name)
    if (erasure.does !== "empty") continue
    for (const column of erasure.columns) {
      const [found] = await database.rows<{ type: string }>(
        sql`select data_type as type from information_schema.columns
          where format('%s.%s', table_schema, table_name) = ${name} and column_name = ${column}`,
      )
      assert.equal(found?.type, "text", `${name}.${column}`)
    }
  }
})
