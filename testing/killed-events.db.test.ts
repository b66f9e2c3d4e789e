// @postgres-only
// @prove-only kill

import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { migrate } from "#database/migrating/migrate.ts"
import { systemClock } from "#platform/clock.ts"
import { findDeliveries } from "#services/events/backlog.store.ts"
import { createEventOutbox } from "#services/events/outbox.ts"
import { startProcess } from "#tools/prove/world/processes.ts"
import { writeTestBrands } from "./brands.ts"
import { type CommandDatabase, openCommandDatabase } from "./command-database.ts"
import { migratedFilling } from "./database.ts"
import { type EventReceiver, startEventReceiver } from "./event-receiver.ts"
import { newWebhookSecret, until } from "./events.ts"

let place: CommandDatabase
let receiver: EventReceiver

before(async () => {
  place = await openCommandDatabase(migratedFilling())
  receiver = await startEventReceiver()
})
after(() => Promise.all([place.close(), receiver.close()]))

test("EVENT-07 an event whose sender is killed before it saves the delivery arrives again, with the same webhook-id", async () => {
  const endpoint = { name: "billing", url: receiver.url, secrets: [newWebhookSecret()] }
  await place.visit(async (database) => {
    await migrate(database)
    await writeTestBrands(database, systemClock, { east: "America/New_York" })
    const outbox = createEventOutbox(systemClock, [endpoint], { checks: true })
    const account = { client: "east", accountNumber: "A-1" }
    await database.transaction((tx) =>
      outbox.add(tx, account, "emails.unsubscribed", { changedBy: "link" }),
    )
  })
  receiver.answerWith("silence")
  const killed = start(endpoint, 0)
  await until(() => receiver.received.length === 1)
  await killed.end("SIGKILL")
  assert.equal((await delivery())?.state, "waiting")

  receiver.answerWith(204)
  // The next process does not claim the event before the first one's claim expires.
  const next = start(endpoint, 61)
  await until(async () => (await delivery())?.state === "sent")
  await next.end("SIGKILL")
  const ids = receiver.received.map(({ id }) => id)
  const { eventId } = (await delivery()) ?? {}
  assert.deepEqual(ids, [eventId, eventId])
  const [first, second] = receiver.received.map(({ body }) => body)
  assert.equal(first, second)
})

function start(endpoint: object, secondsLater: number) {
  const words = [place.settings.DATABASE_URL ?? "", JSON.stringify(endpoint), `${secondsLater}`]
  return startProcess("testing/send-events.ts", words, {}, "inherit")
}

async function delivery() {
  const any = { client: null, endpoint: null, state: null, eventId: null }
  const [found] = await place.visit((database) => findDeliveries(database, any, 10))
  return found
}
