// @both-engines

import assert from "node:assert/strict"
import { test } from "node:test"
import type { Database } from "#database/open.ts"
import { sql } from "#database/sql.ts"
import {
  clock,
  database,
  mail,
  outbox,
  pass,
  recorder,
  startWorker,
  theRow,
  useOutbox,
} from "./worker-fixture.ts"

useOutbox()

test("a mail is there with the change that causes it, or not at all", async (t) => {
  const { sent, transport } = recorder()
  const { run } = await startWorker(t, transport)
  const change = database.transaction(async (tx) => {
    await outbox.add(tx, mail)
    throw new Error("The change failed.")
  })
  await assert.rejects(change, /The change failed/)
  await run()
  assert.equal(sent.length, 0)

  await database.transaction((tx) => outbox.add(tx, mail))
  await run()
  assert.equal(sent.length, 1)
})

test("a sent mail is whole, sent once, and leaves nothing of itself behind", async (t) => {
  const { sent, transport } = recorder()
  const { run } = await startWorker(t, transport)
  await outbox.add(database, { ...mail, expiresAt: new Date(clock.time + 600_000) })
  await run()
  await run()
  const [{ id, ...content } = assert.fail()] = sent
  assert.deepEqual(content, { ...mail, writtenAt: clock.now() })
  assert.equal(sent.length, 1)
  const row = await theRow()
  assert.deepEqual(row.sentAt, clock.now())
  assert.equal(row.sealed, null)
})

test("neither code nor person can be read in the database, before, between and after tries", async (t) => {
  let refused = false
  const { transport } = recorder(async () => {
    if (refused) return
    refused = true
    throw new Error("550 no such user zoe@example.com, code 048213")
  })
  const { run, logged } = await startWorker(t, transport)
  await outbox.add(database, mail)
  await assertNothingReadable(database)
  await run()
  await assertNothingReadable(database)
  pass({ minutes: 1 })
  await run()
  assert.ok((await theRow()).sentAt)
  await assertNothingReadable(database)
  assert.equal(logged.length, 1)
  assert.doesNotMatch(logged.join(), /048213|zoe/i)
})

async function assertNothingReadable(queries: Database) {
  const [row] = await queries.rows<{ json: string; bytes: string }>(
    sql`select row_to_json(o)::text as json, encode(sealed, 'escape') as bytes from mail.outbox o`,
  )
  assert.doesNotMatch(`${row?.json} ${row?.bytes}`, /048213|zoe|harbor|one-time/i)
}

test("workers that run together send every mail once, five at a time each", async (t) => {
  let atOnce = 0
  let most = 0
  const { sent, transport } = recorder(async () => {
    atOnce += 1
    most = Math.max(most, atOnce)
    await new Promise((done) => setTimeout(done, 5))
    atOnce -= 1
  })
  await database.transaction(async (tx) => {
    for (let index = 0; index < 60; index += 1) await outbox.add(tx, mail)
  })
  await Promise.all(Array.from({ length: 3 }, () => startWorker(t, transport)))
  assert.equal(sent.length, 60)
  assert.equal(new Set(sent.map(({ id }) => id)).size, 60)
  assert.ok(most <= 15)
})

test("finished mails are removed after a week", async (t) => {
  const { run } = await startWorker(t, recorder().transport)
  await outbox.add(database, mail)
  await run()
  pass({ days: 6 })
  await run()
  assert.equal((await theRow()).tries, 1)
  pass({ days: 2 })
  await run()
  assert.deepEqual(await database.rows(sql`select 1 from mail.outbox`), [])
})
