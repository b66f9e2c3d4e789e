import assert from "node:assert/strict"
import { test } from "node:test"
import { earlier, later, milliseconds } from "./time.ts"

const noon = new Date("2026-03-02T12:00:00Z")

test("adds and subtracts durations", () => {
  assert.deepEqual(later(noon, { hours: 1, minutes: 30 }), new Date("2026-03-02T13:30:00Z"))
  assert.deepEqual(later(noon, { days: 30 }), new Date("2026-04-01T12:00:00Z"))
  assert.deepEqual(earlier(noon, { days: 1, seconds: 1 }), new Date("2026-03-01T11:59:59Z"))
})

test("counts milliseconds, including fractions", () => {
  assert.equal(milliseconds({ days: 1 }), 86_400_000)
  assert.equal(milliseconds({ minutes: 1, seconds: 1.5 }), 61_500)
  assert.equal(milliseconds({}), 0)
})
