// @both-engines

import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { openTestDatabase } from "#testing/database.ts"
import { createLaggingReads } from "./lagging-reads.ts"
import type { Database } from "./open.ts"
import { sql } from "./sql.ts"

let primary: Database
let replica: Database

before(async () => {
  primary = await openTestDatabase()
  replica = await openTestDatabase()
  await primary.rows(sql`create table public.only_there as select ${1}::int as number`)
  await replica.rows(sql`create table public.place as select ${"replica"}::text as name`)
  await primary.rows(sql`create table public.place as select ${"primary"}::text as name`)
})

after(() => primary.close())

test("GROW-06 reads that may lag come from the replica, and from the primary when the replica fails or is unavailable", async () => {
  const reads = createLaggingReads(primary, replica)
  const place = () => reads.rows(sql`select name from public.place`)
  assert.deepEqual(await place(), [{ name: "replica" }])
  assert.deepEqual(await reads.rows(sql`select number from public.only_there`), [{ number: 1 }])
  assert.deepEqual(await place(), [{ name: "replica" }])
  await replica.close()
  assert.deepEqual(await place(), [{ name: "primary" }])
})

test("GROW-06 a statement that fails on both fails with the primary's error", async () => {
  const reads = createLaggingReads(primary, replica)
  await assert.rejects(reads.rows(sql`select 1 from public.nowhere`), { code: "42P01" })
})
