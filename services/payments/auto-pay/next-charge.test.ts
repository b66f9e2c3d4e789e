import assert from "node:assert/strict"
import { test } from "node:test"
import { periodPrice } from "./next-charge.ts"

test("AUTOPAY-06 a period costs premium and fee, to the cent, and the fee applies only to auto pay", () => {
  const frequencies = [
    { code: "M", label: "Monthly", amount: 10, fee: 20 },
    { code: "Q", label: "Quarterly", amount: 9_999_999_999, fee: 1 },
  ]
  const cost = (frequencyCode: string, paymentMethodRecordId: string | null, hasFee = true) => {
    const billing = { frequencies, hasBillingFee: hasFee }
    const { premium, fee } = periodPrice({ billing }, { frequencyCode, paymentMethodRecordId })
    return [premium, fee, premium + fee]
  }
  assert.deepEqual(cost("M", "PM-1"), [10, 20, 30])
  assert.deepEqual(cost("Q", "PM-1"), [9_999_999_999, 1, 10_000_000_000])
  assert.deepEqual(cost("M", null), [10, 0, 10])
  assert.deepEqual(cost("M", "PM-1", false), [10, 0, 10])
})
