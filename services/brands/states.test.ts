import assert from "node:assert/strict"
import { test } from "node:test"
import { statesOf } from "./states.ts"

test("CALLS-01 country 19 has fifty states, the district and five territories, sorted by name", () => {
  const states = statesOf("19")
  assert.equal(states.length, 59)
  assert.ok(states.every(({ stateCode }) => /^[A-Z]{2}$/.test(stateCode)))
  const names = states.map(({ stateName }) => stateName)
  assert.deepEqual(names, names.toSorted())
})

test("other countries have no states", () => {
  assert.deepEqual(statesOf("1"), [])
})
