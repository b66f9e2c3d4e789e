import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import type { Statement } from "#database/sql.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import type { Key } from "../roles/calls-fixture.ts"
import { counted, customerNamed, demoActors, guarded, makeCalls } from "./made-calls-fixture.ts"
import { boundsWithManyProducts, statementBounds, usualBound } from "./statement-bounds.expected.ts"

let app: TestApp

before(async () => {
  app = await startTestApp()
})

after(() => app.close())

/** Describes each call that sends more statements than its bound allows. */
function excesses(
  made: ReadonlyMap<Key, Statement[]>,
  bounds: Partial<Record<Key, number>>,
): string[] {
  return [...made].flatMap(([key, statements]) => {
    const count = counted(statements)
    const bound = bounds[key] ?? usualBound
    if (count <= bound) return []
    return `${key} sends ${count} statements, above its bound of ${bound}: raise the bound in a commit of its own that says why`
  })
}

test("COST-01 no call with a session sends more statements than its bound", async () => {
  const made = await makeCalls(app, await demoActors(app), guarded)
  assert.deepEqual(excesses(made, statementBounds), [])
  const keys: readonly string[] = guarded
  const stale = Object.entries(statementBounds).filter(
    ([key, bound]) => !keys.includes(key) || bound === usualBound,
  )
  assert.deepEqual(stale, [])
})

test("COST-02 calls about 26 products do not send a statement for each product", async () => {
  const dorothy = await customerNamed(app, "dorothy.lindqvist")
  const keys = Object.keys(boundsWithManyProducts) as Key[]
  const made = await makeCalls(app, () => dorothy, keys)
  assert.deepEqual(excesses(made, boundsWithManyProducts), [])
})
