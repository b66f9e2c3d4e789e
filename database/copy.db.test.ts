// @postgres-only

import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { openTestDatabase } from "#testing/database.ts"
import { copyText } from "./copy-text.ts"
import type { Database } from "./open.ts"
import { sql } from "./sql.ts"

let database: Database

before(async () => {
  database = await openTestDatabase()
})

after(() => database?.close())

const rows = [
  { id: 1, name: "plain", note: null },
  { id: 2, name: "", note: "tab\tline\nreturn\rback\\slash" },
  { id: 3, name: "\\N", note: "\\t \\. Zoë 🙂 'quoted' \"double\"" },
  { id: 4, name: "\\.", note: "null" },
]

test("IMPORT-11 copied rows arrive unchanged, with every special character", async () => {
  const copied = await database.transaction(async (tx) => {
    await tx.script("create temp table copied (id integer, name text, note text) on commit drop")
    assert.ok(tx.copy)
    await tx.copy(
      sql`copy copied (id, name, note) from stdin`,
      copyText(rows, ["id", "name", "note"]),
    )
    return await tx.rows(sql`select id, name, note from copied order by id`)
  })
  assert.deepEqual(copied, rows)
})

test("IMPORT-11 a failed copy rolls the transaction back, and the connection stays usable", async () => {
  const failing = database.transaction(async (tx) => {
    await tx.script("create temp table refused (id integer primary key) on commit drop")
    await tx.copy?.(sql`copy refused (id) from stdin`, "1\n1\n")
  })
  await assert.rejects(failing, /duplicate key/)
  const [row] = await database.rows<{ one: number }>(sql`select 1 as one`)
  assert.equal(row?.one, 1)
})
