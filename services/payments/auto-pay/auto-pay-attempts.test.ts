import assert from "node:assert/strict"
import { test } from "node:test"
import { attemptKey, attemptOfKey, attemptOn } from "./auto-pay-attempts.ts"

function attempt(today: string): string {
  const found = attemptOn(Temporal.PlainDate.from("2026-02-27"), Temporal.PlainDate.from(today))
  return found ? `${found.number}, then ${found.next ?? "no more"}` : "none"
}

test("a due amount is charged on its day, three days later and seven days later", () => {
  assert.equal(attempt("2026-02-26"), "none")
  assert.equal(attempt("2026-02-27"), "1, then 2026-03-02")
  assert.equal(attempt("2026-03-01"), "1, then 2026-03-02")
  assert.equal(attempt("2026-03-02"), "2, then 2026-03-06")
  assert.equal(attempt("2026-03-06"), "3, then no more")
  assert.equal(attempt("2027-01-01"), "3, then no more")
})

test("the key of an attempt tells the attempt", () => {
  const first = attemptOn(
    Temporal.PlainDate.from("2026-02-27"),
    Temporal.PlainDate.from("2026-02-27"),
  )
  assert.ok(first)
  assert.deepEqual(attemptOfKey(attemptKey("4001930427", "2026-02-27", first)), first)
})
