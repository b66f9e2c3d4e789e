import assert from "node:assert/strict"
import { test } from "node:test"
import type { ChargeQuote, PlannedCharge } from "#contracts/payments/payment-center.ts"
import { shownQuote } from "./shown-quote.ts"

const price = { premium: "48.50", adminFee: "0.00", totalPremium: "48.50" }
const parts = { adjustment: "0.00", billingCredit: "0.00", alreadyPaid: "0.00" }
const otherBills = [{ dueDate: "03/11/2026", amount: "48.50", isAutoPay: "N" as const }]
const monthly: ChargeQuote = {
  ...{ ...price, ...parts, billingMode: "M", isAutoPay: "Y", deferredAmount: "0.00" },
  ...{ paymentAmount: "48.50", later: price, otherBills, underWay: "0.00", dueDate: "04/11/2026" },
}
const planned: PlannedCharge = {
  ...{ ...monthly, otherBills: [], dueDate: "04/12/2026", dueDates: ["04/11/2026"] },
  ...{
    policyNumber: "1",
    paymentMethod: "VISA",
    isBankDebit: "N",
    carriedAmount: "0.00",
    canSkip: "Y",
  },
}
const now = { frequencyCode: "M", paymentMethodRecordId: "PM-1" }

test("AGREED-01 the dialog shows the charge as planned, with the skipped bill beside it", () => {
  assert.deepEqual(shownQuote([monthly], planned, now, now), {
    quote: { ...planned, otherBills },
    dueDate: "04/11/2026",
  })
  const all = { ...planned, dueDates: ["03/11/2026", "04/11/2026"] }
  const { quote, dueDate } = shownQuote([monthly], all, now, now)
  assert.deepEqual([quote?.otherBills, dueDate], [[], "03/11/2026"])
})

test("AGREED-01 the dialog shows the charge of another choice", () => {
  const other = { ...now, paymentMethodRecordId: "PM-2" }
  const expected = { quote: monthly, dueDate: undefined }
  assert.deepEqual(shownQuote([monthly], planned, other, now), expected)
  assert.deepEqual(shownQuote([monthly], undefined, now, now), expected)
})
