// PGlite has one connection, so nothing waits there.
// @postgres-only

import assert from "node:assert/strict"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { after, before, test } from "node:test"
import { setTimeout as sleep } from "node:timers/promises"
import { migratedFilling } from "#testing/database.ts"
import { countLockWaits } from "#testing/lock-waits.store.ts"
import { openPostgresCopy } from "#testing/postgres-copy.ts"
import { takeLock } from "./named-lock.ts"
import type { Database } from "./open.ts"
import { sql } from "./sql.ts"

let database: Database & { url: string }

before(async () => {
  database = await openPostgresCopy(process.env.TEST_DATABASE_URL ?? "", migratedFilling())
  await database.transaction((tx) => tx.script("create table public.note (number int)"))
})

after(() => database.close())

/** Starts a process that takes the lock and keeps its transaction open. */
async function startHolder() {
  const [open, lock] = ["open", "named-lock"].map((name) =>
    JSON.stringify(new URL(`./${name}.ts`, import.meta.url).href),
  )
  const script = `const { openDatabase } = await import(${open})
    const { takeLock } = await import(${lock})
    const database = await openDatabase({ url: ${JSON.stringify(database.url)} })
    await database.transaction(async (tx) => {
      await takeLock(tx, "load")
      console.log("held")
      await new Promise(() => setInterval(() => {}, 1000))
    })`
  const child = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "inherit"] })
  await once(child.stdout, "data")
  return child
}

test("GROW-02 the lock of a killed process goes to the waiting one", async (t) => {
  const holder = await startHolder()
  t.after(() => holder.kill("SIGKILL"))
  let isHeld = false
  const next = database.transaction(async (tx) => {
    await takeLock(tx, "load")
    isHeld = true
  })
  while ((await countLockWaits(database, "%named_lock%")) === 0) await sleep(20)
  assert.equal(isHeld, false)
  holder.kill("SIGKILL")
  await next
  assert.equal(isHeld, true)
})

for (const level of ["read committed", "repeatable read", "serializable"]) {
  test(`GROW-02 transactions with the lock see what the one before them wrote, at ${level}`, async () => {
    await database.rows(sql`delete from public.note`)
    const add = () =>
      database.transaction(async (tx) => {
        await tx.script(`set transaction isolation level ${level}`)
        // This statement takes a snapshot from before the lock.
        await tx.rows(sql`select 1`)
        await takeLock(tx, "load")
        await tx.rows(sql`insert into public.note select count(*) from public.note`)
      })
    await Promise.all([add(), add(), add(), add()])
    const rows = await database.rows<{ number: number }>(
      sql`select number from public.note order by number`,
    )
    assert.deepEqual(
      rows.map(({ number }) => number),
      [0, 1, 2, 3],
    )
  })
}
