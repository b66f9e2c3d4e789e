import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { openBills, settledOf } from "./balance.ts"
import { issueBills } from "./billing.ts"
import { post } from "./book.ts"
import { ledgerNextCharge, nextBillToPay } from "./next-charge.ts"
import { type Book, emptyBook, type Fact } from "./types.ts"

const terms = {
  isBilled: true,
  frequencyCode: "M",
  billingDay: 15,
  billedFrom: "2026-01-15",
  premium: 1_000,
  fee: 100,
}
const price = 1_100
type Question = Parameters<typeof ledgerNextCharge>[3]

function billed(...days: string[]): Book {
  return days.reduce((book, day) => issueBills(book, terms, day), emptyBook)
}

/** The day, cents and due dates of the next charge. */
function chargeOf(book: Book, question: Question, next = ledgerNextCharge) {
  const charge = next(book, book, terms, question)
  return charge && [charge.date, charge.amount, charge.dueDates]
}

const overdue = billed("2026-01-01", "2026-01-16")

test("a charge today includes every bill due by today, and not the next one", () => {
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

test("a charge includes only the named bills, or all bills if the book has none of them", () => {
  const today = "2026-02-20"
  const named = (...dueDates: string[]) => chargeOf(overdue, { today, dueDates })
  assert.deepEqual(named("2026-02-15"), [today, price, ["2026-02-15"]])
  assert.deepEqual(named("2026-01-15", "2026-03-15"), [today, price, ["2026-01-15"]])
  assert.deepEqual(named("2025-12-31"), [today, 2 * price, ["2026-01-15", "2026-02-15"]])
  const skipped = ["2026-01-15"]
  const loadedAgain = { today, dueDates: ["2025-12-31"], skipped }
  assert.deepEqual(chargeOf(overdue, loadedAgain), [today, price, ["2026-02-15"]])
})

test("the next charge of a later period separates the person's own money from credits", () => {
  const paid = post(emptyBook, { kind: "payment", id: "p", amount: 300, on: "2026-01-02" })
  const credited = post(paid, { kind: "credit", id: "c", amount: 200, on: "2026-01-03" })
  const next = ledgerNextCharge(credited, credited, terms, { today: "2026-01-04" })
  assert.deepEqual([next?.amount, next?.credit, next?.alreadyPaid], [600, 500, 300])
  assert.deepEqual(next?.billNumbers, [], "it has no bill yet")
  const period = post(emptyBook, { kind: "payment", id: "p", amount: price, on: "2026-01-02" })
  const more = post(period, { kind: "credit", id: "c", amount: 400, on: "2026-01-03" })
  const second = ledgerNextCharge(more, more, terms, { today: "2026-01-04" })
  assert.deepEqual([second?.amount, second?.credit, second?.alreadyPaid], [700, 400, 0])
})

test("a later bill with a skipped date is not charged", () => {
  const next = chargeOf(emptyBook, { today: "2026-01-02", skipped: ["2026-01-15"] })
  assert.deepEqual(next, ["2026-02-15", price, ["2026-02-15"]])
})

test("without auto pay, a person pays only the oldest open bill, also when others are overdue", () => {
  const next = (question: Question) => chargeOf(overdue, question, nextBillToPay)
  const today = "2026-02-20"
  assert.deepEqual(next({ today }), ["2026-01-15", price, ["2026-01-15"]])
  const skipped = ["2026-01-15"]
  assert.deepEqual(next({ today, skipped }), ["2026-02-15", price, ["2026-02-15"]])
  assert.deepEqual(next({ today: "2026-01-02" }), ["2026-01-15", price, ["2026-01-15"]])
  // The next period has begun and has no bill yet.
  const late = chargeOf(billed("2026-01-01"), { today, skipped }, nextBillToPay)
  assert.deepEqual(late, [today, price, ["2026-02-15"]])
})

test("AGREED-05 a charge settles its own bills, and leaves a skipped one open", () => {
  const book = billed("2026-01-01", "2026-01-16")
  const skipped = ["2026-01-15"]
  const next = ledgerNextCharge(book, book, terms, { today: "2026-02-15", skipped })
  assert.deepEqual([next?.date, next?.amount, next?.billNumbers], ["2026-02-15", 1_100, [2]])
  const lot = { kind: "payment", id: "p", amount: 1_100, on: "2026-02-15" } as const
  const paid = post(book, { ...lot, billNumbers: next?.billNumbers ?? [] })
  assert.deepEqual(
    openBills(paid).map(({ bill }) => bill.number),
    [1],
  )
  const returned = post(paid, {
    kind: "return",
    id: "p",
    paymentId: "p",
    amount: 0,
    on: "2026-02-20",
    reopens: true,
  })
  assert.deepEqual(
    openBills(returned).map(({ bill, owed }) => [bill.number, owed]),
    [
      [1, 1_100],
      [2, 1_100],
    ],
  )
  const surplus = post(book, { ...lot, amount: 1_500, billNumbers: [2] })
  assert.deepEqual([settledOf(surplus, 1), settledOf(surplus, 2)], [400, 1_100])
})

test("AGREED-01 the next charge leaves out a bill that was paid early", () => {
  const [bill] = billed("2026-01-01").bills
  assert.ok(bill)
  const loaded = { ...emptyBook, bills: [{ ...bill, issuedOn: "2025-12-16" }] }
  const paid = post(loaded, { kind: "payment", id: "p", amount: 1_100, on: "2025-12-01" })
  const next = ledgerNextCharge(paid, paid, terms, { today: "2025-12-05" })
  assert.deepEqual([next?.dueDates, next?.amount], [["2026-02-15"], 1_100])
})

test("AGREED-05 payments that name bills result in the same book in any order", () => {
  const book = billed("2026-01-01", "2026-01-16", "2026-02-16", "2026-03-16")
  const payment = (id: string): fc.Arbitrary<Fact> =>
    fc.record({
      kind: fc.constant("payment"),
      id: fc.constant(id),
      amount: fc.integer({ min: 1, max: 14 }).map((dollars) => 100 * dollars),
      on: fc.constantFrom("2026-03-11", "2026-03-15", "2026-04-12", "2026-05-18"),
      billNumbers: fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 1 }),
    })
  const back = { kind: "return", id: "p2", paymentId: "p2", amount: 0, reopens: true } as const
  const some = fc.tuple(
    ...["p1", "p2", "p3", "p4"].map(payment),
    fc.constantFrom<Fact | null>(null, { ...back, on: "2026-06-11" }),
  )
  const inOrder = some
    .map((facts) => facts.filter((fact) => fact !== null))
    .chain((facts) =>
      fc.tuple(fc.constant(facts), fc.shuffledSubarray(facts, { minLength: facts.length })),
    )
  const settledAfter = (order: readonly Fact[]) => {
    const after = order.reduce(post, book)
    return [1, 2, 3, 4, null].map((bill) => settledOf(after, bill))
  }
  fc.assert(
    fc.property(inOrder, ([facts, shuffled]) => {
      assert.deepEqual(settledAfter(shuffled), settledAfter(facts))
    }),
    { numRuns: 600 },
  )
})

test("AGREED-05 the next charge separates a payment of its bill from a credit", () => {
  const book = billed("2026-01-01")
  const paid = post(book, { kind: "payment", id: "p", amount: 300, on: "2026-01-02" })
  const credited = post(paid, { kind: "credit", id: "c", amount: 200, on: "2026-01-03" })
  const next = ledgerNextCharge(credited, credited, terms, { today: "2026-01-15" })
  assert.deepEqual([next?.amount, next?.credit, next?.alreadyPaid], [600, 500, 300])
})
