// PGlite has one connection, so nothing waits there.
// @postgres-only

import assert from "node:assert/strict"
import { afterEach, beforeEach, test } from "node:test"
import { setTimeout as sleep } from "node:timers/promises"
import { migratedFilling } from "#testing/database.ts"
import { countLockWaits } from "#testing/lock-waits.store.ts"
import { openPostgresCopy } from "#testing/postgres-copy.ts"
import { type Database, openDatabase } from "../open.ts"
import { sql } from "../sql.ts"
import { laterVersion } from "./later-fixture.ts"
import { migrate } from "./migrate.ts"

let database: Database & { url: string }

beforeEach(async () => {
  database = await openPostgresCopy(process.env.TEST_DATABASE_URL ?? "", migratedFilling())
})

afterEach(() => database.close())

test("UPGRADE-07 a migration that waits for a table lets others use it in between", async (t) => {
  const later = await laterVersion({
    "9001-slow.sql": `create table public.half_done (x int);
      alter table public.heartbeat add column upgrade_note text`,
  })
  t.after(later.remove)
  t.mock.method(console, "warn", () => {})
  const held = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const long = database.transaction(async (tx) => {
    await tx.rows(sql`select beats from public.heartbeat`)
    held.resolve()
    await end.promise
  })
  await held.promise
  let isDone = false
  const migrating = migrate(database, later.folder).then((ran) => {
    isDone = true
    return ran
  })
  while ((await countLockWaits(database, "%upgrade_note%")) === 0) await sleep(20)
  // Without a limit, this would wait behind the migration, and so for the long transaction.
  await database.rows(sql`update public.heartbeat set beats = beats + 1`)
  assert.equal(isDone, false)
  assert.equal(await isThere("public.half_done"), false)
  end.resolve()
  await long
  assert.deepEqual(await migrating, ["9001-slow.sql"])
  assert.equal(await isThere("public.half_done"), true)
})

async function isThere(name: string): Promise<boolean> {
  const [row] = await database.rows<{ isThere: boolean }>(
    sql`select to_regclass(${name}) is not null as is_there`,
  )
  return row?.isThere === true
}

test("UPGRADE-10 statements that were prepared before a migration still work after it", async () => {
  const every = () => sql`select * from public.widened`
  const twice = async (tx: Pick<Database, "rows">) => [
    await tx.rows(every()),
    await tx.rows(every()),
  ]
  await database.transaction((tx) => tx.script("create table public.widened (x int)"))
  // Several connections prepare the statement.
  await Promise.all([1, 2, 3, 4].map(() => database.transaction(twice)))
  await database.transaction((tx) => tx.script("insert into public.widened values (1)"))
  await database.transaction((tx) => tx.script("alter table public.widened add column y int"))
  const row = { x: 1, y: null }
  assert.deepEqual(await database.transaction(twice), [[row], [row]])
  await Promise.all(
    [1, 2, 3, 4].map(async () => assert.deepEqual(await database.rows(every()), [row])),
  )
})

test("UPGRADE-08 processes that migrate at the same time build an index once, while rows change", async (t) => {
  const later = await laterVersion({
    "9002-index.sql": `-- Built beside the traffic.
      drop index concurrently if exists public.written_x;
      create index concurrently written_x on public.written (x);`,
  })
  t.after(later.remove)
  await database.transaction((tx) => tx.script("create table public.written (x int)"))
  const others = await Promise.all(
    [1, 2].map(() => openDatabase({ url: database.url }, { connections: 4, connectSeconds: 30 })),
  )
  const held = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  // The index waits for this transaction, which has written; other writers do not wait.
  const writer = database.transaction(async (tx) => {
    await tx.rows(sql`insert into public.written values (1)`)
    held.resolve()
    await end.promise
  })
  await held.promise
  const migrating = Promise.all(others.map((one) => migrate(one, later.folder)))
  while ((await countLockWaits(database, "create index concurrently%")) === 0) await sleep(20)
  await database.rows(sql`insert into public.written values (2)`)
  end.resolve()
  await writer
  const ran = await migrating
  assert.deepEqual(ran.map((names) => names.length).toSorted(), [0, 1])
  const valid = await database.rows<{ isValid: boolean }>(
    sql`select indisvalid as is_valid from pg_index
      where indexrelid = to_regclass('public.written_x')`,
  )
  assert.deepEqual(valid, [{ isValid: true }])
  await Promise.all(others.map((one) => one.close()))
})

test("UPGRADE-08 a failed concurrent index is reported, and built again by the next run", async (t) => {
  await database.transaction((tx) =>
    tx.script("create table public.twice (x int); insert into public.twice values (1), (1)"),
  )
  const later = await laterVersion({
    "9003-unique.sql": `drop index concurrently if exists public.twice_x;
      create unique index concurrently twice_x on public.twice (x);`,
  })
  t.after(later.remove)
  await assert.rejects(
    migrate(database, later.folder),
    /^Error: Migration 9003-unique\.sql failed: /,
  )
  await database.rows(sql`delete from public.twice`)
  assert.deepEqual(await migrate(database, later.folder), ["9003-unique.sql"])
})
