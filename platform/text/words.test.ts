import assert from "node:assert/strict"
import { test } from "node:test"
import { counted, waitingTime } from "./words.ts"

test("a wait is written in seconds below a minute, else in whole minutes, rounded up", () => {
  const waits = [0, 1, 59, 60, 61, 600].map(waitingTime)
  assert.deepEqual(waits, [
    "1 second",
    "1 second",
    "59 seconds",
    "1 minute",
    "2 minutes",
    "10 minutes",
  ])
})

test("a count of one has no plural s", () => {
  assert.equal(counted(1, "try", "tries"), "1 try")
  assert.equal(counted(4, "try", "tries"), "4 tries")
})
