import assert from "node:assert/strict"
import { test } from "node:test"
import { skippedBillsText } from "./other-bills.ts"

test("AGREED-05 the text about a skipped charge lists each bill with its amount, and those that are past due", () => {
  const late = { dueDate: "03/08/2026", amount: 800, isPastDue: true }
  const next = { dueDate: "04/08/2026", amount: 3_460, isPastDue: false }
  assert.equal(
    skippedBillsText([late]),
    "The bill of $8.00 was due on March 8, 2026 and is past due: please pay it another way.",
  )
  assert.equal(
    skippedBillsText([{ ...next, amount: null }]),
    "The bill is still due on April 8, 2026: please pay it another way.",
  )
  assert.equal(
    skippedBillsText([late, next]),
    "Please pay these bills another way: $8.00, past due since March 8, 2026; $34.60, due on April 8, 2026.",
  )
})
