// @postgres-only
// @prove-also plans

import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { isFullSize } from "#testing/model-seeds.ts"
import type { Key } from "../roles/calls-fixture.ts"
import { demoActors, guarded, makeCalls } from "./made-calls-fixture.ts"
import { addManyRows } from "./many-rows-fixture.ts"
import { readsOf } from "./plans-fixture.ts"

let app: TestApp

before(async () => {
  app = await startTestApp({ twin: false })
})

after(() => app.close())

/** With fewer rows PostgreSQL rightly scans some of the tables. */
const manyRows = isFullSize ? 10_000 : 5_000
/** A statement of a call reads fewer rows of a table. */
const mostRows = 1_000

/** Calls of staff about all customers of a brand: a month of payments, or all that waits for approval. */
const aboutManyCustomers: readonly Key[] = [
  "GET /myaccount-core/agent/ledger",
  "GET /myaccount-core/agent/ledger/payments",
  "GET /myaccount-core/agent/approvals",
  "GET /myaccount-core/agent/refunds",
  "GET /myaccount-core/agent/corrections",
]

test("COST-03 no statement of a call scans a large table", async () => {
  const made = await makeCalls(app, await demoActors(app), guarded)
  await app.settle()
  const large = await addManyRows(app.database, manyRows)
  for (const key of aboutManyCustomers) made.delete(key)
  const statements = [...made.values()].flat().filter(({ text }) => text.includes(" "))
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
