import assert from "node:assert/strict"
import { test } from "node:test"
import { amountOfBadge } from "./amount-of-badge.ts"

function bill(amount: string, isPastDue: "Y" | "N" = "N", isByAutoPay: "Y" | "N" = "N") {
  return { dueDate: "03/12/2026", amount, isPastDue, isByAutoPay }
}

test("DASH-06 the amount beside a badge is the part that the badge names", () => {
  const bills = [bill("10.00", "Y"), bill("20.10", "Y"), bill("24.70")]
  const product = { amountDue: "54.80", dueAmounts: bills }
  assert.equal(amountOfBadge({ ...product, paymentStatusDisplayStyle: "pastdue" }), "30.10")
  const later = {
    amountDue: "49.40",
    dueAmounts: [bill("24.60", "N", "Y"), bill("24.70"), bill("0.10")],
  }
  assert.equal(amountOfBadge({ ...later, paymentStatusDisplayStyle: "duenow" }), "24.70")
  assert.equal(amountOfBadge({ ...later, paymentStatusDisplayStyle: "" }), "24.70")
  for (const paymentStatusDisplayStyle of ["autopay", "combinedbill"] as const) {
    assert.equal(amountOfBadge({ ...later, paymentStatusDisplayStyle }), "49.40")
  }
  const unknown = { amountDue: "5.00", dueAmounts: [] }
  assert.equal(amountOfBadge({ ...unknown, paymentStatusDisplayStyle: "pastdue" }), "5.00")
})
