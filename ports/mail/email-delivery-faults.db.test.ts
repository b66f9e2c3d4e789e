import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { test } from "node:test"
import type { Database } from "#database/open.ts"
import { createKeyRing } from "#platform/keys/key-ring.ts"
import { createSeal } from "#platform/keys/seal.ts"
import { startMailbox } from "#tools/mailbox/mailbox.ts"
import {
  clock,
  database,
  email,
  outbox,
  pass,
  recorder,
  refuse,
  startDelivery,
  theRow,
  useOutbox,
} from "./email-delivery-fixture.ts"
import { EmailNotSent } from "./port.ts"
import { createSmtpTransport } from "./smtp.ts"

useOutbox()

test("resends an email as the same message after the process failed to save that it was sent", async (t) => {
  const mailbox = await startMailbox({ httpPort: 0 })
  t.after(() => mailbox.close())
  const smtp = createSmtpTransport({ url: mailbox.smtpUrl, from: "no-reply@portal.example" })
  t.after(() => smtp.close())
  let dead = false
  const dying: Database = {
    ...database,
    rows: async (statement) => {
      if (dead) throw new Error("This process is gone.")
      return await database.rows(statement)
    },
  }
  const first = await startDelivery(
    t,
    {
      async send(outgoing, signal) {
        await smtp.send(outgoing, signal)
        dead = true
      },
      close() {},
    },
    { database: dying },
  )
  await outbox.add(database, email)
  await first.run()
  await first.stop()

  const second = await startDelivery(t, smtp)
  await second.run()
  assert.equal(mailbox.messages().length, 1, "the claim still holds")
  pass({ minutes: 3 })
  await second.run()
  const [again, before] = mailbox.messages()
  assert.ok(again && before)
  assert.equal(again.messageId, before.messageId)
  assert.match(again.messageId, /^<[0-9a-f-]{36}@portal\.example>$/)
  assert.equal(again.text.trim(), email.text)
  const row = await theRow()
  assert.deepEqual([row.tries, row.sealed], [2, null])
})

test("does not send an expired email, and deletes its content", async (t) => {
  const { sent, transport } = recorder()
  const { run } = await startDelivery(t, transport)
  await outbox.add(database, { ...email, expiresAt: new Date(clock.time + 600_000) })
  pass({ minutes: 10 })
  await run()
  assert.equal(sent.length, 0)
  const row = await theRow()
  assert.deepEqual([row.sealed, row.lastError], [null, "expired"])
  assert.deepEqual(row.givenUpAt, clock.now())
})

test("deletes the content of a delayed email when it expires", async (t) => {
  const { sent, transport } = recorder(refuse("451 RCPT TO"))
  const { run } = await startDelivery(t, transport)
  await outbox.add(database, { ...email, expiresAt: new Date(clock.time + 600_000) })
  await run()
  for (let second = 0; second < 600; second += 1) {
    pass({ seconds: 1 })
    if (second % 20 === 19) await run()
  }
  assert.ok(sent.length >= 5)
  assert.equal((await theRow()).sealed, null)
})

test("waits longer after each try and gives up after a day", async (t) => {
  const { sent, transport } = recorder(refuse("ECONNREFUSED"))
  const { run } = await startDelivery(t, transport)
  await outbox.add(database, email)
  await run()
  pass({ seconds: 3 })
  await run()
  assert.equal(sent.length, 1, "no try before the first wait is over")
  pass({ seconds: 4 })
  await run()
  assert.equal(sent.length, 2)
  assert.deepEqual([(await theRow()).lastError, (await theRow()).tries], ["ECONNREFUSED", 2])

  let minutes = 0
  while ((await theRow()).givenUpAt === null) {
    pass({ minutes: 20 })
    minutes += 20
    await run()
  }
  assert.equal(minutes, 24 * 60)
  assert.equal((await theRow()).sealed, null)
})

test("gives up immediately when the server refuses an email permanently", async (t) => {
  const { sent, transport } = recorder(refuse("550 RCPT TO", true))
  const { run } = await startDelivery(t, transport)
  await outbox.add(database, email)
  await run()
  pass({ minutes: 60 })
  await run()
  assert.equal(sent.length, 1)
  const row = await theRow()
  assert.deepEqual([row.sealed, row.lastError], [null, "550 RCPT TO"])
})

test("leaves an email sealed with another key to the process that has that key", async (t) => {
  const wrongKey = recorder()
  const other = createSeal(createKeyRing(randomBytes(32)).for("seal"))
  await outbox.add(database, email)
  await startDelivery(t, wrongKey.transport, { seal: other })
  assert.equal(wrongKey.sent.length, 0)
  assert.equal((await theRow()).lastError, "another key")

  pass({ minutes: 1 })
  const { sent, transport } = recorder()
  await startDelivery(t, transport)
  assert.equal(sent.length, 1)
})

test("a try that outlasts its claim does not overwrite the results of later tries", async (t) => {
  const slow = Promise.withResolvers<void>()
  const first = await startDelivery(t, recorder(() => slow.promise).transport)
  await outbox.add(database, email)
  first.wake()
  while ((await theRow()).tries === 0) await new Promise(setImmediate)

  pass({ minutes: 3 })
  await startDelivery(t, recorder(refuse("451 RCPT TO")).transport)
  const before = await theRow()
  slow.reject(new EmailNotSent("550 RCPT TO", true))
  await first.idle()
  assert.deepEqual(await theRow(), before)
})

test("stopping aborts a hanging try, and the next process sends the email", async (t) => {
  const hanging = recorder(
    (_email, signal) =>
      new Promise((_, reject) => {
        signal.addEventListener("abort", () => reject(new EmailNotSent("EABORT", false)))
      }),
  )
  const job = await startDelivery(t, hanging.transport)
  await outbox.add(database, email)
  job.wake()
  while (hanging.sent.length === 0) await new Promise(setImmediate)
  await job.stop(0.05)
  job.wake()
  await job.idle()
  assert.equal(hanging.sent.length, 1, "a stopped job claims no email")

  pass({ seconds: 7 })
  const { sent, transport } = recorder()
  await startDelivery(t, transport)
  assert.equal(sent.length, 1)
})

test("continues after a database outage", async (t) => {
  let away = true
  const flaky: Database = {
    ...database,
    rows: async (statement) => {
      if (away) throw Object.assign(new Error("zoe@example.com"), { code: "ECONNRESET" })
      return await database.rows(statement)
    },
  }
  const { sent, transport } = recorder()
  const { run, logged } = await startDelivery(t, transport, { database: flaky })
  await outbox.add(database, email)
  await run()
  assert.match(logged.join(), /ECONNRESET/)
  assert.doesNotMatch(logged.join(), /zoe/)
  away = false
  await run()
  assert.equal(sent.length, 1)
})
