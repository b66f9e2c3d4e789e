import assert from "node:assert/strict"
import { test } from "node:test"
import { noticedChargeOf } from "./charge-notice-presenter.ts"

const charge = {
  amount: 5200,
  chargeOn: "2026-03-11",
  dueDates: ["2026-03-11"],
  carried: 0,
  alreadyPaid: 0,
}
const at = "2026-02-11T17:00:00Z"

function changesBetween(before: [number, number], now: [number, number]): string[] {
  const partsOf = ([premium, fee]: [number, number]) => ({ premium, fee, adjustment: 0, credit: 0 })
  const charged = { productDesc: "Term Life", methodRecordId: "pm1" }
  const last = { amount: before[0] + before[1], at, parts: partsOf(before), ...charged }
  const noticed = { ...charge, amount: now[0] + now[1], parts: partsOf(now) }
  return noticedChargeOf(noticed, { last, agreed: null }, "America/New_York").changes
}

test("AGREED-03 a notice compares the parts of two charges without writing $0.00", () => {
  const last = (amount: string) => `your last Auto Pay charge, ${amount} on Feb 11, 2026.`
  assert.deepEqual(changesBetween([4850, 0], [5000, 200]), [
    `This is $3.50 more than ${last("$48.50")}`,
    "Premium: $50.00 instead of $48.50.",
    "Billing fee: $2.00, which is new.",
  ])
  assert.deepEqual(changesBetween([4850, 200], [4850, 0]), [
    `This is $2.00 less than ${last("$50.50")}`,
    "No billing fee this time; it was $2.00.",
  ])
  assert.deepEqual(changesBetween([4850, 0], [4850, 0]), [
    `The amount is the same as ${last("$48.50")}`,
  ])
})

test("AGREED-03 a notice lists the customer's own money separately from a credit", () => {
  const parts = { premium: 5900, fee: 0, adjustment: 0, credit: 700 }
  const noticed = { ...charge, parts, alreadyPaid: 450 }
  const shown = noticedChargeOf(noticed, { last: null, agreed: null }, "America/New_York").parts
  assert.deepEqual(shown, [
    ["Premium", "$59.00"],
    ["Billing credit", "−$2.50"],
    ["Already paid", "−$4.50"],
  ])
})
