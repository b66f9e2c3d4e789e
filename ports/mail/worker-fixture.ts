import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { after, before, beforeEach, type TestContext } from "node:test"
import type { Database } from "#database/open.ts"
import { oneRow, sql } from "#database/sql.ts"
import { createKeyRing } from "#platform/keys/key-ring.ts"
import { createSeal } from "#platform/keys/seal.ts"
import { openTestDatabase } from "#testing/database.ts"
import { createOutbox } from "./outbox.ts"
import { EmailNotSent, type EmailTransport, type Mail, type OutgoingEmail } from "./port.ts"
import { startEmailWorker } from "./worker.ts"

export let database: Database

const seal = createSeal(createKeyRing(randomBytes(32)).for("seal"))
export const clock = { time: 0, now: () => new Date(clock.time), today: () => assert.fail() }
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

export const mail: Mail = {
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

type Send = (mail: OutgoingEmail, signal: AbortSignal) => Promise<void>

/** Keeps what is handed to it, and then does as `send` says. */
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

/** A worker that has already looked for mails once. */
export async function startWorker(
  t: TestContext,
  transport: EmailTransport,
  on: Partial<Needs> = {},
) {
  const logged: string[] = []
  const log = { warn: (data: object, text: string) => logged.push(JSON.stringify({ data, text })) }
  const worker = startEmailWorker({ database, transport, seal, clock, log, ...on })
  t.after(() => worker.stop())
  await worker.idle()
  const run = async () => {
    worker.wake()
    await worker.idle()
  }
  return { ...worker, run, logged }
}

type Needs = Parameters<typeof startEmailWorker>[0]

export const refuse =
  (reason: string, permanent = false): Send =>
  async () => {
    throw new EmailNotSent(reason, permanent)
  }
