// @both-engines

import assert from "node:assert/strict"
import { test } from "node:test"
import type { Database } from "#database/open.ts"
import { sql } from "#database/sql.ts"
import { defaultDays, retainedSince } from "#platform/jobs/retention.ts"
import {
  clock,
  database,
  email,
  outbox,
  pass,
  recorder,
  startDelivery,
  theRow,
  useOutbox,
} from "./email-delivery-fixture.ts"
import { deleteFinishedEmails } from "./outbox.ts"

useOutbox()

test("an email exists if and only if the change that causes it was committed", async (t) => {
  const { sent, transport } = recorder()
  const { run } = await startDelivery(t, transport)
  const change = database.transaction(async (tx) => {
    await outbox.add(tx, email)
    throw new Error("The change failed.")
  })
  await assert.rejects(change, /The change failed/)
  await run()
  assert.equal(sent.length, 0)

  await database.transaction((tx) => outbox.add(tx, email))
  await run()
  assert.equal(sent.length, 1)
})

test("sends a complete email once, and deletes its content", async (t) => {
  const { sent, transport } = recorder()
  const { run } = await startDelivery(t, transport)
  await outbox.add(database, { ...email, expiresAt: new Date(clock.time + 600_000) })
  await run()
  await run()
  const [{ id, ...content } = assert.fail()] = sent
  assert.deepEqual(content, { ...email, writtenAt: clock.now() })
  assert.equal(sent.length, 1)
  const row = await theRow()
  assert.deepEqual(row.sentAt, clock.now())
  assert.equal(row.sealed, null)
})

test("the database never contains the code or the person in plain text, before, between or after tries", async (t) => {
  let refused = false
  const { transport } = recorder(async () => {
    if (refused) return
    refused = true
    throw new Error("550 no such user zoe@example.com, code 048213")
  })
  const { run, logged } = await startDelivery(t, transport)
  await outbox.add(database, email)
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

test("processes that run together send every email once, each up to five at a time", async (t) => {
  let atOnce = 0
  let most = 0
  const { sent, transport } = recorder(async () => {
    atOnce += 1
    most = Math.max(most, atOnce)
    await new Promise((done) => setTimeout(done, 5))
    atOnce -= 1
  })
  await database.transaction(async (tx) => {
    for (let index = 0; index < 60; index += 1) await outbox.add(tx, email)
  })
  await Promise.all(Array.from({ length: 3 }, () => startDelivery(t, transport)))
  assert.equal(sent.length, 60)
  assert.equal(new Set(sent.map(({ id }) => id)).size, 60)
  assert.ok(most <= 15)
})

test("deletes finished emails after a week", async (t) => {
  const { run } = await startDelivery(t, recorder().transport)
  await outbox.add(database, email)
  await run()
  pass({ days: 6 })
  await deleteFinishedEmails(database, retainedSince(defaultDays, clock.now()).emails)
  assert.equal((await theRow()).tries, 1)
  pass({ days: 2 })
  await deleteFinishedEmails(database, retainedSince(defaultDays, clock.now()).emails)
  assert.deepEqual(await database.rows(sql`select 1 from mail.outbox`), [])
})
