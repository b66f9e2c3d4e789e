import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import type { Deps } from "#services/deps.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { logLines } from "#testing/log-lines.ts"
import { findEnds } from "./audit.store.ts"
import { auditEndsJob } from "./audit-ends-job.ts"

let app: TestApp
const lines: string[] = []

before(async () => {
  app = await startTestApp({ logTo: logLines((line) => lines.push(line)) })
})

after(() => app.close())

test("RECORD-22 the job logs the end of each chain of the audit log as a checkpoint", async () => {
  const browser = app.browser()
  await browser.signIn("harbor.localhost", "maria.santos")
  const told: object[] = []
  const log = { info: (data: object) => void told.push(data) }
  await auditEndsJob({ database: app.database, log } as object as Deps).run()
  const expected = (await findEnds(app.database)).map(({ client, number, hash }) => ({
    checkpoint: { client, number, hash: hash.toString("hex") },
  }))
  assert.ok(expected.length >= 2)
  assert.deepEqual(told.slice(-expected.length), expected)
})

test("RECORD-22 a server logs the ends when it starts", async () => {
  await app.settle()
  const told = lines.filter((line) => line.includes("The audit log ends here."))
  assert.ok(told.length > 0, "no line about an end")
  for (const line of told) assert.equal(typeof JSON.parse(line).checkpoint.number, "number")
})
