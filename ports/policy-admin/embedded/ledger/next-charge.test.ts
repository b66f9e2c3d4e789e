import assert from "node:assert/strict"
import { test } from "node:test"
import { issueBills } from "./billing.ts"
import { post } from "./book.ts"
import { nextBillToPay, nextCharge } from "./next-charge.ts"
import { type Book, emptyBook } from "./types.ts"

const terms = {
  isBilled: true,
  frequencyCode: "M",
  billingDay: 15,
  billedFrom: "2026-01-15",
  premium: 1_000,
  fee: 100,
}
const price = 1_100
type Question = Parameters<typeof nextCharge>[3]

function billed(...days: string[]): Book {
  return days.reduce((book, day) => issueBills(book, terms, day), emptyBook)
}

/** The day, the cents and the due dates of the next charge. */
function chargeOf(book: Book, question: Question, next = nextCharge) {
  const charge = next(book, book, terms, question)
  return charge && [charge.date, charge.amount, charge.dueDates]
}

const overdue = billed("2026-01-01", "2026-01-16")

test("today charges every bill that is due by today, and not the next one", () => {
  const all = ["2026-01-15", "2026-02-15"]
  assert.deepEqual(chargeOf(overdue, { today: "2026-02-20" }), ["2026-02-20", 2 * price, all])
  assert.deepEqual(chargeOf(overdue, { today: "2026-02-15" }), ["2026-02-15", 2 * price, all])
  const first = ["2026-02-14", price, ["2026-01-15"]]
  assert.deepEqual(chargeOf(overdue, { today: "2026-02-14" }), first)
})

test("a charge waits for the first date on which its bills reach the minimum", () => {
  const one = billed("2026-01-01")
  const today = "2026-01-02"
  const dateAt = (minimum: number) => chargeOf(one, { today, minimum })?.slice(0, 2)
  assert.deepEqual(dateAt(price), ["2026-01-15", price])
  assert.deepEqual(dateAt(price + 1), ["2026-02-15", 2 * price])
  assert.deepEqual(dateAt(2 * price), ["2026-02-15", 2 * price])
  assert.deepEqual(dateAt(2 * price + 1), ["2026-03-15", 3 * price])
})

test("a credit that covers sixty periods hides the next charge, and one of fewer does not", () => {
  const credited = (amount: number) =>
    post(emptyBook, { kind: "credit", id: "c", amount, on: "2026-01-01" })
  const today = "2026-01-02"
  const sixtieth = ["2030-12-15", 1, ["2030-12-15"]]
  assert.deepEqual(chargeOf(credited(60 * price - 1), { today }), sixtieth)
  assert.equal(chargeOf(credited(60 * price), { today }), undefined)
})

test("a charge has only the named bills, or all if the book knows none of them", () => {
  const today = "2026-02-20"
  const named = (...dueDates: string[]) => chargeOf(overdue, { today, dueDates })
  assert.deepEqual(named("2026-02-15"), [today, price, ["2026-02-15"]])
  assert.deepEqual(named("2026-01-15", "2026-03-15"), [today, price, ["2026-01-15"]])
  assert.deepEqual(named("2025-12-31"), [today, 2 * price, ["2026-01-15", "2026-02-15"]])
  const skipped = ["2026-01-15"]
  const loadedAgain = { today, dueDates: ["2025-12-31"], skipped }
  assert.deepEqual(chargeOf(overdue, loadedAgain), [today, price, ["2026-02-15"]])
})

test("the next charge of a later period counts money of the person and a credit apart", () => {
  const paid = post(emptyBook, { kind: "payment", id: "p", amount: 300, on: "2026-01-02" })
  const credited = post(paid, { kind: "credit", id: "c", amount: 200, on: "2026-01-03" })
  const next = nextCharge(credited, credited, terms, { today: "2026-01-04" })
  assert.deepEqual([next?.amount, next?.credit, next?.alreadyPaid], [600, 500, 300])
  assert.deepEqual(next?.billNumbers, [], "it has no bill yet")
  const period = post(emptyBook, { kind: "payment", id: "p", amount: price, on: "2026-01-02" })
  const more = post(period, { kind: "credit", id: "c", amount: 400, on: "2026-01-03" })
  const second = nextCharge(more, more, terms, { today: "2026-01-04" })
  assert.deepEqual([second?.amount, second?.credit, second?.alreadyPaid], [700, 400, 0])
})

test("a later bill of a skipped date is not charged", () => {
  const next = chargeOf(emptyBook, { today: "2026-01-02", skipped: ["2026-01-15"] })
  assert.deepEqual(next, ["2026-02-15", price, ["2026-02-15"]])
})

test("without auto pay a person pays the oldest open bill alone, also when others are overdue", () => {
  const next = (question: Question) => chargeOf(overdue, question, nextBillToPay)
  const today = "2026-02-20"
  assert.deepEqual(next({ today }), ["2026-01-15", price, ["2026-01-15"]])
  const skipped = ["2026-01-15"]
  assert.deepEqual(next({ today, skipped }), ["2026-02-15", price, ["2026-02-15"]])
  assert.deepEqual(next({ today: "2026-01-02" }), ["2026-01-15", price, ["2026-01-15"]])
  // The next period has begun, and has no bill yet.
  const late = chargeOf(billed("2026-01-01"), { today, skipped }, nextBillToPay)
  assert.deepEqual(late, [today, price, ["2026-02-15"]])
})
