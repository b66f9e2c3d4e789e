import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import type { Statement } from "#database/sql.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import type { Key } from "../roles/calls-fixture.ts"
import { counted, customerNamed, demoActors, guarded, makeCalls } from "./made-calls-fixture.ts"
import { statementCounts, withManyProducts } from "./statement-counts-fixture.ts"

let app: TestApp

before(async () => {
  app = await startTestApp()
})

after(() => app.close())

function countsOf(made: ReadonlyMap<Key, Statement[]>) {
  return Object.fromEntries([...made].map(([key, statements]) => [key, counted(statements)]))
}

test("COST-01 every call with a session sends exactly the number of statements that is listed for it", async () => {
  const made = await makeCalls(app, await demoActors(app), guarded)
  assert.deepEqual(countsOf(made), statementCounts)
})

test("COST-02 calls about 26 products send no statement for each product", async () => {
  const dorothy = await customerNamed(app, "dorothy.lindqvist")
  const made = await makeCalls(app, () => dorothy, Object.keys(withManyProducts) as Key[])
  assert.deepEqual(countsOf(made), withManyProducts)
})
