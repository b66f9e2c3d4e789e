import assert from "node:assert/strict"
import { test } from "node:test"
import { attemptsIn } from "./failed-attempts.ts"

test("the cookie Attempt is found among other cookies", () => {
  assert.equal(attemptsIn(""), 0)
  assert.equal(attemptsIn("Attempt=2"), 2)
  assert.equal(attemptsIn("a=1; Attempt=12; b=2"), 12)
})

test("a malformed count and other cookies count as none", () => {
  assert.equal(attemptsIn("Attempt=many"), 0)
  assert.equal(attemptsIn("LastAttempt=4"), 0)
  assert.equal(attemptsIn("Attempt=4x"), 0)
})
