import assert from "node:assert/strict"
import { after, before, beforeEach, test } from "node:test"
import { Webhook } from "standardwebhooks"
import type { Database } from "#database/open.ts"
import { createJobs } from "#platform/jobs/jobs.ts"
import { timers } from "#platform/jobs/scheduler.ts"
import { earlier, later } from "#platform/time.ts"
import { writeTestBrands } from "#testing/brands.ts"
import { createTestClock, sharedTimeOf, type TestClock } from "#testing/clock.ts"
import { openTestDatabase } from "#testing/database.ts"
import { type EventReceiver, startEventReceiver } from "#testing/event-receiver.ts"
import { newWebhookSecret, until } from "#testing/events.ts"
import { selfSigned } from "#testing/self-signed.ts"
import { statementsDuring } from "#testing/statements.ts"
import { findBacklogs, findDeliveries, replayDeliveries } from "./backlog.store.ts"
import type { EventEndpoint } from "./endpoints.ts"
import { eventDeliveryJob } from "./event-delivery-job.ts"
import { claimDeliveries, deleteOldEvents } from "./events.store.ts"
import { createEventOutbox } from "./outbox.ts"

let database: Database
let clock: TestClock
const logged: object[] = []
const log = {
  info() {},
  warn: (data: object) => void logged.push(data),
  error: (data: object) => void logged.push(data),
}
const any = { client: null, endpoint: null, state: null, eventId: null }

before(async () => {
  database = await openTestDatabase()
  await writeTestBrands(database, createTestClock(), {
    east: "America/New_York",
    west: "Pacific/Honolulu",
  })
})
after(() => database.close())
beforeEach(() => {
  clock = createTestClock("2026-11-24T03:00:00Z")
})

let names = 0

/** Opens a receiver and an endpoint for one test. */
async function openEndpoint(t: { after(work: () => Promise<void>): void }, more: object = {}) {
  const receiver = await startEventReceiver()
  t.after(() => receiver.close())
  names += 1
  const secrets = [newWebhookSecret(), newWebhookSecret()]
  const endpoint: EventEndpoint = { name: `endpoint-${names}`, url: receiver.url, secrets, ...more }
  return { receiver, endpoint }
}

async function write(endpoints: EventEndpoint[], client = "east", accountNumber = "A-1") {
  const outbox = createEventOutbox(clock, endpoints, { checks: true })
  await database.transaction((tx) =>
    outbox.add(tx, { client, accountNumber }, "emails.unsubscribed", { changedBy: "link" }),
  )
}

/** A process that sends to these endpoints until the test ends. */
function startProcess(t: { after(work: () => Promise<void>): void }, endpoints: EventEndpoint[]) {
  const jobs = createJobs({ log, scheduler: timers, sharedTime: sharedTimeOf(clock) })
  const running = endpoints.map((endpoint) =>
    jobs.add(eventDeliveryJob({ database, clock, log }, endpoint)),
  )
  jobs.start()
  t.after(() => jobs.stop(0))
  return {
    /** Attempts every due delivery. */
    async send() {
      for (const job of running) job.wake()
      for (const job of running) await job.idle()
    },
  }
}

async function deliveriesTo({ name }: EventEndpoint) {
  return await findDeliveries(database, { ...any, endpoint: name }, 1_000)
}

test("EVENT-02 an event is signed, has its account's sequence number and the client's day, and is sent only if its change commits", async (t) => {
  const { receiver, endpoint } = await openEndpoint(t)
  const outbox = createEventOutbox(clock, [endpoint], { checks: true })
  const undone = database.transaction(async (tx) => {
    await outbox.add(tx, { client: "east", accountNumber: "A-2" }, "customer.registered", {})
    throw new Error("undone")
  })
  await assert.rejects(undone, /undone/)
  await write([endpoint], "east", "A-2")
  await write([endpoint], "west", "A-2")
  await write([endpoint], "west", "A-2")
  await startProcess(t, [endpoint]).send()
  await until(() => receiver.received.length === 3)
  const bySequence = receiver.received.toSorted(
    (one, other) =>
      String(one.event.data.client).localeCompare(String(other.event.data.client)) ||
      one.event.data.sequence - other.event.data.sequence,
  )
  const facts = { accountNumber: "A-2", changedBy: "link" }
  assert.deepEqual(
    bySequence.map(({ event }) => event),
    [
      { client: "east", sequence: 1, day: "2026-11-23", ...facts },
      { client: "west", sequence: 1, day: "2026-11-23", ...facts },
      { client: "west", sequence: 2, day: "2026-11-23", ...facts },
    ].map((data) => ({ type: "emails.unsubscribed", timestamp: "2026-11-24T03:00:00.000Z", data })),
  )
  for (const { headers, body } of receiver.received) {
    assert.equal(headers["content-type"], "application/json")
    const { "webhook-id": id = "", "webhook-timestamp": seconds = "" } = headers as Record<
      string,
      string
    >
    assert.equal(Number(seconds) * 1000, clock.now().getTime())
    const signatures = String(headers["webhook-signature"]).split(" ")
    const signed = endpoint.secrets.map((secret) => new Webhook(secret).sign(id, clock.now(), body))
    assert.deepEqual(signatures, signed)
  }
})

test("EVENT-04 an endpoint gets only the clients and types that the operator configured", async (t) => {
  const { receiver, endpoint } = await openEndpoint(t, { clients: ["west"] })
  const { endpoint: payments } = await openEndpoint(t, { types: ["payment.accepted"] })
  await write([endpoint, payments], "east", "A-3")
  await write([endpoint, payments], "west", "A-3")
  await startProcess(t, [endpoint, payments]).send()
  await until(() => receiver.received.length > 0)
  assert.deepEqual(
    receiver.received.map(({ event }) => event.data.client),
    ["west"],
  )
  assert.deepEqual(
    (await deliveriesTo(endpoint)).map(({ client }) => client),
    ["west"],
  )
  assert.deepEqual(await deliveriesTo(payments), [])
})

test("EVENT-04 an endpoint that does not answer does not delay the others", async (t) => {
  const silent = await openEndpoint(t)
  silent.receiver.answerWith("silence")
  const good = await openEndpoint(t)
  const both = [silent.endpoint, good.endpoint]
  for (let count = 0; count < 20; count += 1) await write(both, "east", "A-4")
  startProcess(t, both)
  await until(() => good.receiver.received.length === 20)
  assert.equal(
    (await deliveriesTo(silent.endpoint)).filter(({ state }) => state === "sent").length,
    0,
  )
})

const failures: [string, (receiver: EventReceiver) => Promise<void> | void, RegExp][] = [
  ["500", (receiver) => receiver.answerWith(500), /^500$/],
  ["a redirect", (receiver) => receiver.answerWith({ redirectTo: receiver.url }), /^302$/],
  ["an outage", (receiver) => receiver.stop(), /^ECONNREFUSED$/],
]
for (const [name, fail, reason] of failures) {
  test(`EVENT-06 after ${name} the same event is sent again, with the same id`, async (t) => {
    const { receiver, endpoint } = await openEndpoint(t)
    const { send } = startProcess(t, [endpoint])
    await fail(receiver)
    await write([endpoint], "east", "A-5")
    await send()
    const [failed] = await deliveriesTo(endpoint)
    assert.match(failed?.lastError ?? "", reason)
    assert.deepEqual([failed?.state, failed?.tries], ["waiting", 1])
    assert.ok(receiver.received.length <= 1, "a redirect is not followed")
    await send()
    assert.equal((await deliveriesTo(endpoint))[0]?.tries, 1, "it is not tried before its time")
    receiver.answerWith(200)
    await receiver.stop()
    await receiver.listen()
    clock.advance({ seconds: 7 })
    await send()
    assert.deepEqual(
      (await deliveriesTo(endpoint)).map(({ state, tries }) => [state, tries]),
      [["sent", 2]],
    )
    const ids = new Set(receiver.received.map(({ id }) => id))
    assert.deepEqual([...ids], [failed?.eventId])
  })
}

test("EVENT-06 an endpoint with an untrusted certificate gets nothing, and the event is retried later", async (t) => {
  const receiver = await startEventReceiver(selfSigned())
  t.after(() => receiver.close())
  const endpoint = { name: "self-signed", url: receiver.url, secrets: [newWebhookSecret()] }
  assert.match(endpoint.url, /^https:/)
  const { send } = startProcess(t, [endpoint])
  await write([endpoint], "east", "A-9")
  for (const tries of [1, 2]) {
    await send()
    const [failed] = await deliveriesTo(endpoint)
    assert.deepEqual([failed?.state, failed?.tries], ["waiting", tries])
    assert.equal(failed?.lastError, "DEPTH_ZERO_SELF_SIGNED_CERT")
    clock.advance({ minutes: 1 })
  }
  assert.deepEqual(receiver.received, [])
})

test("EVENT-07 a process takes the oldest events first", async (t) => {
  const { endpoint } = await openEndpoint(t)
  for (let count = 0; count < 4; count += 1) {
    await write([endpoint], "east", "A-10")
    clock.advance({ seconds: 1 })
  }
  const leaseUntil = later(clock.now(), { seconds: 60 })
  const taken = [
    ...(await claimDeliveries(database, endpoint.name, clock.now(), leaseUntil, 3)),
    ...(await claimDeliveries(database, endpoint.name, clock.now(), leaseUntil, 3)),
  ]
  const sequences = taken.map(({ body }) => JSON.parse(body).data.sequence)
  assert.deepEqual(sequences, [1, 2, 3, 4])
})

test("EVENT-06 an event is abandoned after three days, or at once when the endpoint answers Gone, and can be replayed", async (t) => {
  const { receiver, endpoint } = await openEndpoint(t)
  const { send } = startProcess(t, [endpoint])
  receiver.answerWith(503)
  const start = clock.now()
  await write([endpoint], "east", "A-6")
  const stateOf = async () => (await deliveriesTo(endpoint))[0]?.state
  while ((await stateOf()) === "waiting") {
    await send()
    clock.advance({ hours: 2 })
  }
  assert.equal(await stateOf(), "dead")
  assert.ok(earlier(clock.now(), { days: 3 }) >= start && earlier(clock.now(), { days: 4 }) < start)
  assert.ok(receiver.received.length > 12, `${receiver.received.length} tries`)
  receiver.answerWith(410)
  await write([endpoint], "east", "A-6")
  await send()
  assert.deepEqual(
    (await deliveriesTo(endpoint)).map(({ state }) => state),
    ["dead", "dead"],
  )
  const backlog = (await findBacklogs(database)).find((one) => one.endpoint === endpoint.name)
  assert.deepEqual(backlog, { endpoint: endpoint.name, waiting: 0, dead: 2, oldestSince: null })

  receiver.answerWith(200)
  const dead = { ...any, endpoint: endpoint.name, state: "dead" } as const
  assert.equal(await replayDeliveries(database, dead, clock.now()), 2)
  await send()
  assert.deepEqual(
    (await deliveriesTo(endpoint)).map(({ state }) => state),
    ["sent", "sent"],
  )
  const shown = JSON.stringify(logged)
  for (const secret of endpoint.secrets) assert.ok(!shown.includes(secret.slice(6)))
  assert.match(shown, /"endpoint":"endpoint-\d+","tries":1,"reason":"410"/)
})

test("the backlog query uses the indexes of waiting and dead deliveries and does not scan sent ones", async () => {
  const [counting] = await statementsDuring(database, () => findBacklogs(database))
  assert.ok(counting)
  const plan = await database.transaction(async (tx) => {
    // Without this, the planner scans an empty table whatever its indexes.
    await tx.script("set local enable_seqscan = off")
    return await tx.rows({ ...counting, name: "", text: `explain ${counting.text}` })
  })
  // PostgreSQL names the indexes of a partition after their columns.
  const due = "event_delivery(_due|_\\w+_next_try_at_idx)"
  const dead = "event_delivery(_dead|_\\w+_dead_at_idx)"
  assert.match(JSON.stringify(plan), new RegExp(`${due}.*${dead}`))
  assert.doesNotMatch(JSON.stringify(plan), /Seq Scan/)
})

test("EVENT-07 two processes send each event once, and a process that dies leaves its events to the other", async (t) => {
  const { receiver, endpoint } = await openEndpoint(t)
  for (let count = 0; count < 60; count += 1) await write([endpoint], "east", `B-${count % 7}`)
  const leaseUntil = later(clock.now(), { seconds: 60 })
  const lost = await claimDeliveries(database, endpoint.name, clock.now(), leaseUntil, 5)
  const both = [startProcess(t, [endpoint]), startProcess(t, [endpoint])]
  await until(async () => {
    await Promise.all(both.map(({ send }) => send()))
    return (await deliveriesTo(endpoint)).filter(({ state }) => state === "sent").length === 55
  })
  const ids = receiver.received.map(({ id }) => id)
  assert.equal(new Set(ids).size, 55)
  assert.equal(ids.length, 55)
  assert.ok(lost.every(({ eventId }) => !ids.includes(eventId)))
  clock.advance({ seconds: 61 })
  for (const { send } of both) await send()
  assert.equal(new Set(receiver.received.map(({ id }) => id)).size, 60)
  assert.equal(receiver.received.length, 60)
  const numbers = receiver.received
    .filter(({ event }) => event.data.accountNumber === "B-0")
    .map(({ event }) => event.data.sequence)
  assert.deepEqual(
    numbers.toSorted((one, other) => one - other),
    [1, 2, 3, 4, 5, 6, 7, 8, 9],
  )
})

test("EVENT-12 events that every endpoint has received are deleted after 30 days, others are retained longer", async (t) => {
  const { endpoint } = await openEndpoint(t)
  const gone = { ...endpoint, name: "no-longer-there" }
  await write([endpoint], "east", "A-7")
  await write([endpoint, gone], "east", "A-7")
  await startProcess(t, [endpoint]).send()
  const soon = later(clock.now(), { days: 1 })
  await deleteOldEvents(database, soon, earlier(clock.now(), { days: 400 }))
  const left = async () => (await Promise.all([endpoint, gone].map(deliveriesTo))).flat()
  assert.deepEqual(
    (await left()).map(({ state }) => state),
    ["sent", "waiting"],
  )
  await deleteOldEvents(database, soon, soon)
  assert.deepEqual(await left(), [])
  await write([endpoint], "east", "A-7")
  await startProcess(t, [endpoint]).send()
  assert.equal((await deliveriesTo(endpoint))[0]?.state, "sent", "its number is not reused")
})
