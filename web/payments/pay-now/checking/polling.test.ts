import assert from "node:assert/strict"
import { test } from "node:test"
import { nextWait } from "./watch-outcome.ts"

test("polling is frequent at first, slows down, and stops after ten minutes", () => {
  const waits: number[] = []
  let seconds = 0
  for (let wait = nextWait(0, 0); wait !== undefined; wait = nextWait(waits.length, seconds)) {
    waits.push(wait)
    seconds += wait
  }
  assert.ok(seconds >= 600 && seconds < 640, `${seconds}`)
  assert.deepEqual(waits.slice(0, 3), [1, 2, 3])
  assert.ok(waits.every((wait, index) => index === 0 || wait >= (waits[index - 1] ?? 0)))
  assert.ok(waits.length < 30)
})
