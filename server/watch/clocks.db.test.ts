import assert from "node:assert/strict"
import { afterEach, beforeEach, test } from "node:test"
import { sql } from "#database/sql.ts"
import { startTestApp, type TestApp, type TestServer } from "#testing/app.ts"
import { createTestClock, type TestClock } from "#testing/clock.ts"
import { logLines } from "#testing/log-lines.ts"

let app: TestApp
let errors: string[]
let server: TestServer
let clock: TestClock

beforeEach(async () => {
  errors = []
  app = await startTestApp({
    logTo: logLines((line) => {
      if (line.includes("The clocks of this machine")) errors.push(line)
    }),
  })
  clock = createTestClock()
})

afterEach(async () => {
  await server.close()
  await app.close()
})

async function startBeside(ahead: Temporal.DurationLike) {
  clock.advance(ahead)
  server = await app.startBeside({ clock })
}

async function readiness(port: number): Promise<number> {
  return (await fetch(`http://127.0.0.1:${port}/readyz`)).status
}

async function clockDifference(): Promise<string | undefined> {
  const text = await (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text()
  return /^clock_difference_seconds (.*)$/m.exec(text)?.[1]
}

async function letEmailWait() {
  await app.database.rows(
    sql`insert into mail.outbox (id, sealed, created_at, next_try_at)
      values (gen_random_uuid(), '\\x00', ${app.clock.now()}, ${app.clock.now()})`,
  )
}

async function triesOfEmails(): Promise<number[]> {
  const rows = await app.database.rows<{ tries: number }>(
    sql`select tries from mail.outbox where sent_at is null`,
  )
  return rows.map(({ tries }) => tries)
}

for (const [name, ahead] of Object.entries({
  "ten days ahead": { days: 10 },
  "six seconds behind": { seconds: -6 },
})) {
  test(`a server whose clock is ${name} does no work until the clock is correct`, async () => {
    await startBeside(ahead)
    assert.equal(await readiness(server.port), 503)
    assert.equal(await readiness(app.port), 200)
    const seconds = Temporal.Duration.from(ahead).total("seconds")
    assert.equal(await clockDifference(), String(seconds))
    await assert.rejects(server.billingRun(), /clocks .* differ by \d+ seconds\. Set both by NTP/)
    await letEmailWait()
    await server.settle()
    assert.deepEqual(await triesOfEmails(), [0])
    assert.equal(errors.length, 1, "it is logged once")
    const slower = seconds > 0 ? app.clock : clock
    slower.advance({ seconds: Math.abs(seconds) })
    for (const one of [app.clock, clock]) one.advance({ seconds: 5 })
    await server.settle()
    assert.deepEqual(await triesOfEmails(), [1])
    assert.equal(await readiness(server.port), 200)
    await server.billingRun()
  })
}

test("a server whose clock is set forward while it runs notices within a minute", async () => {
  await startBeside({ seconds: 4 })
  assert.equal(await readiness(server.port), 200)
  clock.advance({ minutes: 61 })
  app.clock.advance({ minutes: 1 })
  await server.settle()
  assert.equal(await readiness(server.port), 503)
})
