import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { after, before, beforeEach, type TestContext } from "node:test"
import type { Database } from "#database/open.ts"
import { oneRow, sql } from "#database/sql.ts"
import { createJobs } from "#platform/jobs/jobs.ts"
import { createKeyRing } from "#platform/keys/key-ring.ts"
import { createSeal } from "#platform/keys/seal.ts"
import { sharedTimeOf } from "#testing/clock.ts"
import { openTestDatabase } from "#testing/database.ts"
import { onlyWoken } from "#testing/schedulers.ts"
import { emailDeliveryJob } from "./email-delivery-job.ts"
import { createOutbox } from "./outbox.ts"
import { type Email, EmailNotSent, type EmailTransport, type OutgoingEmail } from "./port.ts"

export let database: Database

const seal = createSeal(createKeyRing(randomBytes(32)).for("seal"))
export const clock = { time: 0, now: () => new Date(clock.time) }
export const outbox = createOutbox({ seal, clock })

/** Gives the test file that calls it a database of its own; the outbox is empty before each test. */
export function useOutbox(): void {
  before(async () => {
    database = await openTestDatabase()
  })
  after(() => database.close())
  beforeEach(async () => {
    clock.time = Date.parse("2026-05-04T10:00:00Z")
    await database.rows(sql`delete from mail.outbox`)
  })
}

export const email: Email = {
  to: "zoe@example.com",
  fromName: "Harbor Mutual",
  subject: "Your one-time code",
  html: "<p>Zoë, your code is <b>048213</b></p>",
  text: "Zoë, your code is 048213",
}

interface Row {
  sealed: Buffer | null
  tries: number
  sentAt: Date | null
  givenUpAt: Date | null
  lastError: string | null
}

export async function theRow(): Promise<Row> {
  const row = await oneRow<Row>(database, sql`select * from mail.outbox`)
  assert.ok(row)
  return row
}

export function pass({ minutes = 0, seconds = 0, days = 0 }) {
  clock.time += ((days * 24 * 60 + minutes) * 60 + seconds) * 1000
}

type Send = (email: OutgoingEmail, signal: AbortSignal) => Promise<void>

/** A transport that records each email and then calls `send`. */
export function recorder(send: Send = async () => {}) {
  const sent: OutgoingEmail[] = []
  const transport: EmailTransport = {
    async send(outgoing, signal) {
      sent.push(outgoing)
      await send(outgoing, signal)
    },
    close() {},
  }
  return { sent, transport }
}

/** A delivery job as it runs in one process, after its first run. */
export async function startDelivery(
  t: TestContext,
  transport: EmailTransport,
  on: Partial<Parameters<typeof emailDeliveryJob>[0]> = {},
) {
  const logged: string[] = []
  const note = (data: object, text: string) => logged.push(JSON.stringify({ data, text }))
  const log = { info: note, warn: note }
  const jobs = createJobs({ log, scheduler: onlyWoken, sharedTime: sharedTimeOf(clock) })
  const { wake, idle } = jobs.add(
    emailDeliveryJob({ database, transport, seal, clock, log, ...on }),
  )
  jobs.start()
  t.after(() => jobs.stop())
  await idle()
  const run = async () => {
    wake()
    await idle()
  }
  return { wake, idle, run, stop: jobs.stop, logged }
}

/** Makes the transport refuse an email. */
export const refuse =
  (reason: string, permanent = false): Send =>
  async () => {
    throw new EmailNotSent(reason, permanent)
  }
