import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import type { Billing } from "#ports/policy-admin/port.ts"
import { billingChangeBlock, payNowBlock } from "./allowed-actions.ts"
import { blockedText } from "./blocked-presenter.ts"
import {
  autoPayBills,
  creditLeft,
  dueStatusOf,
  hasOldBill,
  lessPaid,
  mergedByDueDate,
  pastDue,
  payableAfter,
  payableAmounts,
  totalDue,
} from "./due-status.ts"
import { displayStyles, nextBillOf, paymentInfoOf, statusText } from "./product-presenter.ts"

const today = Temporal.PlainDate.from("2026-03-15")

const billing: Billing = {
  kind: "direct",
  frequencyCode: "M",
  frequencies: [],
  hasBillingFee: false,
  paymentMethodRecordId: null,
  paymentMethodLabel: "",
  amountPaid: 0,
  paidThrough: null,
  skippedDueDates: [],
  dueDate: "2026-03-20",
  amountDue: 4250,
  amountDueSpecialCharacter: "",
  pastDueAmount: 0,
  adjustment: 0,
  billingCredit: 0,
  alreadyPaid: 0,
  openAmounts: [{ dueDate: "2026-03-20", cost: 4250, owed: 4250 }],
  showAmountBreakdown: true,
  disclaimer: "",
  payNowBlocked: "",
  changeBlocked: "",
}

const owing = (...dueDates: string[]) => ({
  openAmounts: dueDates.map((dueDate) => ({ dueDate, cost: 4250, owed: 4250 })),
})

const cases: [string, Partial<Billing>, string, string][] = [
  ["due within a week", {}, "Due Now", "duenow"],
  ["due today", { dueDate: "2026-03-15" }, "Due Now", "duenow"],
  ["due in seven days", { dueDate: "2026-03-22" }, "Due Now", "duenow"],
  ["due in eight days", { dueDate: "2026-03-23" }, "Due Mon, Mar 23", ""],
  ["due in thirty days", { dueDate: "2026-04-14" }, "Due Tue, Apr 14", ""],
  ["due in thirty-one days", { dueDate: "2026-04-15" }, "Due Wed, Apr 15", ""],
  ["due in a year", { dueDate: "2027-03-15" }, "Due Mar 15, 2027", ""],
  ["due yesterday", { dueDate: "2026-03-14", ...owing("2026-03-14") }, "Past Due", "pastdue"],
  [
    "an older bill is unpaid",
    { pastDueAmount: 100, openAmounts: [{ dueDate: "2026-02-20", cost: 100, owed: 100 }] },
    "Past Due",
    "pastdue",
  ],
  [
    "two bills, neither late",
    { pastDueAmount: 4250, ...owing("2026-03-20", "2026-04-20") },
    "Due Now",
    "duenow",
  ],
  ["nothing owed", { amountDue: 0, openAmounts: [] }, "Paid", ""],
  [
    "nothing owed, due date passed",
    { amountDue: 0, openAmounts: [], dueDate: "2026-03-01" },
    "Paid",
    "",
  ],
  ["paid by credit", { billingCredit: 4250, openAmounts: [] }, "Paid", ""],
  ["on auto pay", { paymentMethodRecordId: "7" }, "Auto Pay", "autopay"],
  [
    "on auto pay, but the charge failed",
    { paymentMethodRecordId: "7", ...owing("2026-03-14") },
    "Past Due",
    "pastdue",
  ],
  ["on a combined bill", { kind: "combined" }, "Combined Bill", "combinedbill"],
  ["at no cost", { kind: "no-cost" }, "No Cost to You", "nocosttoyou"],
  ["no due date", { dueDate: null }, "Not Yet Due", ""],
]

for (const [name, change, status, style] of cases) {
  test(`DASH-06 the status is "${status}": ${name}; Due Now begins seven days before the due date`, () => {
    const product = { ...billing, ...change }
    const found = dueStatusOf(product, today)
    assert.deepEqual([statusText(found, product, today), displayStyles[found]], [status, style])
  })
}

test("DASH-06 a bill that the person is paying can be opened while their bank asks for confirmation, also on auto pay", () => {
  const onAutoPay = { ...billing, paymentMethodRecordId: "7" }
  assert.equal(dueStatusOf(onAutoPay, today, "confirming"), "due-now")
  assert.equal(payNowBlock(onAutoPay, today, "confirming"), null)
})

test("NOTICE-06 with a card that has expired, the person can pay what is due", () => {
  const onAutoPay = { ...billing, paymentMethodRecordId: "7" }
  assert.equal(payNowBlock(onAutoPay, today, "expiring"), "auto-pay")
  assert.equal(payNowBlock(onAutoPay, today, "expired"), null)
  assert.equal(dueStatusOf(onAutoPay, today, "expired"), "due-now")
})

test("DASH-07 a product that owes nothing shows its next bill, with the amount if it is known", () => {
  const frequencies = [{ code: "M", label: "Monthly", amount: 4250, fee: 200 }]
  const paid = { ...billing, frequencies, amountDue: 0 }
  const dueDate = "2026-03-20"
  assert.deepEqual(nextBillOf(paid, today), { dueDate, amount: 4250 })
  const onAutoPay = { ...paid, hasBillingFee: true, paymentMethodRecordId: "7" }
  assert.deepEqual(nextBillOf(onAutoPay, today), { dueDate, amount: 4450 })
  assert.deepEqual(nextBillOf({ ...paid, billingCredit: 100 }, today), { dueDate, amount: 4150 })
  assert.deepEqual(nextBillOf({ ...paid, billingCredit: 9000 }, today), { dueDate, amount: 0 })
  assert.deepEqual(nextBillOf({ ...paid, frequencies: [] }, today), { dueDate, amount: null })
  const none = [
    billing,
    { ...paid, dueDate: null },
    { ...paid, dueDate: "2026-03-14" },
    { ...paid, kind: "combined" as const },
  ]
  for (const one of none) assert.equal(nextBillOf(one, today), null)
})

test("a combined bill whose due date has passed does not show a date", () => {
  const combined = { ...billing, kind: "combined" as const }
  assert.ok(hasOldBill({ ...combined, dueDate: "2026-03-14" }, today))
  assert.ok(!hasOldBill({ ...combined, dueDate: "2026-03-15" }, today))
  assert.ok(!hasOldBill({ ...billing, dueDate: "2026-03-14" }, today))
})

test("the total subtracts adjustment and credit, and is never below zero", () => {
  const parts = { amountDue: 5000, pastDueAmount: 1000, adjustment: 500, billingCredit: 250 }
  assert.equal(totalDue({ ...billing, ...parts }), 5250)
  assert.equal(totalDue({ ...billing, billingCredit: 9999 }), 0)
})

test("PAYNOW-06 only bills whose due date has passed are past due, and they can be paid separately", () => {
  const two = { ...billing, pastDueAmount: 4250, ...owing("2026-03-14", "2026-04-14") }
  assert.equal(pastDue(two, today), 4250)
  assert.deepEqual(payableAmounts(two, today), [8500, 4250])
  assert.deepEqual(payableAmounts({ ...billing, ...owing("2026-03-14") }, today), [4250])
  assert.deepEqual(payableAmounts(billing, today), [4250])
  const tiny = { dueDate: "2026-03-14", cost: 49, owed: 49 }
  const [later] = billing.openAmounts
  assert.ok(later)
  const withTiny = { ...billing, pastDueAmount: 49, openAmounts: [tiny, later] }
  assert.deepEqual(payableAmounts(withTiny, today), [4299])
  const dates = owing("2026-03-14", "2026-04-14", "2026-05-14")
  const three = { ...billing, ...dates, pastDueAmount: 8500, skippedDueDates: ["2026-04-14"] }
  assert.deepEqual(payableAmounts({ ...three, paymentMethodRecordId: null }, today), [12750, 4250])
  assert.deepEqual(
    payableAmounts({ ...three, paymentMethodRecordId: "A" }, today),
    [12750, 8500, 4250],
  )
})

test("KEPT-09 payments that are not posted yet pay the oldest bills, and the rest stays due", () => {
  const two = { ...billing, pastDueAmount: 4250, ...owing("2026-03-14", "2026-03-20") }
  const less = (of: Billing, paid: number) => lessPaid(of, payableAfter(of.openAmounts, paid))
  const late = less({ ...two, dueDate: "2026-03-14" }, 4250)
  assert.deepEqual([totalDue(late), pastDue(late, today), late.dueDate], [4250, 0, "2026-03-20"])
  assert.equal(dueStatusOf(late, today, "recording"), "due-now")
  assert.equal(payNowBlock(late, today, "recording"), null)
  assert.equal(paymentInfoOf({ billing: late }, today).alreadyPaid, "42.50")
  const part = less(two, 5000)
  assert.deepEqual(part.openAmounts, [{ dueDate: "2026-03-20", cost: 4250, owed: 3500 }])
  const all = less(two, 99_999)
  assert.deepEqual([totalDue(all), all.openAmounts, all.dueDate], [0, [], null])
  assert.equal(dueStatusOf(all, today, "recording"), "paid")
  assert.equal(nextBillOf(all, today), null)
  assert.equal(payNowBlock(all, today, "recording"), "recording")
  assert.equal(billingChangeBlock(all, today, "recording"), null)
  assert.equal(less(all, 4250), all)
  const newer = lessPaid(two, new Map([["2026-03-20", 250]]))
  assert.deepEqual(
    newer.openAmounts.map(({ owed }) => owed),
    [4250, 250],
  )
})

test("NOTICE-05 a late bill that an announced charge will pay is not past due; a skipped one is", () => {
  const two = { ...billing, pastDueAmount: 4250, ...owing("2026-02-12", "2026-03-12") }
  const onAutoPay = { ...two, dueDate: "2026-02-12", paymentMethodRecordId: "7" }
  assert.equal(dueStatusOf(onAutoPay, today), "past-due")
  assert.equal(dueStatusOf(onAutoPay, today, "failed"), "past-due")
  assert.equal(dueStatusOf(onAutoPay, today, "announced"), "auto-pay")
  assert.equal(billingChangeBlock(onAutoPay, today, "announced"), null)
  const skipped = { ...onAutoPay, skippedDueDates: ["2026-02-12"] }
  assert.equal(dueStatusOf(skipped, today, "announced"), "past-due")
  assert.equal(billingChangeBlock(skipped, today, "announced"), "past-due")
  assert.deepEqual(payableAmounts(skipped, today, "announced"), [8500, 4250])
  const charged = (state?: "announced" | "failed", left: string[] = []) =>
    autoPayBills(skipped, today, { ...(state && { state }), left }).map(({ dueDate }) => dueDate)
  assert.deepEqual(charged("announced"), ["2026-03-12"])
  assert.deepEqual(charged(), [], "a late bill without an announced charge")
  const before = autoPayBills(skipped, Temporal.PlainDate.from("2026-03-10"))
  assert.deepEqual(
    before.map(({ dueDate }) => dueDate),
    ["2026-03-12"],
  )
  assert.deepEqual(charged("failed"), [])
  assert.deepEqual(charged("announced", ["2026-03-12"]), [])
  assert.deepEqual(autoPayBills({ ...skipped, paymentMethodRecordId: null }, today), [])
})

test("CENTER-04 the breakdown marks a bill as past due only after its due date", () => {
  const two = { ...billing, pastDueAmount: 4250, ...owing("2026-03-14", "2026-04-14") }
  const info = paymentInfoOf({ billing: { ...two, billingCredit: 720, alreadyPaid: 470 } }, today)
  const { amountDue, pastDueAmount, billingCredit, alreadyPaid, totalAmountDue } = info
  const shown = [amountDue, pastDueAmount, billingCredit, alreadyPaid, totalAmountDue]
  assert.deepEqual(shown, ["42.50", "42.50", "2.50", "4.70", "77.80"])
  const late = { ...billing, ...owing("2026-03-14") }
  const lateInfo = paymentInfoOf({ billing: late }, today)
  assert.deepEqual([lateInfo.amountDue, lateInfo.pastDueAmount], ["0.00", "42.50"])
})

test("DASH-08 an amount that is no longer owed does not have a mark or a note", () => {
  const marked = {
    ...billing,
    ...{ amountDueSpecialCharacter: "<sup>2</sup>", disclaimer: "<p><sup>2</sup> Late</p>" },
  }
  const owed = paymentInfoOf({ billing: marked }, today)
  assert.deepEqual(
    [owed.amountDueSpecialCharacter, owed.disclaimer],
    ["<sup>2</sup>", "<p><sup>2</sup> Late</p>"],
  )
  const paid = paymentInfoOf({ billing: { ...marked, amountDue: 0, openAmounts: [] } }, today)
  assert.deepEqual([paid.amountDueSpecialCharacter, paid.disclaimer], ["", ""])
})

test("an amount below the gateways' minimum cannot be paid, and the reason is shown", () => {
  assert.equal(payNowBlock({ ...billing, amountDue: 50 }, today), null)
  const block = payNowBlock({ ...billing, amountDue: 49 }, today)
  assert.equal(
    block && blockedText(block),
    "Amounts under $0.50 cannot be paid here and are added to your next bill.",
  )
})

test("the remaining credit is the part that open bills do not use", () => {
  const left = (change: Partial<Billing>) => creditLeft({ ...billing, ...change })
  assert.deepEqual(
    [
      left({}),
      left({ billingCredit: 4249 }),
      left({ billingCredit: 4250 }),
      left({ billingCredit: 4251 }),
      left({ amountDue: 0, billingCredit: 14000 }),
      left({ adjustment: 5000, billingCredit: 250 }),
      left({ adjustment: -5000, billingCredit: 5000 }),
      left({ pastDueAmount: 1000, billingCredit: 6000 }),
    ],
    [0, 0, 0, 1, 14000, 1000, 0, 750],
  )
  // A payment that is not posted yet pays bills, and is not a credit.
  assert.equal(creditLeft(lessPaid(billing, payableAfter(billing.openAmounts, 4250))), 0)
})

test("bills of one due date are merged into one line, and the lines add up to what the bills owe", () => {
  const bill = fc.record({
    dueDate: fc.constantFrom("2026-02-28", "2026-03-20", "2026-04-20"),
    owed: fc.integer({ min: 1, max: 10_000 }),
  })
  fc.assert(
    fc.property(fc.array(bill), (bills) => {
      const merged = mergedByDueDate(bills)
      const dates = bills.map(({ dueDate }) => dueDate)
      assert.deepEqual(
        merged.map(({ dueDate }) => dueDate),
        [...new Set(dates)],
      )
      for (const { dueDate, owed } of merged) {
        const same = bills.filter((one) => one.dueDate === dueDate)
        assert.equal(
          owed,
          same.reduce((sum, one) => sum + one.owed, 0),
        )
      }
    }),
  )
})
