import assert from "node:assert/strict"
import { test } from "node:test"
import { fullDay } from "../dates.ts"
import { skippedBillsText } from "./other-bills.ts"

test("AGREED-05 the text about a skipped charge lists each bill with its amount, and those that are past due", () => {
  const late = { dueDate: "03/08/2026", amount: 800, isPastDue: true }
  const next = { dueDate: "04/08/2026", amount: 3_460, isPastDue: false }
  assert.equal(
    skippedBillsText([late], fullDay),
    "The bill of $8.00 was due on Mar 8, 2026 and is past due: please pay it another way.",
  )
  assert.equal(
    skippedBillsText([{ ...next, amount: null }], fullDay),
    "The bill is still due on Apr 8, 2026: please pay it another way.",
  )
  assert.equal(
    skippedBillsText([late, next], fullDay),
    "Please pay these bills another way: $8.00, past due since Mar 8, 2026; $34.60, due on Apr 8, 2026.",
  )
})
