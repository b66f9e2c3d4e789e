// PGlite runs one statement at a time; the partitions are for PostgreSQL.
// @postgres-only

import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import type { Database } from "#database/open.ts"
import { sql } from "#database/sql.ts"
import { createTestClock } from "./clock.ts"
import { openDemoDatabase } from "./demo-database.ts"
import { rowReader, viewsOf } from "./isolation.store.ts"
import { brandTables, partitionBrandTables } from "./partitioned.store.ts"

let database: Database
let rowsBefore: Map<string, string[]>
let viewsBefore: string[]

before(async () => {
  database = await openDemoDatabase(createTestClock())
  rowsBefore = await rowsOf()
  viewsBefore = await viewNames()
  // With TEST_SCHEMA=partitioned this is already done.
  if (process.env.TEST_SCHEMA !== "partitioned") await partitionBrandTables(database)
})

after(() => database?.close())

async function viewNames(): Promise<string[]> {
  return (await viewsOf(database)).map(({ name }) => name)
}

async function rowsOf(): Promise<Map<string, string[]>> {
  return await (await rowReader(database))(database)
}

test("GROW-04 every table of a brand can be partitioned by client with its rows and views", async () => {
  const found = await database.rows<{ table: string }>(
    sql`select format('%s.%s', nspname, relname) as "table" from pg_partitioned_table p
      join pg_class c on c.oid = p.partrelid join pg_namespace n on n.oid = c.relnamespace
      where pg_get_partkeydef(c.oid) = 'HASH (client)' order by 1`,
  )
  assert.deepEqual(
    found.map(({ table }) => table),
    await brandTables(database),
  )
  assert.deepEqual(await rowsOf(), rowsBefore)
  assert.ok(viewsBefore.length > 0)
  assert.deepEqual(await viewNames(), viewsBefore)
})

test("GROW-04 a partitioned table refuses a key without the client, and everything that it refused before", async () => {
  const refused = (text: string, error: object) =>
    assert.rejects(
      database.transaction((tx) => tx.script(text)),
      error,
      text,
    )
  await refused("create unique index on policy_admin.policy (policy_number)", { code: "0A000" })
  await refused("delete from policy_admin.bill", { message: /append-only/ })
  await refused(
    `insert into policy_admin.rider select client, 'none', 1, '', '', null, 0, 0
      from policy_admin.policy limit 1`,
    { code: "23503" },
  )
})
