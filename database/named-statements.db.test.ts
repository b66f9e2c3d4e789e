// @postgres-only

import assert from "node:assert/strict"
import { test } from "node:test"
import { openTestDatabase } from "#testing/database.ts"
import { openDatabase } from "./open.ts"
import { sql } from "./sql.ts"

const one = { connections: 1, connectSeconds: 10 }

/** The number of prepared statements on a connection that has read twice. */
async function keptStatements(namesStatements: boolean): Promise<number> {
  const database = await openDatabase(
    { url: String(process.env.TEST_DATABASE_URL), namesStatements },
    one,
  )
  const read = sql`select ${"a"}::text as word`
  assert.deepEqual(await database.rows(read), [{ word: "a" }])
  assert.deepEqual(await database.transaction((tx) => tx.rows(read)), [{ word: "a" }])
  const kept = await database.rows(
    sql`select name from pg_prepared_statements where name = ${read.name}`,
  )
  await database.close()
  return kept.length
}

test("GROW-05 a connection keeps a prepared statement only if statements have names, so that a pooler may give each transaction another connection", async () => {
  assert.deepEqual([await keptStatements(true), await keptStatements(false)], [1, 0])
  const database = await openTestDatabase()
  assert.equal(await database.takesWrites(), true)
  await database.close()
})
