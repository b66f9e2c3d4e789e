import assert from "node:assert/strict"
import { test } from "node:test"
import { dayInWords } from "#contracts/dates.ts"
import type { PlannedCharge } from "#contracts/payments/payment-center.ts"
import type { Dashboard } from "#contracts/products/dashboard.ts"
import type { Product } from "#contracts/products/shapes.ts"
import { calmOf } from "./calm.ts"
import { comingOf } from "./coming-sentences.ts"

const currentDate = "03/02/2026"
const day = (shown: string) => dayInWords(shown, currentDate)
const bill = (dueDate: string) => ({
  ...{ dueDate, amount: "46.50", isPastDue: "N", isByAutoPay: "Y" },
})
const term = {
  ...{ policyNumber: "1", productDesc: "Term Life", paymentStatusDisplayStyle: "autopay" },
  ...{ amountDue: "46.50", dueDate: "02/27/2026", dueAmounts: [bill("02/27/2026")] },
  ...{ nextBill: null, creditLeft: "0.00", isAutoPaySkipped: "N", autoPayNotice: null },
}
const paid = {
  ...{ ...term, policyNumber: "2", productDesc: "Dental", paymentStatusDisplayStyle: "" },
  ...{ amountDue: "0.00", dueAmounts: [], nextBill: { dueDate: "05/05/2026", amount: "64.80" } },
}
const combined = {
  ...{ ...term, policyNumber: "3", paymentStatusDisplayStyle: "combinedbill" },
  ...{ amountDue: "22.75", dueDate: "03/23/2026" },
}
const charge = {
  ...{ dueDate: "03/12/2026", dueDates: ["02/27/2026"], paymentAmount: "46.50" },
  ...{ paymentMethod: "VISA ending in 9995", deferredAmount: "0.00", isBankDebit: "N" },
} as unknown as PlannedCharge

function calm(planned: PlannedCharge | undefined, ...activeProducts: object[]) {
  const given = { activeProducts, currentDate } as unknown as Dashboard
  const { kind, headline, sentences } = calmOf(given, (number) =>
    number === "1" ? { charge: planned } : {},
  )
  return [kind, headline, ...sentences].join(" / ")
}

test("DASH-09 DASH-13 a known charge of auto pay is stated once, with everything that it leaves", () => {
  const headline = `Auto Pay pays $46.50 on ${day("03/12/2026")}`
  const first = "For Term Life, from VISA ending in 9995."
  assert.equal(
    calm(charge, term),
    `autoPay / ${headline} / From VISA ending in 9995. / Nothing to do.`,
  )
  const two = { ...term, amountDue: "93.00", dueAmounts: [...term.dueAmounts, bill("03/27/2026")] }
  const later = `$46.50 later, due ${day("03/27/2026")}.`
  assert.equal(
    calm(charge, two, combined),
    `autoPay / ${headline} / ${first} / ${later} / Nothing to do.`,
  )
  const deferred = { ...charge, deferredAmount: "3.00" } as PlannedCharge
  assert.match(calm(deferred, term), /The other \$3\.00 is not part of this charge/)
  assert.doesNotMatch(calm(deferred, term), /Nothing to do/)
  const bank = { ...charge, isBankDebit: "Y", dueDate: "03/14/2026" } as PlannedCharge
  assert.match(calm(bank, term), /Banks are closed/)
})

test("DASH-13 without a known charge, auto pay promises nothing", () => {
  const expired = { ...term, autoPayNotice: { state: "expired" } }
  for (const state of [calm(undefined, term), calm(charge, expired)]) {
    assert.equal(state, "other / Nothing to pay now")
  }
})

test("DASH-07 DASH-13 a customer who has paid sees the next bill", () => {
  const next = `Next bill: $64.80 on ${day("05/05/2026")}`
  assert.equal(calm(undefined, paid), `paid / You're all paid / ${next}.`)
  assert.equal(calm(undefined, combined, paid), `paid / You're all paid / ${next} for Dental.`)
  const nextBill = (amount: string) => ({ ...paid, nextBill: { dueDate: "05/05/2026", amount } })
  assert.match(calm(undefined, nextBill("")), new RegExp(`Next bill on ${day("05/05/2026")}\\.$`))
  assert.match(calm(undefined, nextBill("0.00")), /Your credit pays the next bill on/)
  assert.equal(calm(charge, term, paid), calm(undefined, combined, paid), "before auto pay")
  assert.equal(calm(undefined, combined), "other / Nothing to pay here")
  assert.equal(calm(undefined), "other / There is no bill for you now.")
})

test("DASH-05 what auto pay and a combined bill pay is one line each, and names the products that it states fully", () => {
  const of = (
    totalByAutoPay: string,
    planned: PlannedCharge | undefined,
    ...products: object[]
  ) => {
    const activeProducts = products as Product[]
    const paymentsDue = activeProducts.filter(({ dueAmounts }) =>
      dueAmounts.some(({ isPastDue }) => isPastDue === "Y"),
    )
    const given = { activeProducts, paymentsDue, totalByAutoPay, currentDate }
    const dashboard = { ...given, totalCombined: "22.75" } as unknown as Dashboard
    return comingOf(dashboard, (number) =>
      number === "1"
        ? { charge: planned && { ...planned, policyNumber: "1" }, coveredUntil: "03/20/2026" }
        : {},
    )
  }
  const line = `Combined bill: $22.75 on ${day("03/23/2026")}.`
  const on = `Auto Pay: $46.50 on ${day("03/12/2026")}.`
  assert.deepEqual(of("46.50", charge, term, combined), {
    autoPay: on,
    combined: line,
    said: ["1", "3"],
  })
  assert.deepEqual(of("0.00", undefined, paid, combined), {
    autoPay: "",
    combined: line,
    said: ["3"],
  })
  const more = of("93.00", charge, term, combined)
  assert.deepEqual(
    [more.autoPay, more.said],
    ["Auto Pay: $93.00.", ["3"]],
    "charges of another sum",
  )
  const late = { ...bill("02/27/2026"), isPastDue: "Y", isByAutoPay: "N" }
  const both = { ...term, dueAmounts: [late, bill("03/27/2026")] }
  const paysLate = { ...charge, dueDates: ["02/27/2026"] } as PlannedCharge
  assert.deepEqual(
    [of("46.50", paysLate, both).autoPay, of("46.50", paysLate, both).said],
    [`Then $46.50, due ${day("03/27/2026")}.`, []],
    "the card above states the charge of what is past due",
  )
  const later = `Auto Pay: $46.50 later, due ${day("03/27/2026")}.`
  const afterCoverage = { ...paysLate, dueDate: "03/21/2026" } as PlannedCharge
  assert.equal(of("46.50", afterCoverage, both).autoPay, later)
  const other = { ...paid, dueAmounts: [late] }
  assert.equal(of("46.50", paysLate, both, other).autoPay, later, "several cards")
  const bank = { ...charge, isBankDebit: "Y", dueDate: "03/14/2026" } as PlannedCharge
  assert.deepEqual(
    of("46.50", bank, term, combined).said,
    ["3"],
    "the bank's day is beside the product",
  )
})
