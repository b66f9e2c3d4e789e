import assert from "node:assert/strict"
import { test } from "node:test"
import { waitAfter } from "./backoff.ts"

const waits = { first: 5, longest: 900 }

test("waits double from the first to the longest, and no further", () => {
  const after = [1, 2, 3, 4, 8, 9, 50, 5000].map((tries) => waitAfter(tries, waits, 0.5))
  assert.deepEqual(after, [5, 10, 20, 40, 640, 900, 900, 900])
})

test("a wait differs by a quarter at most", () => {
  assert.equal(waitAfter(3, waits, 0), 15)
  assert.equal(waitAfter(3, waits, 1), 25)
})
