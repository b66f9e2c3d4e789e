import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { startTestApp, type TestApp } from "#testing/app.ts"
import type { Key } from "../roles/calls-fixture.ts"
import { counted, customerNamed, demoActors, guarded, makeCalls } from "./made-calls-fixture.ts"
import { statementCounts } from "./statement-counts-fixture.ts"

let app: TestApp

before(async () => {
  app = await startTestApp()
})

after(() => app.close())

test("COST-01 every call with a session sends exactly the number of statements that is listed for it", async () => {
  const made = await makeCalls(app, await demoActors(app), guarded)
  const sent = [...made].map(([key, statements]) => [key, counted(statements)])
  assert.deepEqual(Object.fromEntries(sent), statementCounts)
})

/** Reads about all products of a customer. */
const ofAllProducts: readonly Key[] = [
  "POST /myaccount-core/dashboard",
  "POST /myaccount-core/products",
  "POST /myaccount-core/productSummary",
  "POST /myaccount-core/paymentMethods",
]

test("COST-02 a call about 26 products sends no more statements than one about four", async () => {
  const dorothy = await customerNamed(app, "dorothy.lindqvist")
  const made = await makeCalls(app, () => dorothy, ofAllProducts)
  for (const [key, statements] of made) {
    assert.ok(counted(statements) <= (statementCounts[key] ?? 0), `${key}: ${counted(statements)}`)
  }
})
