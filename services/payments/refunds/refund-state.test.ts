import assert from "node:assert/strict"
import { test } from "node:test"
import type { Payment } from "../processing/payments.store.ts"
import { reasonNotRefundable, refundableAmount } from "./refund-state.ts"

const now = new Date("2026-03-02T12:00:00Z")

test("REFUND-03 a bank debit can be refunded once it has settled, and a card payment at once", () => {
  const payment = (change: Partial<Payment>) =>
    ({ amount: 4_275, refunded: 0, methodKind: "bank", status: "accepted", ...change }) as Payment
  const onItsWay = payment({})
  assert.equal(refundableAmount(onItsWay, [], now), 0)
  assert.equal(reasonNotRefundable(onItsWay, [], now), "refund.notSettled")
  assert.equal(refundableAmount(payment({ status: "settled" }), [], now), 4_275)
  assert.equal(refundableAmount(payment({ methodKind: "card" }), [], now), 4_275)
  assert.equal(refundableAmount(payment({ methodKind: "card", refunded: 4_274 }), [], now), 1)
})
