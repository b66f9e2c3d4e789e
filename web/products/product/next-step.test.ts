import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { dayInWords } from "#contracts/dates.ts"
import type { PlannedCharge } from "#contracts/payments/payment-center.ts"
import type { Product } from "#contracts/products/shapes.ts"
import { nextStepOf, unsaidCoverage } from "./next-step.ts"
import type { Planned } from "./planned.ts"

const today = "11/22/2026"
const payNowLink = { label: "Pay Now", disable: "N", message: "" }
const owed = {
  ...{ paymentStatusDisplayStyle: "duenow", amountDue: "55.90", dueDate: "11/25/2026" },
  ...{
    creditLeft: "0.00",
    nextBill: null,
    isAutoPaySkipped: "N",
    autoPayNotice: null,
    paymentAction: { payNowLink },
  },
  dueAmounts: [bill("11/25/2026", "55.90")],
}

function bill(
  dueDate: string,
  amount: string,
  isPastDue: "Y" | "N" = "N",
  isByAutoPay: "Y" | "N" = "N",
) {
  return { dueDate, amount, isPastDue, isByAutoPay }
}

function steps(change: object, planned: Planned = {}): string {
  return nextStepOf(productOf(change), planned, today).join(" ")
}

function productOf(change: object): Product {
  return { ...owed, ...change } as unknown as Product
}

const charge = {
  ...{ dueDate: "11/30/2026", dueDates: ["11/25/2026"], paymentAmount: "55.90" },
  ...{ paymentMethod: "VISA ending in 4242", deferredAmount: "0.00" },
} as unknown as PlannedCharge

test("DASH-10 a product with an amount owed states what to pay by when", () => {
  assert.equal(steps({}), "Pay $55.90 by Wed, Nov 25.")
  const two = [bill("11/25/2026", "31.20"), bill("12/25/2026", "24.70")]
  const three = [...two, bill("01/25/2027", "24.70")]
  assert.equal(
    steps({ dueAmounts: two }),
    "Pay $31.20 by Wed, Nov 25. $24.70 more is due by Fri, Dec 25.",
  )
  assert.equal(
    steps({ dueAmounts: three }),
    "Pay $31.20 by Wed, Nov 25. $49.40 more is due by Jan 25, 2027.",
  )
})

test("DASH-10 a past due product states its coverage only if the account system supplies it", () => {
  const late = {
    paymentStatusDisplayStyle: "pastdue",
    dueAmounts: [bill("11/03/2026", "55.90", "Y")],
  }
  assert.equal(steps(late), "$55.90 was due Tue, Nov 3. Please pay it now.")
  assert.equal(
    steps(late, { coveredUntil: "12/04/2026" }),
    "$55.90 was due Tue, Nov 3. You are covered until Fri, Dec 4. Pay $55.90 by then.",
  )
  assert.equal(
    steps(late, { coveredUntil: "11/21/2026" }),
    "$55.90 was due Tue, Nov 3. You were covered until Sat, Nov 21. Please pay now, or call us.",
  )
  assert.equal(
    steps(late, { coveredUntil: "11/02/2026", graceUntil: "12/04/2026" }),
    steps(late, { coveredUntil: "12/04/2026" }),
    "coverage ends with the grace period",
  )
  const more = [bill("10/03/2026", "5.00", "Y"), ...late.dueAmounts, bill("12/03/2026", "5.00")]
  assert.equal(
    steps({ ...late, dueAmounts: more }),
    "$60.90 has been past due since Sat, Oct 3. Please pay it now. $5.00 more is due by Thu, Dec 3.",
  )
  const blocked = { payNowLink: { ...payNowLink, disable: "Y" } }
  assert.equal(steps({ ...late, paymentAction: blocked }), "$55.90 was due Tue, Nov 3.")
})

test("DASH-07 DASH-10 a paid product states the date of its next bill", () => {
  const paid = { paymentStatusDisplayStyle: "", amountDue: "0.00", dueAmounts: [] }
  const next = (amount: string) => ({ ...paid, nextBill: { dueDate: "12/09/2026", amount } })
  assert.equal(steps(next("129.60")), "Paid. Next bill Wed, Dec 9: $129.60.")
  assert.equal(steps(next("")), "Paid. Next bill Wed, Dec 9.")
  assert.equal(steps(next("0.00")), "Paid. Your credit pays the next bill on Wed, Dec 9.")
  assert.equal(steps(paid), "Paid. Nothing is due.")
})

test("DASH-07 DASH-10 an unused credit is stated in each state of the product", () => {
  const left = { creditLeft: "92.00" }
  const paid = { paymentStatusDisplayStyle: "", amountDue: "0.00", dueAmounts: [] }
  const nextBill = { dueDate: "12/09/2026", amount: "0.00" }
  assert.equal(
    steps({ ...paid, nextBill, ...left }),
    "Paid. Your credit pays the next bill on Wed, Dec 9. A credit of $92.00 is left.",
  )
  assert.equal(steps({ ...paid, ...left }), "Paid. Nothing is due. A credit of $92.00 is left.")
  for (const style of ["autopay", "nocosttoyou", "combinedbill", "pastdue", "duenow"]) {
    const said = steps({ paymentStatusDisplayStyle: style, ...left })
    assert.match(said, /A credit of \$92\.00 is left\.$/, style)
  }
})

test("DASH-09 DASH-10 auto pay states the amount and day of its charge", () => {
  const auto = { paymentStatusDisplayStyle: "autopay" }
  assert.equal(
    steps(auto, { charge }),
    "Auto Pay will charge $55.90 to VISA ending in 4242 on Mon, Nov 30.",
  )
  assert.equal(steps(auto), "$55.90 is due Wed, Nov 25.")
  const nextBill = { dueDate: "12/25/2026", amount: "55.90" }
  const paid = { ...auto, nextBill, dueAmounts: [], amountDue: "0.00", dueDate: "" }
  assert.equal(steps(paid), "Paid. Next bill Fri, Dec 25: $55.90.")
  assert.equal(
    steps(auto, { charge: { ...charge, paymentAmount: "20.00", deferredAmount: "35.90" } }),
    "Auto Pay will charge $20.00 to VISA ending in 4242 on Mon, Nov 30. The other $35.90 is not part of this charge: you can pay it after this charge, or Auto Pay charges it with your next bill.",
  )
  const two = { ...auto, dueAmounts: [...owed.dueAmounts, bill("12/25/2026", "24.70")] }
  assert.equal(
    steps(two, { charge, coveredUntil: "12/26/2026" }),
    "Auto Pay will charge $55.90 to VISA ending in 4242 on Mon, Nov 30. It charges the other $24.70 later, due Fri, Dec 25. You are covered until Sat, Dec 26.",
  )
  assert.doesNotMatch(steps(two, { charge, coveredUntil: "11/29/2026" }), /covered/)
  for (const state of ["pastdue", "autopay", "duenow"]) {
    for (const coveredUntil of ["12/26/2026", "11/29/2026", ""]) {
      for (const one of [charge, undefined]) {
        for (const autoPayNotice of [null, { state: "expired" }]) {
          const dueAmounts = [bill("11/03/2026", "55.90", state === "pastdue" ? "Y" : "N")]
          const change = { paymentStatusDisplayStyle: state, autoPayNotice, dueAmounts }
          const planned = { charge: one, coveredUntil }
          const times = [
            /covered until/.test(steps(change, planned)),
            unsaidCoverage(productOf(change), planned) !== "",
          ]
          const wanted = coveredUntil === "" ? 0 : 1
          assert.equal(times.filter(Boolean).length, wanted, JSON.stringify([change, planned]))
        }
      }
    }
  }
  const other = { ...charge, dueDates: ["12/25/2026"], dueDate: "12/25/2026" }
  assert.equal(
    steps(auto, { charge: other }),
    "Auto Pay does not charge the bill due Wed, Nov 25. Auto Pay will charge $55.90 to VISA ending in 4242 on Fri, Dec 25.",
  )
  assert.equal(
    steps({ isAutoPaySkipped: "Y" }, { charge: other }),
    "You skipped the Auto Pay charge for this bill. Pay $55.90 by Wed, Nov 25. Auto Pay continues on Fri, Dec 25.",
  )
  const skippedOne = [bill("11/25/2026", "55.90"), bill("12/25/2026", "55.90", "N", "Y")]
  assert.equal(
    steps({ isAutoPaySkipped: "Y", dueAmounts: skippedOne }, { charge: other }),
    "You skipped the Auto Pay charge for this bill. Pay $55.90 by Wed, Nov 25. Auto Pay will charge $55.90 to VISA ending in 4242 on Fri, Dec 25.",
  )
})

test("NOTICE-11 a debit on a bank holiday states the next business day, and a card charge does not", () => {
  const auto = { paymentStatusDisplayStyle: "autopay" }
  const on = (dueDate: string, isBankDebit: "Y" | "N") =>
    steps(auto, { charge: { ...charge, dueDate, isBankDebit } })
  const sentence =
    " Banks are closed on Sat, Nov 28, so your bank makes this payment on the next business day, Mon, Nov 30."
  assert.ok(on("11/28/2026", "Y").endsWith(sentence))
  assert.doesNotMatch(on("11/28/2026", "N"), /Banks/)
  assert.doesNotMatch(on("11/27/2026", "Y"), /Banks/)
})

test("DASH-10 bills that another party or a combined bill pays are stated too", () => {
  assert.equal(
    steps({ paymentStatusDisplayStyle: "nocosttoyou" }),
    "This is paid for you. You owe nothing.",
  )
  assert.equal(
    steps({ paymentStatusDisplayStyle: "combinedbill" }),
    "This is on your combined bill due Wed, Nov 25.",
  )
  assert.equal(
    steps({ paymentStatusDisplayStyle: "combinedbill", dueDate: "" }),
    "This is on your combined bill.",
  )
})

test("AUTOPAY-09 only a known charge promises an auto pay payment, with its amount and day", () => {
  const dates = fc.constantFrom("11/03/2026", "11/25/2026", "12/25/2026")
  const amounts = fc.constantFrom("0.00", "0.30", "20.00", "55.90")
  const products = fc.record({
    paymentStatusDisplayStyle: fc.constantFrom("autopay", "pastdue", "duenow", ""),
    ...{ amountDue: amounts, dueDate: dates, isAutoPaySkipped: fc.constantFrom("Y", "N") },
    nextBill: fc.option(fc.record({ dueDate: dates, amount: amounts })),
    dueAmounts: fc.array(
      fc
        .tuple(dates, amounts, fc.constantFrom("Y" as const, "N" as const))
        .map(([day, amount, byAutoPay]) => bill(day, amount, "N", byAutoPay)),
    ),
    autoPayNotice: fc.option(
      fc.record({ state: fc.constantFrom("left", "failed", "suspended", "expired", "recording") }),
    ),
  })
  const charges = fc.record({
    ...{ dueDate: dates, paymentAmount: amounts, deferredAmount: amounts },
    dueDates: fc.array(dates, { minLength: 1 }).map((days) => days.toSorted()),
  })
  fc.assert(
    fc.property(products, fc.option(charges), (product, planned) => {
      const known = planned ? ({ ...charge, ...planned } as PlannedCharge) : undefined
      const said = steps(product, { charge: known })
      const promised = /Auto Pay will charge (\S+) to .* on (\w+, \w+ \d+)\./.exec(said)
      const { paymentStatusDisplayStyle: style, dueAmounts, nextBill } = product
      const isCharged = dueAmounts.some(({ isByAutoPay }) => isByAutoPay === "Y")
      const isPromised =
        known !== undefined &&
        (style === "autopay"
          ? product.autoPayNotice?.state !== "expired"
          : nextBill === null && isCharged)
      assert.equal(promised !== null, isPromised, said)
      if (promised) {
        const day = dayInWords(known?.dueDate ?? "", today)
        assert.deepEqual(promised.slice(1), [`$${known?.paymentAmount}`, day])
      } else assert.doesNotMatch(said, /Auto Pay (pays|charges)|It charges|this charge/)
    }),
  )
})
