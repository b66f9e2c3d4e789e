import assert from "node:assert/strict"
import { test } from "node:test"
import { fullDay } from "#contracts/dates.ts"
import type { ChargeQuote } from "#contracts/payments/payment-center.ts"
import type { Product } from "#contracts/products/shapes.ts"
import { comparisonOf, frequencyOptions } from "./comparison.ts"

const product = {
  currentPaymentFrequecyCode: "M",
  currentPaymentMethodRecordId: "1",
  currentPaymentMethod: "VISA ending in 4242",
  availablePaymentFrequencyList: [
    { code: "M", value1: "Monthly", value2: "34.60" },
    { code: "X", value1: "Biweekly", value2: "17.30" },
  ],
  dueAmounts: [],
} as unknown as Product

function quote(billingMode: string, isAutoPay: "Y" | "N", price: string, more = {}): ChargeQuote {
  const later = { premium: price, adminFee: "0.00", totalPremium: price }
  const next = { dueDate: "11/30/2026", paymentAmount: price }
  return { billingMode, isAutoPay, later, ...next, ...more } as ChargeQuote
}

const quotes = [
  quote("M", "Y", "36.10"),
  quote("M", "N", "34.60", { paymentAmount: "69.20" }),
  quote("X", "Y", "18.05", { paymentAmount: "0.00", dueDate: "" }),
  quote("X", "N", "17.30"),
]

test("AUTOPAY-08 the price of a frequency includes the auto pay fee only with auto pay", () => {
  const labels = (paymentMethodRecordId: string | null) =>
    frequencyOptions(product, quotes, { frequencyCode: "M", paymentMethodRecordId }).map(
      ({ label }) => label,
    )
  assert.deepEqual(labels("1"), ["Monthly: $36.10", "Biweekly: $18.05"])
  assert.deepEqual(labels(null), ["Monthly: $34.60", "Biweekly: $17.30"])
})

test("AUTOPAY-08 the comparison above the button states the current and the new price, a change of payer, and the first payment", () => {
  const compare = (frequencyCode: string, paymentMethodRecordId: string | null, label = "") =>
    comparisonOf(product, quotes, { frequencyCode, paymentMethodRecordId }, label, fullDay)
  assert.equal(compare("M", "1", "VISA ending in 4242"), "")
  assert.equal(
    compare("M", "2", "Checking ending in 6789"),
    "You pay $36.10 a month with VISA ending in 4242 now. You would pay $36.10 a month with Checking ending in 6789, starting on Nov 30, 2026.",
  )
  assert.equal(
    compare("M", null),
    "You pay $36.10 a month with VISA ending in 4242 now. You would pay $34.60 a month yourself. The first payment would be $69.20, on Nov 30, 2026.",
  )
  assert.equal(
    compare("X", "1", "VISA ending in 4242"),
    "You pay $36.10 a month now. You would pay $18.05 (Biweekly), starting on the first due date that your credit does not cover.",
  )
  const suspended = { ...product, autoPayNotice: { state: "suspended" } } as unknown as Product
  assert.match(
    comparisonOf(
      suspended,
      quotes,
      { frequencyCode: "M", paymentMethodRecordId: "2" },
      "Checking",
      fullDay,
    ),
    /^You pay \$34\.60 a month yourself now\. You would pay \$36\.10 a month with Checking, /,
  )
})
