import assert from "node:assert/strict"
import { test } from "node:test"
import { openBills, settledOf } from "./balance.ts"
import { issueBills } from "./billing.ts"
import { post } from "./book.ts"
import { openingOf } from "./opening.ts"
import { addCountedPayment, bookAsOf, type PostedLot } from "./refresh.ts"
import type { Book, Reversal } from "./types.ts"

const amount = 4_275
const none = { pastDueAmount: 0, adjustment: 0, billingCredit: 0 }
/** The figures of a product that is billed monthly from April 15. */
const opened = (amountDue: number) =>
  openingOf({ ...none, frequencyCode: "M", dueDate: "2026-04-15", amountDue })
const owed = (book: Book) => openBills(book).reduce((sum, bill) => sum + bill.owed, 0)

const payment = { kind: "payment", id: "p", amount, on: "2026-03-10" } as const
const lot = (isLater: boolean, change: Partial<PostedLot> = {}): PostedLot => ({
  ...{ ...payment, isLater, dueDates: [] },
  ...change,
})
const refund = (id: string, cents: number, reopens: boolean): Reversal => ({
  ...{ kind: "refund", id, paymentId: "p", amount: cents, on: "2026-03-12", reopens },
})
const failureOf = (of: Reversal): Reversal => ({ ...of, kind: "refundFailure", on: "2026-03-14" })
const openedAgain = (of: Reversal): Reversal => ({
  ...{ kind: "correctionReversal", id: `bill of ${of.id}`, paymentId: of.id },
  ...{ amount: of.amount, on: "2026-03-16", reopens: true },
})
const taken: Reversal = {
  ...{ kind: "return", id: "p", paymentId: "p", amount: 0, on: "2026-03-20", reopens: true },
}

const opens = refund("opens", 700, true)
const stays = refund("stays", 500, false)
for (const [title, reversals] of Object.entries({
  "a return": [taken],
  "a refund": [opens],
  "a refund and a return": [opens, taken],
  "a failed refund and a return": [opens, failureOf(opens), taken],
  "a failed refund that stayed paid": [stays, failureOf(stays), taken],
  "a refund that stayed paid, whose bill was opened": [stays, openedAgain(stays), taken],
  "a return before the bill of a refund was opened": [stays, taken, openedAgain(stays)],
  "two refunds": [opens, stays, openedAgain(stays), taken],
  "two refunds in the other order": [stays, opens, taken, openedAgain(stays)],
})) {
  test(`REFRESH-04 figures of any moment include ${title} once`, () => {
    const first = opened(amount).book
    const facts = [payment, ...reversals]
    const last = owed(facts.reduce(post, first))
    for (const cut of [...facts.keys(), facts.length]) {
      const figures = opened(owed(facts.slice(0, cut).reduce(post, first)))
      const posted = {
        lots: [lot(cut < 1)],
        reversals: reversals.map((one, index) => ({ ...one, isLater: index + 1 >= cut })),
      }
      assert.equal(owed(bookAsOf(figures, posted)), last, `after ${cut} of ${facts.length}`)
    }
  })
}

test("each payment that the figures include has a separate bill before theirs", () => {
  const { book, billedFrom } = opened(amount)
  const other = { ...payment, id: "other" }
  const two = [payment, other].reduce(
    (before, one) => addCountedPayment(before, one, billedFrom, []),
    book,
  )
  assert.deepEqual([owed(two), new Set(two.bills.map(({ number }) => number)).size], [amount, 3])
  assert.deepEqual([settledOf(two, 0), settledOf(two, -1), settledOf(two, 1)], [amount, amount, 0])
  assert.equal(addCountedPayment(two, payment, billedFrom, []), two)
})

test("a payment that the figures include does not change the next period, whether it is known or not", () => {
  const terms = { isBilled: true, frequencyCode: "M", billingDay: 15, premium: amount, fee: 0 }
  const daysOf = (dueDate: string | null) => {
    const { book, billedFrom } = openingOf({ ...none, frequencyCode: "M", dueDate, amountDue: 0 })
    const counted = addCountedPayment(book, payment, billedFrom, [])
    const billed = issueBills(counted, { ...terms, billedFrom }, "2026-04-01")
    return openBills(billed).map(({ bill }) => bill.dueDate)
  }
  assert.deepEqual(daysOf("2026-04-15"), ["2026-04-15"])
  assert.deepEqual(daysOf(null), [])
})

test("a refund that the figures include settles none of their bills", () => {
  const { book, billedFrom } = opened(amount)
  const counted = addCountedPayment(book, payment, billedFrom, [opens])
  assert.deepEqual([owed(counted), settledOf(counted, null)], [amount, 0])
})

test("a failed refund gives nothing back if the refund is unknown", () => {
  const { book, billedFrom } = opened(0)
  const counted = addCountedPayment(book, payment, billedFrom, [failureOf(opens)])
  assert.equal(owed(post(counted, taken)), amount)
})

test("REFRESH-05 a later write-off settles the bill with its due date, and is left out if there is none", () => {
  const earlierBills = [{ dueDate: "2026-03-15", amountDue: 1_000 }]
  const balance = { ...none, frequencyCode: "M", dueDate: "2026-04-15", amountDue: 1_000 }
  const figures = openingOf({ ...balance, earlierBills })
  const off = { kind: "writeOff", id: "w", amount: 1_000 } as const
  const openAfter = (dueDates: string[]) => {
    const book = bookAsOf(figures, { lots: [lot(true, { ...off, dueDates })], reversals: [] })
    return openBills(book).map(({ bill }) => bill.dueDate)
  }
  assert.deepEqual(openAfter(["2026-04-15"]), ["2026-03-15"])
  assert.deepEqual(openAfter(["2026-02-15"]), ["2026-03-15", "2026-04-15"])
})

test("REFRESH-03 a later payment settles the bills with its due dates, or else the oldest", () => {
  const earlierBills = [{ dueDate: "2026-03-15", amountDue: 1_000 }]
  const balance = { ...none, frequencyCode: "M", dueDate: "2026-04-15", amountDue: 1_000 }
  const figures = openingOf({ ...balance, earlierBills })
  const openAfter = (dueDates: string[]) => {
    const lots = [lot(true, { amount: 1_000, dueDates })]
    return openBills(bookAsOf(figures, { lots, reversals: [] })).map(({ bill }) => bill.dueDate)
  }
  assert.deepEqual(openAfter(["2026-04-15"]), ["2026-03-15"])
  assert.deepEqual(openAfter([]), ["2026-04-15"])
  assert.deepEqual(openAfter(["2026-02-15"]), ["2026-04-15"])
})

test("REFRESH-04 a reversal of another payment has no effect", () => {
  const lots = [lot(false), lot(false, { id: "other" })]
  const refunded = { ...stays, paymentId: "other", isLater: false }
  const reversals = [refunded, { ...openedAgain(stays), isLater: true }]
  const book = bookAsOf(opened(0), { lots, reversals })
  assert.equal(owed(book), stays.amount)
  assert.deepEqual(new Set(book.entries.map((entry) => entry.lot)), new Set(["other", "stays"]))
})

test("figures do not change while nothing that they include is taken back", () => {
  const { book, billedFrom, billingDay } = opened(amount)
  const reversals = [{ ...opens, isLater: false }]
  const after = bookAsOf({ book, billedFrom, billingDay }, { lots: [lot(false)], reversals })
  assert.deepEqual([after.bills, after.entries], [book.bills, book.entries])
})
