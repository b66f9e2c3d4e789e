import assert from "node:assert/strict"
import { test } from "node:test"
import type { Terms } from "./billing.ts"
import { addBill, post } from "./book.ts"
import { comingBills } from "./coming-bills.ts"
import { type Book, emptyBook } from "./types.ts"

const today = "2027-11-22"
const until = "2028-11-22"

const monthly: Terms = {
  ...{ isBilled: true, frequencyCode: "M", billingDay: 31, billedFrom: "2027-11-30" },
  ...{ premium: 1000, fee: 50 },
}

function daysOf(terms: Terms, book: Book = emptyBook, skipped: readonly string[] = []) {
  return comingBills({ book, terms, skipped }, { today, until }).bills.map((bill) => bill.dueDate)
}

test("COMING-01 monthly bills fall on the last day of short months, also of February in a leap year", () => {
  assert.deepEqual(daysOf(monthly), [
    ...["2027-11-30", "2027-12-31", "2028-01-31", "2028-02-29", "2028-03-31", "2028-04-30"],
    ...["2028-05-31", "2028-06-30", "2028-07-31", "2028-08-31", "2028-09-30", "2028-10-31"],
  ])
})

test("COMING-01 each frequency has its bills of twelve months, and an unknown frequency has no later bill", () => {
  const due = { ...monthly, billingDay: 15, billedFrom: "2027-12-15" }
  assert.deepEqual(daysOf({ ...due, frequencyCode: "Q" }), [
    ...["2027-12-15", "2028-03-15", "2028-06-15", "2028-09-15"],
  ])
  assert.deepEqual(daysOf({ ...due, frequencyCode: "S" }), ["2027-12-15", "2028-06-15"])
  assert.deepEqual(daysOf({ ...due, frequencyCode: "A" }), ["2027-12-15"])
  const unknown = { book: emptyBook, terms: { ...due, frequencyCode: "W" }, skipped: [] }
  assert.deepEqual(comingBills(unknown, { today, until }), { bills: [], isComplete: false })
  const ended = { ...unknown, terms: { ...due, isBilled: false } }
  assert.deepEqual(comingBills(ended, { today, until }), { bills: [], isComplete: false })
})

test("COMING-01 open bills come first, later ones are estimates, and a credit lowers them", () => {
  const bill = {
    ...{ number: 1, replaces: null, issuedOn: "2027-11-01", frequencyCode: "M" },
    ...{ periodFrom: "2027-11-10", periodTo: "2027-12-09", dueDate: "2027-11-10" },
    ...{ premium: 1000, fee: 0, adjustment: 0, credit: 0 },
  }
  const credit = { kind: "credit", id: "c", amount: 2500, on: today } as const
  const terms = { ...monthly, billingDay: 10, fee: 0 }
  const open = { book: addBill(emptyBook, bill), terms, skipped: ["2028-01-10"] }
  const [first, second, third] = comingBills(open, { today, until }).bills
  const estimate = { owed: 1000, isIssued: false, isSkipped: false }
  assert.deepEqual(first, { ...estimate, dueDate: "2027-11-10", isIssued: true })
  assert.deepEqual(second, { ...estimate, dueDate: "2027-12-10" })
  assert.deepEqual(third, { ...estimate, dueDate: "2028-01-10", isSkipped: true })
  const paid = { ...open, book: post(open.book, credit) }
  const [next] = comingBills(paid, { today, until }).bills
  assert.deepEqual(next, { ...estimate, dueDate: "2028-01-10", owed: 500, isSkipped: true })
})

test("COMING-01 a bill due on the last day is included, and one due a day later is not", () => {
  const lastBefore = (last: string) => {
    const { bills } = comingBills(
      { book: emptyBook, terms: monthly, skipped: [] },
      { today, until: last },
    )
    return bills.at(-1)?.dueDate
  }
  assert.equal(lastBefore("2028-02-29"), "2028-02-29")
  assert.equal(lastBefore("2028-02-28"), "2028-01-31")
})

test("COMING-01 a later bill of one cent is included, and one that a credit covers is not", () => {
  const firstAfter = (amount: number) => {
    const book = post(emptyBook, { kind: "credit", id: "c", amount, on: today })
    const [first] = comingBills({ book, terms: monthly, skipped: [] }, { today, until }).bills
    return first && [first.dueDate, first.owed]
  }
  assert.deepEqual(firstAfter(1049), ["2027-11-30", 1])
  assert.deepEqual(firstAfter(1050), ["2027-12-31", 1050])
})
