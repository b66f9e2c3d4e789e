import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { dayInWords } from "#contracts/dates.ts"
import type { PlannedCharge } from "#contracts/payments/payment-center.ts"
import type { Product } from "#contracts/products/shapes.ts"
import { coverageSteps, nextStepOf, owedStepsOf, unsaidCoverage } from "./next-step.ts"
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

/** The day in words, as the sentences contain it. */
function day(shown: string): string {
  return dayInWords(shown, today)
}

function productOf(change: object): Product {
  return { ...owed, ...change } as unknown as Product
}

const charge = {
  ...{ dueDate: "11/30/2026", dueDates: ["11/25/2026"], paymentAmount: "55.90" },
  ...{ paymentMethod: "VISA ending in 4242", deferredAmount: "0.00" },
} as unknown as PlannedCharge

test("DASH-10 a product with an amount owed states by when to pay it", () => {
  assert.equal(steps({}), `Pay by ${day("11/25/2026")}.`)
  const two = [bill("11/25/2026", "31.20"), bill("12/25/2026", "24.70")]
  const three = [...two, bill("01/25/2027", "24.70")]
  const by = `Pay by ${day("11/25/2026")}.`
  assert.equal(steps({ dueAmounts: two }), `${by} Next bill: $24.70, due ${day("12/25/2026")}.`)
  assert.equal(
    steps({ dueAmounts: three }),
    `${by} Next bills: $49.40, due by ${day("01/25/2027")}.`,
  )
})

const late = {
  paymentStatusDisplayStyle: "pastdue",
  dueAmounts: [bill("11/03/2026", "55.90", "Y")],
}
const blocked = { ...late, paymentAction: { payNowLink: { ...payNowLink, disable: "Y" } } }

test("DASH-10 a past due product states its coverage only if the account system supplies it", () => {
  const was = `Was due ${day("11/03/2026")}.`
  assert.equal(steps(late), `${was} Please pay it now.`)
  assert.equal(
    steps(late, { coveredUntil: "12/04/2026" }),
    `${was} Pay by ${day("12/04/2026")} to stay covered.`,
  )
  assert.equal(
    steps(late, { coveredUntil: "11/21/2026" }),
    `${was} You were covered until ${day("11/21/2026")}. Please pay now, or call us.`,
  )
  assert.equal(
    steps(late, { coveredUntil: "11/02/2026", graceUntil: "12/04/2026" }),
    steps(late, { coveredUntil: "12/04/2026" }),
    "coverage ends with the grace period",
  )
  const more = [bill("10/03/2026", "5.00", "Y"), ...late.dueAmounts, bill("12/03/2026", "5.00")]
  assert.equal(
    steps({ ...late, dueAmounts: more }),
    `Past due since ${day("10/03/2026")}. Please pay it now. Next bill: $5.00, due ${day("12/03/2026")}.`,
  )
  const most = [...more, bill("01/03/2027", "6.00")]
  const then = `Next bill: $5.00, due ${day("12/03/2026")}. Then`
  assert.ok(
    steps({ ...late, dueAmounts: most }).endsWith(`${then} $6.00, due ${day("01/03/2027")}.`),
  )
  const three = [...most, bill("02/03/2027", "6.00")]
  assert.ok(
    steps({ ...late, dueAmounts: three }).endsWith(`${then} $12.00, due by ${day("02/03/2027")}.`),
  )
  assert.equal(steps(blocked), was)
})

test("DASH-10 DASH-12 a coverage bar's text states the day to pay and the end of coverage, and the others repeat nothing of it", () => {
  const planned = { coveredUntil: "11/02/2026", graceUntil: "12/04/2026" }
  const of = (change: object, plan: Planned) => owedStepsOf(productOf(change), plan, today)
  const covered = `Covered until ${day("12/04/2026")} with the grace period.`
  assert.deepEqual(of(late, planned).coverage, [`Pay by ${day("12/04/2026")} to stay covered.`])
  assert.deepEqual(of(late, planned).others, [])
  assert.deepEqual(of(blocked, planned).coverage, [covered])
  const by = `Pay by ${day("11/25/2026")}.`
  assert.deepEqual(of({}, planned).coverage, [by, covered])
  assert.deepEqual(of({}, planned).others, [])
  assert.deepEqual(of({}, { coveredUntil: "12/04/2026" }).coverage, [
    by,
    `Covered until ${day("12/04/2026")}.`,
  ])
  const inBadge = { paymentStatusDisplayStyle: "" }
  assert.deepEqual(of(inBadge, planned).coverage, [by, covered], "the day to pay comes first")
  assert.deepEqual(of(inBadge, {}).others, [by])
  assert.equal(steps(inBadge, planned), "", "the row states the day to pay")
  assert.deepEqual(of(late, { coveredUntil: today }).coverage, ["Pay today to stay covered."])
  const now = { dueAmounts: [bill(today, "55.90")] }
  assert.deepEqual(of(now, {}).others, ["Pay today."])
  assert.deepEqual(of(late, {}).coverage, [])
  assert.deepEqual(of(late, {}).others, [`Was due ${day("11/03/2026")}.`, "Please pay it now."])
  const ended = { coveredUntil: "11/21/2026" }
  assert.deepEqual(of(late, ended).coverage, [
    `You were covered until ${day("11/21/2026")}.`,
    "Please pay now, or call us.",
  ])
})

test("DASH-09 DASH-10 a past due product states the charge of Auto Pay that pays it, unless its notice does", () => {
  const pays = { ...charge, dueDates: ["11/03/2026"] }
  const method = "VISA ending in 4242"
  const once = `Auto Pay charges it to ${method} on ${day("11/30/2026")}, unless you pay first.`
  const said = (change: object, planned: PlannedCharge) =>
    owedStepsOf(productOf({ ...late, ...change }), { charge: planned }, today).charge
  assert.deepEqual(said({}, pays), [once])
  assert.ok(steps(late, { charge: pays }).endsWith(` ${once}`))
  assert.deepEqual(said({ autoPayNotice: { state: "failed" } }, pays), [])
  const both = { ...pays, dueDates: ["11/03/2026", "11/25/2026"], paymentAmount: "60.00" }
  assert.deepEqual(said({}, both), [
    `Auto Pay will charge $60.00 to ${method} on ${day("11/30/2026")}.`,
  ])
  assert.deepEqual(said({}, charge), [], "a charge of another bill")
})

test("DASH-09 DASH-10 a past due bill that Auto Pay pays before coverage ends asks the customer for nothing", () => {
  const pays = { ...charge, dueDates: ["11/03/2026"] }
  const of = (change: object, planned: Planned) =>
    owedStepsOf(productOf({ ...late, ...change }), planned, today)
  const graceUntil = "11/30/2026"
  const covered = { charge: pays, coveredUntil: "11/02/2026", graceUntil }
  const coverage = [`Covered until ${day(graceUntil)} with the grace period.`]
  const settled = ["From VISA ending in 4242.", "Nothing to do."]
  const next = bill("12/03/2026", "5.00")
  assert.deepEqual(of({ dueAmounts: [...late.dueAmounts, next] }, covered), {
    ...{ isSettled: true, coverage, charge: [] },
    others: [...settled, `Next bill: $5.00, due ${day("12/03/2026")}.`],
  })
  const pay = `Was due ${day("11/03/2026")}. Auto Pay pays this on ${day("11/30/2026")}.`
  assert.equal(steps(late, covered), [pay, ...settled, ...coverage].join(" "))
  const earlier = bill("10/03/2026", "5.00", "Y")
  for (const [change, planned] of [
    [{}, { ...covered, graceUntil: "11/29/2026" }],
    [{}, { charge: pays }],
    [{}, { ...covered, charge }],
    [{}, { ...covered, charge: { ...pays, paymentAmount: "50.00" } }],
    [{ dueAmounts: [earlier, ...late.dueAmounts] }, covered],
    [{ isAutoPaySkipped: "Y" }, covered],
    [{ autoPayNotice: { state: "failed" } }, covered],
    [{ autoPayNotice: { state: "expiring" } }, covered],
  ] as const) {
    const owing = of(change, planned)
    assert.equal(owing.isSettled, false, JSON.stringify([change, planned]))
    assert.doesNotMatch(steps({ ...late, ...change }, planned), /Nothing to do/)
    const order = [...owing.coverage, ...owing.others].join(" ")
    assert.match(order, /to stay covered|Please pay it now/)
  }
})

test("DASH-07 DASH-10 a paid product states the date of its next bill", () => {
  const paid = { paymentStatusDisplayStyle: "", amountDue: "0.00", dueAmounts: [] }
  const next = (amount: string) => ({ ...paid, nextBill: { dueDate: "12/09/2026", amount } })
  assert.equal(steps(next("129.60")), `Paid. Next bill ${day("12/09/2026")}: $129.60.`)
  assert.equal(steps(next("")), `Paid. Next bill ${day("12/09/2026")}.`)
  assert.equal(steps(next("0.00")), `Paid. Your credit pays the next bill on ${day("12/09/2026")}.`)
  assert.equal(steps(paid), "Paid. Nothing is due.")
})

test("DASH-07 DASH-10 an unused credit is stated in each state of the product", () => {
  const left = { creditLeft: "92.00" }
  const paid = { paymentStatusDisplayStyle: "", amountDue: "0.00", dueAmounts: [] }
  const nextBill = { dueDate: "12/09/2026", amount: "0.00" }
  assert.equal(
    steps({ ...paid, nextBill, ...left }),
    `Paid. Your credit pays the next bill on ${day("12/09/2026")}. A credit of $92.00 is left.`,
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
    `Auto Pay will charge $55.90 to VISA ending in 4242 on ${day("11/30/2026")}.`,
  )
  assert.equal(steps(auto), `$55.90 is due ${day("11/25/2026")}.`)
  const nextBill = { dueDate: "12/25/2026", amount: "55.90" }
  const paid = { ...auto, nextBill, dueAmounts: [], amountDue: "0.00", dueDate: "" }
  assert.equal(steps(paid), `Paid. Next bill ${day("12/25/2026")}: $55.90.`)
  assert.equal(
    steps(auto, { charge: { ...charge, paymentAmount: "20.00", deferredAmount: "35.90" } }),
    `Auto Pay will charge $20.00 to VISA ending in 4242 on ${day("11/30/2026")}. The other $35.90 is not part of this charge: you can pay it after this charge, or Auto Pay charges it with your next bill.`,
  )
  const two = { ...auto, dueAmounts: [...owed.dueAmounts, bill("12/25/2026", "24.70")] }
  assert.equal(
    steps(two, { charge, coveredUntil: "12/26/2026" }),
    `Auto Pay will charge $55.90 to VISA ending in 4242 on ${day("11/30/2026")}. It charges the other $24.70 later, due ${day("12/25/2026")}. Covered until ${day("12/26/2026")}.`,
  )
  assert.doesNotMatch(steps(two, { charge, coveredUntil: "11/29/2026" }), /[Cc]overed/)
  for (const state of ["pastdue", "autopay", "duenow"]) {
    for (const coveredUntil of ["12/26/2026", "11/29/2026", ""]) {
      for (const one of [charge, undefined]) {
        for (const autoPayNotice of [null, { state: "expired" }]) {
          const dueAmounts = [bill("11/03/2026", "55.90", state === "pastdue" ? "Y" : "N")]
          const change = { paymentStatusDisplayStyle: state, autoPayNotice, dueAmounts }
          const planned = { charge: one, coveredUntil }
          const times = [
            /[Cc]overed until|stay covered/.test(steps(change, planned)),
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
    `Auto Pay does not charge the bill due ${day("11/25/2026")}. Auto Pay will charge $55.90 to VISA ending in 4242 on ${day("12/25/2026")}.`,
  )
  assert.equal(
    steps({ isAutoPaySkipped: "Y" }, { charge: other }),
    `You skipped the Auto Pay charge for this bill. Pay by ${day("11/25/2026")}. Auto Pay continues on ${day("12/25/2026")}.`,
  )
  const skippedOne = [bill("11/25/2026", "55.90"), bill("12/25/2026", "55.90", "N", "Y")]
  assert.equal(
    steps({ isAutoPaySkipped: "Y", dueAmounts: skippedOne }, { charge: other }),
    `You skipped the Auto Pay charge for this bill. Pay by ${day("11/25/2026")}. Auto Pay will charge $55.90 to VISA ending in 4242 on ${day("12/25/2026")}.`,
  )
})

test("NOTICE-11 a debit on a bank holiday states the next business day, and a card charge does not", () => {
  const auto = { paymentStatusDisplayStyle: "autopay" }
  const on = (dueDate: string, isBankDebit: "Y" | "N") =>
    steps(auto, { charge: { ...charge, dueDate, isBankDebit } })
  const sentence = ` Banks are closed on ${day("11/28/2026")}, so your bank makes this payment on the next business day, ${day("11/30/2026")}.`
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
    `This is on your combined bill due ${day("11/25/2026")}.`,
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
      const promised = /Auto Pay will charge (\S+) to .* on (.+? \d+)\./.exec(said)
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

test("PRODUCTS-04 the end of coverage is called paid through only with nothing owed and no grace period", () => {
  const [end, grace] = ["12/24/2026", "01/21/2027"]
  const said = (change: object, planned: Planned) =>
    coverageSteps(productOf(change), planned, today).join(" ")
  const paid = { amountDue: "0.00", dueAmounts: [] }
  assert.equal(said(paid, { coveredUntil: end }), `Paid through ${day(end)}.`)
  assert.equal(said({}, { coveredUntil: end }), `Covered until ${day(end)}.`)
  assert.equal(
    said(paid, { coveredUntil: end, graceUntil: grace }),
    `Covered until ${day(grace)} with the grace period.`,
  )
})
