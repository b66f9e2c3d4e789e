import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { createEventOutbox } from "#services/events/outbox.ts"
import { createTestClock } from "#testing/clock.ts"
import {
  type CommandDatabase,
  openCommandDatabase,
  testOnPostgres,
} from "#testing/command-database.ts"
import { demoFilling } from "#testing/demo-database.ts"
import { type EventReceiver, startEventReceiver } from "#testing/event-receiver.ts"
import { newWebhookSecret, writeEventsFile } from "#testing/events.ts"
import { runCommandHere } from "#testing/operator-commands.ts"

const clock = createTestClock()
const secret = newWebhookSecret()
let place: CommandDatabase
let receiver: EventReceiver
let file: Awaited<ReturnType<typeof writeEventsFile>>

before(async () => {
  place = await openCommandDatabase(demoFilling(clock))
  receiver = await startEventReceiver()
  const endpoint = {
    name: "billing",
    url: receiver.url,
    secrets: [secret],
    clients: ["harbor", "harber"],
  }
  file = await writeEventsFile({ endpoints: [endpoint] })
  await place.visit(async (database) => {
    const outbox = createEventOutbox(clock, [endpoint], { checks: true })
    const account = { client: "harbor", accountNumber: "HM2041187" }
    await database.transaction((tx) => outbox.add(tx, account, "customer.registered", {}))
  })
})
after(async () => {
  await Promise.all([place.close(), receiver.close(), file.remove()])
})

async function events(...words: string[]) {
  return await runCommandHere("events", words, { ...place.settings, EVENTS_FILE: file.path })
}

testOnPostgres(
  "EVENT-10 npm run my-account -- events lists endpoints and events, and sends events again",
  async () => {
    const endpoints = await events("endpoints")
    assert.match(
      endpoints.out,
      /^billing {2}http:\/\/127\.0\.0\.1:\d+; clients: harbor, harber; types: all; secrets: 1; waiting: 1; dead: 0; unknown clients: harber\n$/,
    )
    const listed = await events("list")
    assert.match(
      listed.out,
      /customer\.registered {2}harbor HM2041187; to billing: waiting after 0 tries; next: /,
    )
    const [event] = JSON.parse((await events("list", "--json", "--state", "waiting")).out)
    assert.deepEqual(
      [event.type, event.endpoint, event.state],
      ["customer.registered", "billing", "waiting"],
    )
    const replayed = await events("replay", "--id", event.eventId)
    assert.deepEqual([replayed.code, replayed.out], [0, "1 delivery is due now.\n"])
    const none = await events("replay", "--state", "dead", "--json")
    assert.deepEqual([none.code, JSON.parse(none.out)], [1, { events: 0 }])
  },
)

testOnPostgres(
  "EVENT-10 npm run my-account -- events sends a test message, and says what the endpoint answered",
  async () => {
    const sent = await events("send-test", "billing")
    assert.equal(sent.code, 0, sent.err)
    assert.match(sent.out, /^billing took the test message \S+ with status 204\.\n$/)
    assert.equal(receiver.received.at(-1)?.event.type, "test")
    receiver.answerWith(500)
    const refused = await events("send-test", "billing")
    assert.deepEqual(
      [refused.code, refused.err],
      [1, "billing did not take the test message: 500.\n"],
    )
    const json = await events("send-test", "billing", "--json")
    assert.equal(JSON.parse(json.out).reason, "500")
    for (const { out, err } of [sent, refused, json])
      assert.ok(!`${out}${err}`.includes(secret.slice(6)))
  },
)

test("EVENT-10 npm run my-account -- events refuses what it does not understand", async () => {
  for (const [words, message] of [
    [["lst"], "There is no command 'lst'."],
    [["list", "--state", "lost"], "--state must be waiting, sent, dead, not 'lost'."],
    [["list", "--id", "1"], "--id must be the id of an event, not '1'."],
    [["list", "--limit", "0"], "--limit must be a number from 1 to 10000, not '0'."],
    [["replay"], "replay needs --id or --state, so that it does not send everything again."],
    [["replay", "--limit", "1"], "replay does not take --limit."],
    [["endpoints", "now"], "Unexpected argument 'now'."],
    [["send-test"], "send-test needs the name of an endpoint."],
    [["send-test", "other"], "EVENTS_FILE names no endpoint 'other'. The endpoints: billing."],
  ] as const) {
    const { code, err } = await events(...words)
    assert.equal(err.split("\n")[0], message)
    assert.equal(code, 2)
  }
})
