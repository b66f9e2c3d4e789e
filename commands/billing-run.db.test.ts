// @postgres-only

import assert from "node:assert/strict"
import { after, before } from "node:test"
import { sql } from "#database/sql.ts"
import { systemClock } from "#platform/clock.ts"
import { earlier } from "#platform/time.ts"
import { createOutbox } from "#ports/mail/outbox.ts"
import { createEventOutbox } from "#services/events/outbox.ts"
import { createTestClock } from "#testing/clock.ts"
import { runCommand } from "#testing/command.ts"
import {
  type CommandDatabase,
  openCommandDatabase,
  testOnPostgres,
} from "#testing/command-database.ts"
import { demoFilling } from "#testing/demo-database.ts"
import { type EventReceiver, startEventReceiver } from "#testing/event-receiver.ts"
import { newWebhookSecret, writeEventsFile } from "#testing/events.ts"
import { testSeal } from "#testing/secret-key.ts"

let place: CommandDatabase
let receiver: EventReceiver

before(async () => {
  place = await openCommandDatabase(demoFilling(createTestClock()))
  receiver = await startEventReceiver()
})

after(() => Promise.all([place.close(), receiver.close()]))

testOnPostgres(
  "ZONE-08 a billing run prints its result alone on standard output, and problems on standard error",
  async () => {
    const { code, out, err } = await runCommand("billing-run", [], place.settings)
    assert.equal(code, 0, err)
    for (const line of err.split("\n").filter(Boolean))
      assert.ok(JSON.parse(line).level >= 40, line)
    assert.match(out, /^([a-zA-Z]+: \d+\n)+$/)
  },
)

// Without a mail server, trying to send gives up old emails, among them notices that must be sent.
testOnPostgres("a billing run leaves the emails and events of the servers alone", async () => {
  const yesterday = { now: () => earlier(systemClock.now(), { hours: 25 }) }
  const endpoint = {
    ...{ name: "billing", url: receiver.url, secrets: [newWebhookSecret()] },
    clients: ["harbor"],
  }
  const file = await writeEventsFile({ endpoints: [endpoint] })
  await place.visit((database) =>
    database.transaction(async (tx) => {
      const email = { subject: "Notice", text: "A text", html: "A text" }
      const addressed = { ...email, fromName: "Harbor Mutual", to: "b@example.com" }
      await createOutbox({ seal: testSeal, clock: yesterday }).add(tx, addressed)
      const account = { client: "harbor", accountNumber: "HM2041187" }
      await createEventOutbox(yesterday, [endpoint], { checks: true }).add(
        tx,
        account,
        "customer.registered",
        {},
      )
    }),
  )
  const settings = { ...place.settings, EVENTS_FILE: file.path }
  const { code, err } = await runCommand("billing-run", [], settings)
  await file.remove()
  assert.equal(code, 0, err)
  assert.doesNotMatch(err, /email/)
  const emails = await place.visit((database) =>
    database.rows(sql`select 1 from mail.outbox where sealed is null or tries > 0`),
  )
  assert.deepEqual(emails, [])
  assert.deepEqual(receiver.received, [])
})
