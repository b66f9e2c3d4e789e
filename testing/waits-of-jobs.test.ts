import assert from "node:assert/strict"
import { test } from "node:test"
import type { Database } from "#database/open.ts"
import type { Statement } from "#database/sql.ts"
import type { ClaimingJob } from "#platform/jobs/job.ts"
import { emailDeliveryJob } from "#ports/mail/email-delivery-job.ts"
import { EmailNotSent } from "#ports/mail/port.ts"
import { AccountSystemRefused } from "#ports/policy-admin/port.ts"
import { eventDeliveryJob } from "#services/events/event-delivery-job.ts"
import { EventNotSent } from "#services/events/send-event.ts"
import { paymentMethodJob } from "#services/payments/methods/payment-method-job.ts"
import { waitAfterFailure } from "#services/payments/paying/posting-failures.ts"

const now = new Date("2026-05-04T10:00:00Z")
const clock = { now: () => now }
const log = { info() {}, warn() {}, error() {} }

/** Seconds from `now` to the next try, which a job stores after each of these numbers of tries. */
async function secondsAfter<Row>(
  create: (database: Database) => ClaimingJob<Row>,
  row: Partial<Row>,
  error: Error,
  tries: readonly number[],
): Promise<number[]> {
  const stored: Date[] = []
  const rows = async ({ values }: Statement) => {
    const later = values.find((value) => value instanceof Date && value > now)
    assert.ok(later instanceof Date)
    stored.push(later)
    return []
  }
  const job = create({ rows } as unknown as Database)
  for (const n of tries) await job.backOff?.({ ...row, tries: n } as Row, error)
  return stored.map((at) => (at.getTime() - now.getTime()) / 1_000)
}

const emails = (database: Database) => emailDeliveryJob({ database, clock, log } as never)
const events = (database: Database) =>
  eventDeliveryJob({ database, clock, log } as never, { name: "crm" } as never)
const methods = (database: Database) =>
  paymentMethodJob({ database, clock, log } as never, async () => undefined)

const tries = [1, 2, 3, 7, 8, 9, 12, 13, 14, 100]

test("a request about a payment method waits 30 s, then twice as long after each try, up to an hour", async () => {
  assert.deepEqual(
    await secondsAfter(methods, { client: "", id: "" }, new Error("away"), tries),
    [30, 60, 120, 1_920, 3_600, 3_600, 3_600, 3_600, 3_600, 3_600],
  )
})

test("emails and events wait 5 s, then twice as long, up to 15 minutes and 6 hours, give or take a quarter", async (t) => {
  const emailWaits = [5, 10, 20, 320, 640, 900, 900, 900, 900, 900]
  const eventWaits = [5, 10, 20, 320, 640, 1_280, 10_240, 20_480, 21_600, 21_600]
  for (const [random, share] of [
    [0, 0.75],
    [0.5, 1],
    [0.75, 1.125],
  ] as const) {
    const mocked = t.mock.method(Math, "random", () => random)
    const unsentEmail = new EmailNotSent("away", false)
    const unsentEvent = new EventNotSent("away", false)
    assert.deepEqual(
      await secondsAfter(emails, { createdAt: now, expiresAt: null }, unsentEmail, tries),
      emailWaits.map((seconds) => seconds * share),
    )
    assert.deepEqual(
      await secondsAfter(events, { since: now }, unsentEvent, tries),
      eventWaits.map((seconds) => seconds * share),
    )
    mocked.mock.restore()
  }
})

test("a posting waits twice as long after each try, up to the longest wait of its kind, and up to an hour if it was rejected", () => {
  const rejected = new AccountSystemRefused("rejected")
  for (const [waits, away, refused] of [
    // Payments by hand, payments of auto pay, and refunds and corrections.
    [{ first: 2, longest: 30 }, [2, 4, 8, 30], [2, 4, 8, 3_600]],
    [{ first: 2, longest: 600 }, [2, 4, 8, 600], [2, 4, 8, 3_600]],
    [{ first: 4, longest: 600 }, [4, 8, 16, 600], [4, 8, 16, 3_600]],
  ] as const) {
    const waitsAfter = (error: Error) => [1, 2, 3, 20].map((n) => waitAfterFailure(error, n, waits))
    assert.deepEqual(waitsAfter(new Error("away")), away)
    assert.deepEqual(waitsAfter(rejected), refused)
  }
})
