import assert from "node:assert/strict"
import { test } from "node:test"
import { sql } from "#database/sql.ts"
import { onlyGateway } from "#ports/payment-gateway/gateways-fixture.ts"
import type { Deps } from "#services/deps.ts"
import { writeTestBrands } from "#testing/brands.ts"
import { createTestClock, sharedTimeOf, type TestClock } from "#testing/clock.ts"
import { openTestDatabase } from "#testing/database.ts"
import { noEvents } from "#testing/events.ts"
import { openBooks } from "#testing/opened-books.store.ts"
import { saveMethod } from "#testing/pay-now.ts"
import { payerAccount, payerDue, payerPolicy } from "#testing/payers.ts"
import { statementsDuring } from "#testing/statements.ts"
import { client, startPaymentsTest } from "../payments-fixture.ts"
import { agreeToAutoPay } from "./agreement-fixture.ts"
import { createAutoPayFailures } from "./auto-pay-failures.ts"
import { billingJob } from "./billing-job.ts"
import { createBillingRun } from "./billing-run.ts"

const zones = {
  east: "America/New_York",
  island: "Pacific/Kiritimati",
  west: "America/Los_Angeles",
}
const log = { info() {}, warn() {}, error() {} }

function moveTo(clock: TestClock, instant: Temporal.Instant): void {
  const now = Temporal.Instant.fromEpochMilliseconds(clock.now().getTime())
  clock.advance(now.until(instant, { largestUnit: "seconds" }))
}

/**
 * Runs the job every quarter of an hour, and returns which client was billed when, in its own time.
 */
async function billedFrom(start: string, hours: number): Promise<string[]> {
  const clock = createTestClock(start)
  const database = await openTestDatabase()
  try {
    const brands = await writeTestBrands(database, clock, zones)
    const billed: string[] = []
    const job = billingJob(
      { database, sharedTime: sharedTimeOf(clock).now, brands, log } as object as Deps,
      {
        async runOf(client, today) {
          const zone = zones[client as keyof typeof zones]
          const now = Temporal.Instant.fromEpochMilliseconds(clock.now().getTime())
          const time = now
            .toZonedDateTimeISO(zone)
            .toPlainTime()
            .toString({ smallestUnit: "minute" })
          billed.push(`${client} ${today} ${time}`)
          return { failed: 0 }
        },
      },
    )
    for (let quarter = 0; quarter < hours * 4; quarter += 1) {
      await job.run(AbortSignal.any([]))
      clock.advance({ minutes: 15 })
    }
    return billed
  } finally {
    await database.close()
  }
}

test("ZONE-03 each client is billed once a day at 6 in its own morning", async () => {
  assert.deepEqual(await billedFrom("2026-03-02T10:00:00Z", 48), [
    "east 2026-03-02 06:00",
    "west 2026-03-02 06:00",
    "island 2026-03-03 06:00",
    "east 2026-03-03 06:00",
    "west 2026-03-03 06:00",
    "island 2026-03-04 06:00",
  ])
})

/** The statements of a round in which all of this many clients are billed already. */
async function idleStatements(clients: number): Promise<number> {
  const clock = createTestClock("2026-03-02T16:00:00Z")
  const database = await openTestDatabase()
  try {
    const names = Array.from({ length: clients }, (_, n) => `brand${n}`)
    const own = Object.fromEntries(names.map((name) => [name, "America/New_York"]))
    const brands = await writeTestBrands(database, clock, own)
    const billed: string[] = []
    const window = JSON.stringify([{ from: "01:00", until: "02:00" }])
    await database.rows(sql`update appcontent.client set planned_away = ${window}::jsonb`)
    const deps = { database, sharedTime: sharedTimeOf(clock).now, brands, log }
    const job = billingJob(deps as object as Deps, {
      async runOf(client) {
        billed.push(client)
        return { failed: 0 }
      },
    })
    const round = () => job.run(AbortSignal.any([]))
    await round()
    assert.deepEqual(billed.toSorted(), names.toSorted())
    const statements = await statementsDuring(database, round)
    assert.equal(billed.length, clients)
    return statements.length
  } finally {
    await database.close()
  }
}

test("ZONE-03 a round in which nothing is due sends as few queries for many clients as for one", async () => {
  const one = await idleStatements(1)
  assert.ok(one > 0 && one <= 3, `${one} statements`)
  assert.equal(await idleStatements(200), one)
})

test("ZONE-03 processes that bill the same morning share the clients, and no client is billed twice", async () => {
  const clock = createTestClock("2026-03-02T16:00:00Z")
  const database = await openTestDatabase()
  try {
    const names = Array.from({ length: 12 }, (_, n) => `brand${n}`)
    const own = Object.fromEntries(names.map((name) => [name, "America/New_York"]))
    const brands = await writeTestBrands(database, clock, own)
    await database.rows(
      sql`update appcontent.client set time_zone = 'Mars/Olympus' where client = 'brand3'`,
    )
    await database.rows(
      sql`update appcontent.site set is_customer_site = false where client = 'brand7'`,
    )
    const billed: string[] = []
    const deps = { database, sharedTime: sharedTimeOf(clock).now, brands, log }
    const jobs = [1, 2, 3].map(() =>
      billingJob(deps as object as Deps, {
        async runOf(client) {
          billed.push(client)
          await new Promise((done) => setImmediate(done))
          if (client === "brand5") throw new Error("brand5 fails")
          return { failed: 0 }
        },
      }),
    )
    const ended = await Promise.allSettled(jobs.map((job) => job.run(AbortSignal.any([]))))
    assert.deepEqual(
      billed.toSorted(),
      names.filter((name) => !["brand3", "brand7"].includes(name)).toSorted(),
    )
    // The nonexistent zone fails in each round; the failing client fails in one round.
    assert.deepEqual(
      ended.map((one) => one.status === "rejected" && /Mars/.test(one.reason.message)),
      [true, true, true],
    )
  } finally {
    await database.close()
  }
})

test("ZONE-03 a process that starts in the afternoon catches up on the morning", async () => {
  assert.deepEqual(await billedFrom("2026-03-02T20:30:00Z", 3), [
    "east 2026-03-02 15:30",
    "island 2026-03-03 10:30",
    "west 2026-03-02 12:30",
  ])
})

for (const [change, start, days] of [
  ["begins", "2026-03-07T08:00:00Z", ["2026-03-07", "2026-03-08", "2026-03-09"]],
  ["ends", "2026-10-31T07:00:00Z", ["2026-10-31", "2026-11-01", "2026-11-02"]],
] as const) {
  test(`ZONE-03 the day on which daylight saving time ${change} is billed once, at 6 in the morning`, async () => {
    const billed = await billedFrom(start, 72)
    for (const name of ["east", "west"]) {
      assert.deepEqual(
        billed.filter((line) => line.startsWith(name)),
        days.map((day) => `${name} ${day} 06:00`),
      )
    }
  })
}

for (const { zone, dueDate } of [
  { zone: "America/New_York", dueDate: "2026-03-07" },
  { zone: "America/New_York", dueDate: "2026-03-08" },
  { zone: "America/New_York", dueDate: "2026-11-01" },
  { zone: "America/Los_Angeles", dueDate: "2026-03-15" },
]) {
  test(`ZONE-03 auto pay in ${zone} charges a bill due on ${dueDate} on that day, and neither at 20:00 nor 23:59 of the day before`, async () => {
    const at = await startPaymentsTest(1, zone)
    try {
      const { database, clock, policyAdmin, brands } = at
      const accountNumber = payerAccount(0)
      await saveMethod(database, { recordId: "pm", client, accountNumber, sample: "visa" })
      await openBooks(database, client, [payerPolicy(0)], { dueDate, amountDue: payerDue })
      const product = { client, accountNumber, policyNumber: payerPolicy(0) }
      await agreeToAutoPay(
        at,
        { ...product, methodRecordId: "pm" },
        Temporal.PlainDate.from(dueDate).subtract({ days: 5 }),
      )
      const { brandOf } = brands
      const deps = {
        ...{ database, clock, policyAdmin, brands, brandOf, log },
        sharedTime: sharedTimeOf(clock).now,
        gateways: onlyGateway(at.gateway),
        events: noEvents,
      } as object as Deps
      const paidOn: string[] = []
      const process = at.startProcess({
        policyAdmin: {
          ...policyAdmin,
          async applyPayment(payment) {
            paidOn.push(payment.paidOn)
            await policyAdmin.applyPayment(payment)
          },
        },
      })
      const { run } = createBillingRun(deps, process, createAutoPayFailures(deps))
      const day = Temporal.PlainDate.from(dueDate)
      const before = day.subtract({ days: 1 })
      for (const time of ["20:00", "23:59"]) {
        moveTo(clock, before.toZonedDateTime({ timeZone: zone, plainTime: time }).toInstant())
        assert.equal((await run())?.accepted, 0, time)
      }
      moveTo(clock, day.toZonedDateTime({ timeZone: zone, plainTime: "23:59" }).toInstant())
      assert.equal((await run())?.accepted, 1)
      assert.deepEqual(paidOn, [dueDate], "the account system is told the client's day")
    } finally {
      await at.close()
    }
  })
}
