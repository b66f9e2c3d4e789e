import assert from "node:assert/strict"
import { test } from "node:test"
import { isBilledOn } from "../../billing.ts"
import { openBills, settledOf } from "./balance.ts"
import { type LoadedBalance, openingOf } from "./opening.ts"
import { periodEnd } from "./periods.ts"

const nothing = { amountDue: 0, pastDueAmount: 0, adjustment: 0, billingCredit: 0 }

function opened(balance: Partial<LoadedBalance>, knownDay: number | null = null) {
  return openingOf({ frequencyCode: "M", dueDate: null, ...nothing, ...balance }, knownDay)
}

/** First and last day, open cents, and end of coverage of each open bill. */
function billsOf(balance: Partial<LoadedBalance>) {
  return openBills(opened(balance).book).map(({ bill, owed }) => {
    return [bill.periodFrom, bill.periodTo, owed, bill.coveredUntil]
  })
}

const bill = (dueDate: string, amountDue = 1_000) => ({ dueDate, amountDue })

for (const { title, balance, knownDay, billingDay } of [
  {
    title: "is the stated one with any dates",
    balance: { dueDate: "2026-04-15", billingDay: 31 },
    knownDay: 14,
    billingDay: 31,
  },
  {
    title: "is the known one if the dates match it",
    balance: { dueDate: "2026-02-28" },
    knownDay: 30,
    billingDay: 30,
  },
  {
    title: "comes from the dates if they do not match the known one",
    balance: { dueDate: "2026-02-28" },
    knownDay: 27,
    billingDay: 28,
  },
  {
    title: "is the largest day of the dates, including an earlier bill",
    balance: { dueDate: "2026-02-28", earlierBills: [bill("2026-01-30")] },
    knownDay: null,
    billingDay: 30,
  },
  {
    title: "is the largest day of the dates, including the next period",
    balance: { dueDate: "2026-02-28", billedThrough: "2026-03-30" },
    knownDay: null,
    billingDay: 31,
  },
  {
    title: "is the largest day of the dates, even between short months",
    balance: {
      dueDate: "2026-03-31",
      earlierBills: [bill("2026-02-28")],
      billedThrough: "2026-04-29",
    },
    knownDay: null,
    billingDay: 31,
  },
  {
    title: "comes from the next period if the dates match no day",
    balance: {
      dueDate: "2026-02-15",
      earlierBills: [bill("2026-01-31")],
      billedThrough: "2026-03-13",
    },
    knownDay: null,
    billingDay: 14,
  },
  { title: "is the known one without dates", balance: {}, knownDay: 17, billingDay: 17 },
  { title: "is unknown without dates", balance: {}, knownDay: null, billingDay: null },
]) {
  test(`the billing day ${title}`, () => {
    assert.equal(opened(balance, knownDay).billingDay, billingDay)
  })
}

test("a settled product is billed from its due date, or from the day after the last day billed", () => {
  const dueDate = "2026-04-15"
  assert.equal(opened({ dueDate }).billedFrom, dueDate)
  assert.equal(opened({ dueDate, billedThrough: "2026-07-14" }).billedFrom, "2026-07-15")
  const earlierBills = [bill("2026-03-15")]
  assert.equal(opened({ dueDate, amountDue: 500, earlierBills }).billedFrom, "2026-03-15")
  assert.equal(opened({}).billedFrom, null)
})

test("every unused cent of a credit or an adjustment becomes money of the product", () => {
  const due = { dueDate: "2026-04-15", amountDue: 1_000 }
  for (const [lowered, owed, left] of [
    [{ billingCredit: 999 }, 1, 0],
    [{ billingCredit: 1_000 }, 0, 0],
    [{ billingCredit: 1_001 }, 0, 1],
    [{ adjustment: 1_001 }, 0, 1],
    [{ adjustment: 700, billingCredit: 301 }, 0, 1],
    [{ adjustment: -1, billingCredit: 1_001 }, 0, 0],
  ] as const) {
    const { book } = opened({ ...due, ...lowered })
    const sum = openBills(book).reduce((cents, one) => cents + one.owed, 0)
    assert.deepEqual([sum, settledOf(book, null)], [owed, left])
  }
})

test("a listed bill ends at its own length, or the day before the next bill if that is earlier", () => {
  const earlierBills = [
    { ...bill("2026-01-15", 100), coveredUntil: "2026-03-01" },
    bill("2026-04-15", 200),
    bill("2026-05-10", 300),
  ]
  const newest = { dueDate: "2026-06-15", amountDue: 400, coveredUntil: "2026-08-01" }
  assert.deepEqual(billsOf({ ...newest, billingDay: 15, earlierBills }), [
    ["2026-01-15", "2026-02-14", 100, "2026-03-01"],
    ["2026-04-15", "2026-05-09", 200, null],
    ["2026-05-10", "2026-06-14", 300, null],
    ["2026-06-15", "2026-07-14", 400, "2026-08-01"],
  ])
})

test("the newest bill ends on the last day billed, but not after its own length", () => {
  const newest = { dueDate: "2026-06-15", amountDue: 400, billingDay: 15 }
  const endOf = (billedThrough: string) => billsOf({ ...newest, billedThrough })[0]?.[1]
  assert.equal(endOf("2026-07-10"), "2026-07-10")
  assert.equal(endOf("2026-07-14"), "2026-07-14")
  assert.equal(endOf("2026-08-14"), "2026-07-14")
})

test("the past-due amount is one bill with the due date, and the rest is the next bill", () => {
  const balance = { dueDate: "2026-03-15", coveredUntil: "2026-05-01", amountDue: 500 }
  const lowered = { adjustment: 100, billingCredit: 200 }
  assert.deepEqual(billsOf({ ...balance, ...lowered, pastDueAmount: 1 }), [
    ["2026-03-15", "2026-04-14", 1, "2026-05-01"],
    ["2026-04-15", "2026-05-14", 200, null],
  ])
  assert.deepEqual(billsOf({ ...balance, ...lowered, pastDueAmount: 0 }), [
    ["2026-03-15", "2026-04-14", 200, "2026-05-01"],
  ])
})

test("an adjustment that raises the amount owed is a bill, and a zero balance is not", () => {
  const balance = { dueDate: "2026-03-15" }
  assert.deepEqual(billsOf({ ...balance, adjustment: -1 }), [["2026-03-15", "2026-04-14", 1, null]])
  assert.deepEqual(opened(balance).book.bills, [])
  assert.deepEqual(opened({ ...balance, billingCredit: 100 }).book.bills, [])
})

test("a period that does not start on the billing day lasts at least fifteen days", () => {
  assert.equal(periodEnd("2026-01-30", "M", 14), "2026-02-13")
  assert.equal(periodEnd("2026-01-31", "M", 14), "2026-03-13")
  assert.equal(periodEnd("2026-01-31", "Q", 14), "2026-04-13")
})

test("a period can start on the billing day, or on the last day of a shorter month", () => {
  assert.deepEqual(
    [28, 29, 30, 31].map((day) => isBilledOn("2026-02-28", day)),
    [true, true, true, true],
  )
  assert.deepEqual(
    ["2026-02-27", "2026-03-30", "2026-03-31", "2026-04-30"].map((day) => isBilledOn(day, 31)),
    [false, false, true, true],
  )
})
