import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { test } from "node:test"
import type { Database } from "#database/open.ts"
import { createKeyRing } from "#platform/keys/key-ring.ts"
import { createSeal } from "#platform/keys/seal.ts"
import { startMailbox } from "#tools/mailbox/mailbox.ts"
import { EmailNotSent } from "./port.ts"
import { createSmtpTransport } from "./smtp.ts"
import {
  clock,
  database,
  mail,
  outbox,
  pass,
  recorder,
  refuse,
  startWorker,
  theRow,
  useOutbox,
} from "./worker-fixture.ts"

useOutbox()

test("a mail that its process sent and could not note is sent again as the same message", async (t) => {
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
  const first = await startWorker(
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
  await outbox.add(database, mail)
  await first.run()
  await first.stop()

  const second = await startWorker(t, smtp)
  await second.run()
  assert.equal(mailbox.messages().length, 1, "the claim still holds")
  pass({ minutes: 3 })
  await second.run()
  const [again, before] = mailbox.messages()
  assert.ok(again && before)
  assert.equal(again.messageId, before.messageId)
  assert.match(again.messageId, /^<[0-9a-f-]{36}@portal\.example>$/)
  assert.equal(again.text.trim(), mail.text)
  const row = await theRow()
  assert.deepEqual([row.tries, row.sealed], [2, null])
})

test("an expired mail is not sent, and is wiped", async (t) => {
  const { sent, transport } = recorder()
  const { run } = await startWorker(t, transport)
  await outbox.add(database, { ...mail, expiresAt: new Date(clock.time + 600_000) })
  pass({ minutes: 10 })
  await run()
  assert.equal(sent.length, 0)
  const row = await theRow()
  assert.deepEqual([row.sealed, row.lastError], [null, "expired"])
  assert.deepEqual(row.givenUpAt, clock.now())
})

test("a mail that is put off is wiped when it expires, not later", async (t) => {
  const { sent, transport } = recorder(refuse("451 RCPT TO"))
  const { run } = await startWorker(t, transport)
  await outbox.add(database, { ...mail, expiresAt: new Date(clock.time + 600_000) })
  await run()
  for (let second = 0; second < 600; second += 1) {
    pass({ seconds: 1 })
    if (second % 20 === 19) await run()
  }
  assert.ok(sent.length >= 5)
  assert.equal((await theRow()).sealed, null)
})

test("tries go apart further and further, and end after a day", async (t) => {
  const { sent, transport } = recorder(refuse("ECONNREFUSED"))
  const { run } = await startWorker(t, transport)
  await outbox.add(database, mail)
  await run()
  pass({ seconds: 3 })
  await run()
  assert.equal(sent.length, 1, "not before the first wait is over")
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

test("a mail that is refused for good is given up at once", async (t) => {
  const { sent, transport } = recorder(refuse("550 RCPT TO", true))
  const { run } = await startWorker(t, transport)
  await outbox.add(database, mail)
  await run()
  pass({ minutes: 60 })
  await run()
  assert.equal(sent.length, 1)
  const row = await theRow()
  assert.deepEqual([row.sealed, row.lastError], [null, "550 RCPT TO"])
})

test("a mail sealed with another key waits for the process that has it", async (t) => {
  const stranger = recorder()
  const other = createSeal(createKeyRing(randomBytes(32)).for("seal"))
  await outbox.add(database, mail)
  await startWorker(t, stranger.transport, { seal: other })
  assert.equal(stranger.sent.length, 0)
  assert.equal((await theRow()).lastError, "another key")

  pass({ minutes: 1 })
  const { sent, transport } = recorder()
  await startWorker(t, transport)
  assert.equal(sent.length, 1)
})

test("a try that outlived its claim changes nothing of what came after", async (t) => {
  const slow = Promise.withResolvers<void>()
  const first = await startWorker(t, recorder(() => slow.promise).transport)
  await outbox.add(database, mail)
  first.wake()
  while ((await theRow()).tries === 0) await new Promise(setImmediate)

  pass({ minutes: 3 })
  await startWorker(t, recorder(refuse("451 RCPT TO")).transport)
  const before = await theRow()
  slow.reject(new EmailNotSent("550 RCPT TO", true))
  await first.idle()
  assert.deepEqual(await theRow(), before)
})

test("a stop ends a try that hangs, and the mail is sent by the next worker", async (t) => {
  const hanging = recorder(
    (_mail, signal) =>
      new Promise((_, reject) => {
        signal.addEventListener("abort", () => reject(new EmailNotSent("EABORT", false)))
      }),
  )
  const worker = await startWorker(t, hanging.transport)
  await outbox.add(database, mail)
  worker.wake()
  while (hanging.sent.length === 0) await new Promise(setImmediate)
  await worker.stop(0.05)
  worker.wake()
  await worker.idle()
  assert.equal(hanging.sent.length, 1, "a stopped worker takes no mail")

  pass({ seconds: 7 })
  const { sent, transport } = recorder()
  await startWorker(t, transport)
  assert.equal(sent.length, 1)
})

test("the worker outlives a database that does not answer", async (t) => {
  let away = true
  const flaky: Database = {
    ...database,
    rows: async (statement) => {
      if (away) throw Object.assign(new Error("zoe@example.com"), { code: "ECONNRESET" })
      return await database.rows(statement)
    },
  }
  const { sent, transport } = recorder()
  const { run, logged } = await startWorker(t, transport, { database: flaky })
  await outbox.add(database, mail)
  await run()
  assert.match(logged.join(), /ECONNRESET/)
  assert.doesNotMatch(logged.join(), /zoe/)
  away = false
  await run()
  assert.equal(sent.length, 1)
})
