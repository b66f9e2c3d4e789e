import assert from "node:assert/strict"
import { test } from "node:test"
import { dayInWords } from "#contracts/dates.ts"
import type { ChargeQuote } from "#contracts/payments/payment-center.ts"
import type { Product } from "#contracts/products/shapes.ts"
import { quoteOf } from "./auto-pay-change.ts"
import { advertFeeText, canStartAutoPay, chargeDayText, feeText } from "./charge-terms.ts"
import { choiceSummary, frequencyOptions } from "./choice-summary.ts"

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

const today = "11/26/2026"
const on = dayInWords("11/30/2026", today)

test("AUTOPAY-08 one sentence above the button states the new price, its first day, the payer, and the current price", () => {
  const summary = (
    frequencyCode: string,
    paymentMethodRecordId: string | null,
    methodLabel = "",
    changes: Partial<Product> = {},
  ) => {
    const chosen = { frequencyCode, paymentMethodRecordId }
    const quote = quoteOf(quotes, chosen)
    assert.ok(quote)
    const changed = { ...product, ...changes }
    return choiceSummary({ product: changed, quotes, chosen, quote, methodLabel, today })
  }
  assert.equal(
    summary("M", "1", "VISA ending in 4242"),
    `VISA ending in 4242 will be charged $36.10 a month from ${on}.`,
  )
  assert.equal(
    summary("M", "2", "Checking ending in 6789"),
    `Checking ending in 6789 will be charged $36.10 a month from ${on}; now VISA ending in 4242 pays $36.10 a month.`,
  )
  assert.equal(
    summary("M", null),
    `You will pay each bill yourself: $69.20 on ${on}, then $34.60 a month; now VISA ending in 4242 pays $36.10 a month.`,
  )
  assert.equal(
    summary("X", "1", "VISA ending in 4242"),
    "VISA ending in 4242 will be charged $18.05 (Biweekly) from the first due date that your credit does not cover; now it is $36.10 a month.",
  )
  const suspended = { autoPayNotice: { state: "suspended" } } as Partial<Product>
  assert.match(summary("M", "2", "Checking", suspended), /; now you pay \$34\.60 a month\.$/)
})

test("AUTOPAY-12 the day of auto pay follows from the due date, and is a day of each month only if each month has it", () => {
  const of = (dueDate: string, code = "M") =>
    chargeDayText({ dueDate, nextBill: null }, code, today)
  assert.equal(of("12/02/2026"), "Auto Pay charges on your due date, the 2nd of each month.")
  assert.equal(of("11/11/2026"), "Auto Pay charges on your due date, the 11th of each month.")
  const next = `Auto Pay charges on your due date, next on ${dayInWords("12/31/2026", today)}.`
  assert.equal(of("12/31/2026"), next)
  assert.equal(of("12/31/2026", "Q"), next)
  assert.equal(of("11/25/2026", "Q"), "Auto Pay charges on your due date.")
  assert.equal(of(""), "Auto Pay charges on your due date.")
  const charged = (dueDate: string) =>
    chargeDayText({ dueDate, nextBill: null }, "M", today, "12/05/2026")
  const other = `The next charge is on ${dayInWords("12/05/2026", today)}.`
  assert.equal(
    charged("12/02/2026"),
    `Auto Pay charges on your due date, the 2nd of each month. ${other}`,
  )
  assert.equal(charged("11/30/2026"), `Auto Pay charges on your due date. ${other}`)
})

test("AUTOPAY-12 the fee of auto pay is stated for the frequency, and in the advertisement for products that can be put on auto pay", () => {
  const billingFees = [
    { code: "M", value2: "1.50" },
    { code: "Q", value2: "0.00" },
  ]
  const paying = { ...product, billingFees, currentPaymentMethodRecordId: "00" }
  const withFee: Product = { ...paying, billingFeeInd: "Y" }
  const without: Product = { ...paying, billingFeeInd: "N" }
  assert.equal(feeText(withFee, "M"), "Auto Pay adds $1.50 to each bill.")
  assert.equal(feeText(withFee, "Q"), "")
  assert.equal(feeText(without, "M"), "")
  assert.equal(advertFeeText([withFee, withFee]), "Auto Pay adds $1.50 to each bill.")
  assert.equal(advertFeeText([withFee, without]), "Auto Pay adds up to $1.50 to each bill.")
  const onAutoPay = { ...withFee, currentPaymentMethodRecordId: "1" }
  assert.equal(advertFeeText([onAutoPay, without]), "")
  const styled = (style: Product["paymentStatusDisplayStyle"]) => ({
    ...{ ...withFee, paymentStatusDisplayStyle: style },
  })
  const styles = ["pastdue", "duenow", "carried", "", "combinedbill", "nocosttoyou"] as const
  assert.deepEqual(
    styles.map((style) => canStartAutoPay(styled(style))),
    [true, true, true, true, false, false],
  )
  assert.equal(canStartAutoPay(onAutoPay), false)
})
