// @postgres-only
// @prove-also plans

import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import type { Statement } from "#database/sql.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { isFullSize } from "#testing/model-seeds.ts"
import { statementsDuring } from "#testing/statements.ts"
import type { Key } from "../roles/calls-fixture.ts"
import { demoActors, guarded, makeCalls } from "./made-calls-fixture.ts"
import { addManyRows } from "./many-rows-fixture.ts"
import { readsOf } from "./plans-fixture.ts"

let app: TestApp

before(async () => {
  app = await startTestApp({ secondTenant: false })
})

after(() => app.close())

/** With fewer rows PostgreSQL rightly scans some of the tables. */
const manyRows = isFullSize ? 10_000 : 5_000
/** A statement of a call reads fewer rows than this of a table. */
const mostRows = 1_000

/**
 * Staff calls about all customers of a brand, such as a month of payments or all pending approvals.
 */
const aboutManyCustomers: readonly Key[] = [
  "GET /myaccount-core/agent/ledger",
  "GET /myaccount-core/agent/ledger/payments",
  "GET /myaccount-core/agent/approvals",
  "GET /myaccount-core/agent/refunds",
  "GET /myaccount-core/agent/corrections",
]

/** Jobs that check all rows once an hour or a day. */
const rareJobs = ["bank returns", "gateway sweep", "housekeeping", "missing keys"]

/** The statements of a round in which no job finds anything to do, without rare jobs. */
async function roundStatements(): Promise<Statement[]> {
  const rounds = [...app.rounds].filter(([job]) => !rareJobs.includes(job))
  for (const [, round] of rounds) await round()
  const statements: Statement[] = []
  for (const [, round] of rounds) {
    statements.push(...(await statementsDuring(app.database, round)))
  }
  return statements
}

test("COST-03 no statement of a call, or of a job that runs every few seconds or minutes, scans a large table", async () => {
  const made = await makeCalls(app, await demoActors(app), guarded)
  await app.settle()
  const ofJobs = await roundStatements()
  const large = await addManyRows(app.database, manyRows)
  for (const key of aboutManyCustomers) made.delete(key)
  const statements = [...made.values(), ofJobs].flat().filter(({ text }) => text.includes(" "))
  const reads = await readsOf(app.database, [
    ...new Map(statements.map((s) => [s.text, s])).values(),
  ])
  const scans = [...reads].flatMap(([{ text }, all]) =>
    all
      .filter(({ table, isSequential, rows }) => {
        return large.has(table) && (isSequential || rows > mostRows)
      })
      .map(({ table, rows }) => `${rows} rows of ${table} by: ${text}`),
  )
  assert.deepEqual(scans, [])
  assert.ok(reads.size > 100, `${reads.size} statements`)
  assert.ok(large.size > 30, `${[...large].join(", ")}`)
})
