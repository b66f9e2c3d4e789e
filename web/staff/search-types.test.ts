import assert from "node:assert/strict"
import { test } from "node:test"
import { searchQuery } from "./search-types.ts"

test("CALLS-01 searches by policy number and payment send the staff member's id, and searches by account and username do not", () => {
  assert.deepEqual(searchQuery("policyNumber", " 40 ", "kim"), {
    searchType: "policyNumber",
    value: "40",
    userId: "kim",
  })
  const payment = searchQuery("paymentConfirmationNumber", "B2", "kim")
  assert.equal(payment.userId, "kim")
  for (const type of ["accountNumber", "username"] as const) {
    assert.deepEqual(searchQuery(type, "x", "kim"), { searchType: type, value: "x" })
  }
})
