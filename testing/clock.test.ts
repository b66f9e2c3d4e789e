import assert from "node:assert/strict"
import { test } from "node:test"
import { createTestClock } from "./clock.ts"

test("a test clock changes only when a test moves it", () => {
  const clock = createTestClock("2026-03-02T12:00:00Z")
  assert.equal(clock.now().toISOString(), "2026-03-02T12:00:00.000Z")
  clock.advance({ minutes: 15, seconds: 1 })
  assert.equal(clock.now().toISOString(), "2026-03-02T12:15:01.000Z")
  clock.advance({ days: 27 })
  assert.equal(clock.now().toISOString(), "2026-03-29T12:15:01.000Z")
})
