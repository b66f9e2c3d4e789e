import assert from "node:assert/strict"
import { test } from "node:test"
import { openTestDatabase } from "#testing/database.ts"
import { sql } from "./sql.ts"

test("reads columns in camel case, inside a transaction and outside", async (t) => {
  const database = await openTestDatabase()
  t.after(() => database.close())
  const statement = sql`select 1 as account_number, 'a' as name, null::date as paid_on_1`
  const row = { accountNumber: 1, name: "a", paidOn1: null }
  assert.deepEqual(await database.rows(statement), [row])
  assert.deepEqual(await database.transaction((tx) => tx.rows(statement)), [row])
})

test("does not change the keys inside JSON", async (t) => {
  const database = await openTestDatabase()
  t.after(() => database.close())
  const [row] = await database.rows(sql`select jsonb_build_object('old_key', 1) as stored_facts`)
  assert.deepEqual(row, { storedFacts: { old_key: 1 } })
})
