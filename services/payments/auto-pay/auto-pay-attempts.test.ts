import assert from "node:assert/strict"
import { test } from "node:test"
import { attemptKey, nextAttempt } from "./auto-pay-attempts.ts"

const day = (date: string) => Temporal.PlainDate.from(date)

/**
 * The next attempt for bills due on these dates, after failures given as "charged failed"; "declined"
 * follows if no debit was made.
 */
function attempt(
  kind: "card" | "bank",
  failures: readonly string[],
  [oldest, newest]: readonly [string, string] = ["2026-02-27", "2026-02-27"],
): string {
  const failed = failures.map((dates) => {
    const [chargedOn = "", failedOn = chargedOn, declined] = dates.split(" ")
    const isUndebited = declined === "declined"
    return { chargedOn: day(chargedOn), failedOn: day(failedOn), isUndebited }
  })
  const next = nextAttempt({ oldest: day(oldest), newest: day(newest) }, kind, failed)
  return next ? `${next.number} from ${next.from}` : "none"
}

test("a due amount is charged on its day, three days later and seven days later", () => {
  for (const kind of ["card", "bank"] as const) {
    assert.equal(attempt(kind, []), "1 from 2026-02-27")
    assert.equal(attempt(kind, ["2026-02-27"]), "2 from 2026-03-02")
    assert.equal(attempt(kind, ["2026-02-27", "2026-03-02"]), "3 from 2026-03-06")
    assert.equal(attempt(kind, ["2026-02-27", "2026-03-02", "2026-03-06"]), "none")
  }
})

test("FAILURE-13 a debit that was declined does not count as a debit, and is tried three times itself", () => {
  const declined = "2026-02-27 2026-02-27 declined"
  assert.equal(attempt("bank", [declined]), "2 from 2026-03-02")
  assert.equal(attempt("bank", [declined, "2026-03-02"]), "3 from 2026-03-04")
  assert.equal(attempt("bank", [declined, "2026-03-02", "2026-03-06"]), "4 from 2026-03-08")
  assert.equal(attempt("bank", [declined, "2026-03-02", "2026-03-06", "2026-03-08"]), "none")
  assert.equal(attempt("bank", [declined, declined, declined]), "none")
  assert.equal(attempt("card", [declined, "2026-03-02", "2026-03-06"]), "none")
})

test("the next attempt is at least two days after the failure, so that the customer is notified first", () => {
  assert.equal(attempt("bank", ["2026-02-27 2026-03-01"]), "2 from 2026-03-03")
  assert.equal(
    attempt("bank", ["2026-02-27 2026-03-01", "2026-03-03 2026-03-05"]),
    "3 from 2026-03-07",
  )
  assert.equal(attempt("card", ["2026-03-05"]), "2 from 2026-03-07", "the first run was late")
})

test("a card is charged again with the next bill, a bank account only after the bill is paid", () => {
  const failures = ["2026-02-27", "2026-03-02", "2026-03-06"]
  const dueDates = ["2026-02-27", "2026-03-27"] as const
  assert.equal(attempt("card", failures, dueDates), "1 from 2026-03-27")
  assert.equal(attempt("bank", failures, dueDates), "none")
  assert.equal(attempt("bank", failures, ["2026-03-27", "2026-03-27"]), "1 from 2026-03-27")
})

test("a bank account is not charged again more than 180 days after the first charge", () => {
  assert.equal(attempt("bank", ["2026-02-27 2026-08-24"]), "2 from 2026-08-26")
  assert.equal(attempt("bank", ["2026-02-27 2026-08-25"]), "none")
  assert.equal(attempt("card", ["2026-02-27 2026-08-25"]), "2 from 2026-08-27")
})

test("each attempt has its own key, and so does each repetition of an abandoned attempt", () => {
  assert.equal(attemptKey("4001930427", "2026-02-27", 2), "auto pay 4001930427 2026-02-27 2")
  assert.equal(attemptKey("4001930427", "2026-02-27", 2, 1), "auto pay 4001930427 2026-02-27 2.1")
})
