// @both-engines

import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { openTestDatabase } from "#testing/database.ts"
import { migrate } from "./migrating/migrate.ts"
import type { Database } from "./open.ts"
import { sql } from "./sql.ts"

let database: Database

before(async () => {
  database = await openTestDatabase()
  await database.transaction((tx) =>
    tx.script("create table public.note (id int primary key, at date)"),
  )
})

after(() => database.close())

test("a transaction that throws leaves nothing behind, and the connection still works", async () => {
  const failing = database.transaction(async (tx) => {
    await tx.rows(sql`insert into public.note values (1, null)`)
    throw new Error("no")
  })
  await assert.rejects(failing, /^Error: no$/)
  assert.deepEqual(await database.rows(sql`select 1 from public.note`), [])
})

test("a failed statement inside a transaction fails the transaction, with the engine's code", async () => {
  const failing = database.transaction(async (tx) => {
    await tx.rows(sql`insert into public.note values (2, null)`)
    await tx.rows(sql`insert into public.note values (2, null)`)
  })
  await assert.rejects(failing, { code: "23505" })
  assert.deepEqual(await database.rows(sql`select 1 from public.note`), [])
})

test("two parallel statements of a transaction fail it", async () => {
  const failing = database.transaction(async (tx) => {
    await Promise.all(
      [3, 4].map((id) => tx.rows(sql`insert into public.note values (${id}, null)`)),
    )
  })
  await assert.rejects(failing, /^Error: A transaction runs one statement at a time\.$/)
  assert.deepEqual(await database.rows(sql`select 1 from public.note`), [])
})

test("a failed statement leaves the database usable, also with named statements", async () => {
  const named = () => database.rows(sql`select ${"still"}::text as word`)
  await named()
  await assert.rejects(database.rows(sql`select ${"no number"}::int`), { code: "22P02" })
  await assert.rejects(database.rows(sql`select ${"a\u0000b"}::text`), { code: "22021" })
  assert.deepEqual(await named(), [{ word: "still" }])
  assert.deepEqual(await named(), [{ word: "still" }])
})

test("a plain date stays text", async () => {
  const [row] = await database.rows<{ at: string }>(sql`select ${"2026-02-28"}::date as at`)
  assert.equal(row?.at, "2026-02-28")
})

test("statements keep their plan under one name on either engine", async () => {
  for (const id of [1, 2, 3]) await database.rows(sql`select ${id}::int as named`)
  await database.transaction(async (tx) => {
    const plans = await tx.rows(
      sql`select 1 from pg_prepared_statements where statement like '%named%'`,
    )
    assert.ok(plans.length >= 1)
  })
})

test("repeated migration runs nothing, also when several processes migrate in parallel", async () => {
  const ran = await Promise.all([migrate(database), migrate(database), migrate(database)])
  assert.deepEqual(ran, [[], [], []])
})
