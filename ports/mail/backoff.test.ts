import assert from "node:assert/strict"
import { test } from "node:test"
import { waitAfter } from "./backoff.ts"

test("waits double from five seconds to a quarter of an hour, and no further", () => {
  const waits = [1, 2, 3, 4, 8, 9, 50, 5000].map((tries) => waitAfter(tries, 0.5))
  assert.deepEqual(waits, [5, 10, 20, 40, 640, 900, 900, 900])
})

test("a wait differs by a quarter at most", () => {
  assert.equal(waitAfter(3, 0), 15)
  assert.equal(waitAfter(3, 1), 25)
})
