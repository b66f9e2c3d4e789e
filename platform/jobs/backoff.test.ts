import assert from "node:assert/strict"
import { test } from "node:test"
import { waitAfter, waitForFirstRun } from "./backoff.ts"

const waits = { first: 5, longest: 900 }

test("waits double from the first up to the longest", () => {
  const after = [1, 2, 3, 4, 8, 9, 50, 5000].map((tries) => waitAfter(tries, waits, 0.5))
  assert.deepEqual(after, [5, 10, 20, 40, 640, 900, 900, 900])
})

test("a wait varies by at most a quarter", () => {
  assert.equal(waitAfter(3, waits, 0), 15)
  assert.equal(waitAfter(3, waits, 1), 25)
})

test("JOB-01 a job with a long interval first runs one to five minutes after the start", () => {
  const firstAfter = (everySeconds: number) =>
    [0, 0.5, 1].map((random) => waitForFirstRun(everySeconds, random))
  assert.deepEqual(firstAfter(86_400), [60, 180, 300])
  assert.deepEqual(firstAfter(3_600), [60, 180, 300])
  assert.deepEqual(firstAfter(300), [300, 300, 300])
  assert.deepEqual(firstAfter(2), [2, 2, 2])
})
