import assert from "node:assert/strict"
import { test } from "node:test"
import { secondsLeft } from "./use-countdown.ts"

test("LOGIN-05 REGISTER-03 a pause continues across a reload and ends at 0", () => {
  const since = Date.UTC(2026, 0, 1)
  const pause = { seconds: 60, since }
  const after = (seconds: number) => secondsLeft(pause, since + seconds * 1000)
  assert.deepEqual([0, 20, 59.5, 60, 3600].map(after), [60, 40, 1, 0, 0])
})

test("LOGIN-05 a pause ends at once if the clock was set back by more than its length", () => {
  const since = Date.UTC(2026, 0, 1)
  assert.equal(secondsLeft({ seconds: 60, since }, since - 86_400_000), 0)
  assert.equal(secondsLeft({ seconds: 60, since }, since - 5), 60)
})
