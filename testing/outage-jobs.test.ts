// @prove-only faults

import { test } from "node:test"
import { migrate } from "#database/migrating/migrate.ts"
import { openDatabase } from "#database/open.ts"
import { readConfig } from "#server/config/config.ts"
import { startServer } from "#server/main.ts"
import { noPages } from "#server/page/web.ts"
import { startForwarder } from "./forwarder.ts"
import { logLines } from "./log-lines.ts"
import { startPostgres } from "./postgres.ts"
import { keySettings } from "./secret-key.ts"

/** The text that identifies each job in the log when the database fails. */
const jobs = [
  "email delivery",
  "contact changes",
  "housekeeping",
  "audit log ends",
  "missing keys",
  "charging",
  "payment methods",
  "auto pay changes",
  "billing",
]
const hourMs = 3_600_000

test("OUTAGE-10 each background job survives a lost or unreachable database and continues afterward", async (t) => {
  // Every job starts its next round when the test moves the timer.
  t.mock.timers.enable({ apis: ["setInterval"] })
  const postgres = await startPostgres()
  const there = Number(new URL(postgres.url).port)
  const forwarder = await startForwarder(there)
  const url = `postgres://postgres@127.0.0.1:${forwarder.port}/postgres`
  const database = await openDatabase({ url })
  await migrate(database)
  const said = new Map<string, number>()
  const logTo = logLines((line) => {
    const { job = "" } = JSON.parse(line) as { job?: string }
    said.set(job, (said.get(job) ?? 0) + 1)
  })
  const SMTP_URL = "smtp://127.0.0.1:1"
  const config = readConfig({ PORT: "0", SMTP_URL, ...keySettings, LOG_LEVEL: "info" })
  const server = await startServer({ config, database, web: noPages, logTo })
  t.after(async () => {
    await server.close()
    await database.close()
    await forwarder.close()
    await postgres.stop()
  })

  // Cuts connections while the jobs work: an unhandled rejection or event would fail the test.
  for (let n = 0; n < 30; n += 1) {
    t.mock.timers.tick(hourMs)
    await new Promise((resolve) => setTimeout(resolve, n))
    forwarder.cut()
  }
  // The database stays unreachable until each job has logged it.
  forwarder.moveTo(1)
  while (!jobs.every((job) => said.has(job))) {
    t.mock.timers.tick(hourMs)
    await pause()
  }
  // The database is back: no job fails in any later round.
  forwarder.moveTo(there)
  while (!(await database.takesWrites())) await pause()
  let before = -1
  for (let quiet = 0; quiet < 5; ) {
    t.mock.timers.tick(hourMs)
    await pause()
    const now = jobs.reduce((sum, job) => sum + (said.get(job) ?? 0), 0)
    quiet = now === before ? quiet + 1 : 0
    before = now
  }
})

async function pause(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 50))
}
