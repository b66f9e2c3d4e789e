import assert from "node:assert/strict"
import { test } from "node:test"
import { dayInWords } from "#contracts/dates.ts"
import type { PaymentMethod } from "#contracts/payments/payment-methods.ts"
import type { Product } from "#contracts/products/shapes.ts"
import { amountOptions, remarksOf } from "./amounts.ts"
import { firstAmount, firstChoice } from "./method-rule.ts"

const method = (paymentRecordId: string, change: Partial<PaymentMethod> = {}) =>
  ({ paymentRecordId, isVerified: "Y", ...change }) as PaymentMethod
const bill = (amount: string, isPastDue: "Y" | "N", dueDate = "11/14/2026") => ({
  amount,
  dueDate,
  isPastDue,
  isByAutoPay: "N",
})
const product = { currentPaymentMethodRecordId: "current" } as Product

test("a payment begins with the product's method, unless it cannot be charged without another step", () => {
  const blocked = { isBlocked: "Y" } as const
  const ended = { isAuthorizationEnded: "Y" } as const
  const [current, card] = [method("current"), method("card")]
  assert.equal(firstChoice([card, current], product), "current")
  for (const change of [blocked, ended]) {
    assert.equal(firstChoice([method("current", change), card], product), "card")
    assert.equal(
      firstChoice([method("other", change), card], {
        ...product,
        currentPaymentMethodRecordId: "",
      }),
      "card",
    )
  }
  assert.equal(firstChoice([method("blocked", blocked), method("ended", ended)], product), "ended")
  assert.equal(firstChoice([method("current", blocked)], product), "current")
})

test("PAYNOW-06 a payment begins with what is past due, except for a product on auto pay", () => {
  const late = { dueAmounts: [bill("64.80", "Y"), bill("64.80", "N")] } as Product
  const first = (payableAmounts: string[], one: Product) =>
    firstAmount({ payableAmounts, activeProducts: [one] })
  const notOnAutoPay = { ...late, currentPaymentMethodRecordId: "00" }
  assert.equal(first(["129.60", "64.80"], notOnAutoPay), "64.80")
  assert.equal(first(["129.60"], { ...notOnAutoPay, dueAmounts: [] }), "129.60")
  const skipped = { ...late, currentPaymentMethodRecordId: "current" }
  assert.equal(first(["150.00", "100.00", "64.80"], skipped), "100.00")
})

test("PAYNOW-06 each amount states what it does, and coverage only if its last day is known and not over", () => {
  const dueAmounts = [bill("64.80", "Y", "11/14/2026"), bill("64.80", "N", "12/14/2026")]
  const late = { dueAmounts } as Product
  const payable = ["129.60", "64.80"]
  const today = "11/26/2026"
  const notes = (coveredUntil?: string) =>
    amountOptions({ product: late, planned: { coveredUntil }, today, payable }).map(
      ({ label, note }) => `${label}, ${note}`,
    )
  const all = `Full amount due: $129.60, Also pays the bill of ${dayInWords("12/14/2026", today)}`
  const lastDay = `Pay by ${dayInWords("12/15/2026", today)} to stay covered`
  assert.deepEqual(notes("12/15/2026"), [`Past due: $64.80, ${lastDay}`, all])
  for (const unknown of [undefined, "11/25/2026"]) {
    assert.deepEqual(notes(unknown), ["Past due: $64.80, Please pay it now", all])
  }
  const more = { dueAmounts: [...dueAmounts, bill("64.80", "N", "01/14/2027")] } as Product
  const options = amountOptions({ product: more, planned: {}, today, payable: ["194.40", "64.80"] })
  const last = dayInWords("01/14/2027", today)
  assert.equal(options.at(-1)?.note, `Also pays 2 later bills, the last of ${last}`)
})

test("PAYNOW-01 the sentences below the amounts repeat neither an amount of the choice nor the due date", () => {
  const today = "11/26/2026"
  const late = {
    paymentStatusDisplayStyle: "pastdue",
    paymentAction: { payNowLink: { disable: "N" } },
    dueDate: "11/14/2026",
    dueAmounts: [bill("64.80", "Y"), bill("64.80", "N", "12/14/2026")],
    isAutoPaySkipped: "Y",
    creditLeft: "0.00",
  } as Product
  const remarks = (payable: string[], coveredUntil: string, product = late) =>
    remarksOf({ product, planned: { coveredUntil }, today, payable })
  const skipped = "You skipped the Auto Pay charge for this bill."
  assert.deepEqual(remarks(["129.60", "64.80"], "12/15/2026"), [skipped])
  const over = `You were covered until ${dayInWords("11/25/2026", today)}.`
  assert.deepEqual(remarks(["129.60", "64.80"], "11/25/2026"), [
    over,
    "Please pay now, or call us.",
    skipped,
  ])
  const one = { ...late, dueAmounts: [bill("64.80", "Y")] } as Product
  assert.deepEqual(remarks(["64.80"], "12/15/2026", one), [
    skipped,
    `Pay by ${dayInWords("12/15/2026", today)} to stay covered.`,
  ])
})
