import assert from "node:assert/strict"
import { test } from "node:test"
import { openBills, settledOf, standingBills, stateOf } from "./balance.ts"
import { dueBills, issueBills, reprice, type Terms } from "./billing.ts"
import { addBill, post } from "./book.ts"
import { openingOf } from "./opening.ts"
import { periodEnd } from "./periods.ts"
import { type Book, emptyBook, type Fact } from "./types.ts"

const monthly: Terms = {
  isBilled: true,
  frequencyCode: "M",
  billingDay: 15,
  billedFrom: "2026-03-15",
  premium: 4_275,
  fee: 0,
}
const quarterly = { ...monthly, frequencyCode: "Q", premium: 12_825 }

function pay(book: Book, id: string, amount: number, on: string): Book {
  return post(book, { kind: "payment", id, amount, on })
}

function takeBack(book: Book, id: string, on: string): Book {
  return post(book, { kind: "return", id, paymentId: id, amount: 0, on, reopens: true })
}

function owed(book: Book): [string, number][] {
  return openBills(book).map((open) => [open.bill.dueDate, open.owed])
}

const refundOn = (on: string) =>
  ({ kind: "refund", id: "r", paymentId: "p", amount: 1_000, on }) as const

test("a return makes the bill due that the payment had settled, and makes no later bill due early", () => {
  let book = issueBills(emptyBook, monthly, "2026-03-01")
  book = pay(book, "auto pay", 4_275, "2026-03-15")
  book = issueBills(book, monthly, "2026-03-20")
  book = takeBack(book, "auto pay", "2026-03-21")
  assert.deepEqual(owed(book), [
    ["2026-03-15", 4_275],
    ["2026-04-15", 4_275],
  ])
  const due = dueBills(book, "2026-03-21")
  assert.deepEqual(
    due.map(({ bill, owed: cents }) => [bill.dueDate, cents]),
    [["2026-03-15", 4_275]],
  )
})

test("a customer who pays late is billed for every period", () => {
  let book = issueBills(emptyBook, monthly, "2026-03-01")
  for (const day of ["2026-04-10", "2026-05-10", "2026-06-16"])
    book = issueBills(book, monthly, day)
  book = pay(book, "late", 4_275, "2026-06-16")
  assert.deepEqual(owed(book), [
    ["2026-04-15", 4_275],
    ["2026-05-15", 4_275],
    ["2026-06-15", 4_275],
    ["2026-07-15", 4_275],
  ])
})

test("a surplus payment pays for one period, not two", () => {
  let book = issueBills(emptyBook, monthly, "2026-03-01")
  book = pay(book, "first", 4_275, "2026-03-02")
  book = pay(book, "second", 4_275, "2026-03-03")
  assert.equal(settledOf(book, null), 4_275)
  book = issueBills(book, monthly, "2026-03-20")
  assert.equal(settledOf(book, null), 0)
  assert.deepEqual(owed(book), [])
  book = issueBills(book, monthly, "2026-04-20")
  assert.deepEqual(owed(book), [["2026-05-15", 4_275]])
})

test("a change of auto pay or frequency erases no debt", () => {
  const onAutoPay = { ...monthly, fee: 150 }
  let book = issueBills(emptyBook, onAutoPay, "2026-03-01")
  book = pay(book, "auto pay", 4_425, "2026-03-15")
  book = issueBills(book, onAutoPay, "2026-03-20")
  book = takeBack(book, "auto pay", "2026-03-21")
  book = reprice(book, monthly, "2026-03-22")
  assert.deepEqual(owed(book), [
    ["2026-03-15", 4_425],
    ["2026-04-15", 4_275],
  ])
  assert.equal(reprice(book, quarterly, "2026-04-15"), book, "the current bill is due")
})

test("a frequency change followed by a return bills every period exactly once", () => {
  let book = issueBills(emptyBook, quarterly, "2026-03-01")
  book = pay(book, "quarter", 12_825, "2026-03-15")
  book = reprice(book, monthly, "2026-03-20")
  book = takeBack(book, "quarter", "2026-03-25")
  book = pay(book, "again", 12_825, "2026-03-26")
  assert.deepEqual(owed(book), [])
  book = issueBills(book, monthly, "2026-06-01")
  assert.deepEqual(owed(book), [["2026-06-15", 4_275]])

  book = issueBills(emptyBook, monthly, "2026-03-01")
  book = pay(book, "month", 4_275, "2026-03-10")
  book = reprice(book, quarterly, "2026-03-11")
  book = takeBack(book, "month", "2026-03-12")
  book = issueBills(book, quarterly, "2026-04-01")
  assert.deepEqual(owed(book), [
    ["2026-03-15", 4_275],
    ["2026-04-15", 12_825],
  ])
  assert.equal(standingBills(book).at(-1)?.periodTo, "2026-07-14")
})

test("a product loaded as paid is billed from its next period", () => {
  let book: Book = emptyBook
  const issuedOn: string[] = []
  let today = Temporal.PlainDate.from("2026-02-01")
  for (; today.toString() < "2026-06-16"; today = today.add({ days: 1 })) {
    const billed = issueBills(book, monthly, today.toString())
    if (billed !== book) issuedOn.push(today.toString())
    book = pay(billed, `p${today}`, owed(billed).at(0)?.[1] ?? 0, today.toString())
  }
  assert.deepEqual(issuedOn, ["2026-02-13", "2026-03-16", "2026-04-15", "2026-05-16", "2026-06-15"])
})

test("periods end the day before the billing day, or before the last day of a shorter month", () => {
  assert.equal(periodEnd("2026-01-31", "M", 31), "2026-02-27")
  assert.equal(periodEnd("2026-02-28", "M", 31), "2026-03-30")
  assert.equal(periodEnd("2024-01-31", "M", 31), "2024-02-28")
  assert.equal(periodEnd("2024-02-29", "A", 29), "2025-02-27")
  assert.equal(periodEnd("2027-02-28", "A", 29), "2028-02-28")
  assert.equal(periodEnd("2026-03-15", "Q", 15), "2026-06-14")
  assert.equal(periodEnd("2026-03-15", "S", 15), "2026-09-14")
  assert.equal(periodEnd("2026-03-15", "BI-WEEKLY", 15), null)
})

test("a return undoes everything that the payment settled, including bills that its surplus settled", () => {
  let book = issueBills(emptyBook, monthly, "2026-03-01")
  book = pay(book, "too much", 5_000, "2026-03-10")
  book = issueBills(book, monthly, "2026-03-20")
  assert.deepEqual(owed(book), [["2026-04-15", 3_550]])
  book = takeBack(book, "too much", "2026-03-25")
  assert.deepEqual(owed(book), [
    ["2026-03-15", 4_275],
    ["2026-04-15", 4_275],
  ])
})

test("a return that arrives first waits for its payment", () => {
  const billed = issueBills(emptyBook, monthly, "2026-03-01")
  const early = takeBack(billed, "p", "2026-03-12")
  assert.deepEqual(early.entries, [])
  const book = pay(early, "p", 4_275, "2026-03-10")
  assert.deepEqual(
    book.entries.map(({ number, kind, billNumber, amount }) => [number, kind, billNumber, amount]),
    [
      [1, "payment", 1, 4_275],
      [2, "return", 1, -4_275],
    ],
  )
  assert.equal(takeBack(book, "p", "2026-03-12"), book)
  assert.equal(pay(book, "p", 4_275, "2026-03-10"), book)
})

test("a refund reopens the bill, or a credit keeps it settled", () => {
  const paid = pay(issueBills(emptyBook, monthly, "2026-03-01"), "p", 4_275, "2026-03-10")
  const refund = refundOn("2026-03-12")
  assert.deepEqual(owed(post(paid, { ...refund, reopens: true })), [["2026-03-15", 1_000]])
  const credited = post(paid, { ...refund, reopens: false })
  assert.deepEqual(owed(credited), [])
  assert.deepEqual(
    credited.entries.slice(1).map(({ kind, lot, amount }) => [kind, lot, amount]),
    [
      ["refund", "p", -1_000],
      ["credit", "r", 1_000],
    ],
  )
})

test("REFUND-01 a refund with a credit makes nothing due, in any order of refunds", () => {
  let paid = emptyBook
  for (const day of ["2026-02-20", "2026-03-20"]) paid = issueBills(paid, monthly, day)
  paid = pay(paid, "p", 8_550, "2026-04-01")
  const on = "2026-04-20"
  for (const [id, other] of [
    ["1", "2"],
    ["2", "1"],
  ] as const) {
    const refund = { kind: "refund", paymentId: "p" } as const
    const opened = { ...refund, id, amount: 2_000, on, reopens: true }
    const stays = { ...refund, id: other, amount: 5_000, on, reopens: false }
    const later = { ...stays, on: "2026-04-21" }
    const before = { ...stays, on: "2026-04-19" }
    for (const facts of [
      [opened, stays],
      [stays, opened],
      [opened, later],
      [before, opened],
    ]) {
      assert.deepEqual(owed(facts.reduce(post, paid)), [["2026-04-15", 2_000]])
    }
  }
})

test("REFUND-01 a refund with a credit keeps a bill settled that the payment settled on the same day", () => {
  const book = pay(issueBills(emptyBook, monthly, "2026-03-01"), "p", 5_000, "2026-03-10")
  const on = "2026-03-20"
  const refund = {
    kind: "refund",
    id: "r",
    paymentId: "p",
    amount: 1_000,
    on,
    reopens: false,
  } as const
  const billed = issueBills(book, monthly, on)
  assert.deepEqual(owed(billed), [["2026-04-15", 3_550]])
  const after = post(billed, refund)
  assert.deepEqual(owed(after), owed(billed))
  assert.deepEqual(owed(takeBack(after, "p", on)), [
    ["2026-03-15", 4_000],
    ["2026-04-15", 3_550],
  ])
})

test("a write-off settles its bill, and the entries record it as a write-off", () => {
  const book = issueBills(emptyBook, monthly, "2026-03-01")
  const off = post(book, {
    kind: "writeOff",
    id: "w",
    amount: 4_275,
    on: "2026-05-01",
    billNumber: 1,
  })
  assert.deepEqual(owed(off), [])
  const [bill] = off.bills
  assert.ok(bill)
  assert.deepEqual([stateOf(book, bill), stateOf(off, bill)], ["open", "writtenOff"])
})

test("a write-off keeps its bill when an earlier payment is reported late", () => {
  const issued = issueBills(issueBills(emptyBook, monthly, "2026-03-01"), monthly, "2026-04-20")
  const amount = 4_275
  const writeOff = { kind: "writeOff", id: "w", amount, on: "2026-05-01", billNumber: 1 } as const
  const paid = pay(issued, "p", amount, "2026-04-21")
  const late = post(pay(post(issued, writeOff), "p", amount, "2026-04-21"), writeOff)
  const early = post(paid, writeOff)
  for (const book of [late, early]) {
    assert.deepEqual(owed(takeBack(book, "p", "2026-04-30")), [
      ["2026-04-15", amount],
      ["2026-05-15", amount],
    ])
  }
})

test("the part of a credit that a new price does not use stays with the product", () => {
  const bill = {
    number: 1,
    replaces: null,
    issuedOn: "2026-03-01",
    periodFrom: "2026-03-15",
    periodTo: "2026-06-14",
    dueDate: "2026-03-15",
    frequencyCode: "Q",
    premium: 12_825,
    fee: 0,
    adjustment: 0,
    credit: 5_000,
  }
  const book = reprice({ ...emptyBook, bills: [bill] }, monthly, "2026-03-02")
  assert.deepEqual(owed(book), [])
  assert.equal(settledOf(book, null), 725)
})

test("a bill loaded before its issue day and repriced takes no money from later bills", () => {
  const loaded = { ...emptyBook, bills: issueBills(emptyBook, monthly, "2026-02-20").bills }
  const opening = loaded.bills.map((bill) => ({ ...bill, issuedOn: "2026-02-13" }))
  let book = reprice({ ...loaded, bills: opening }, { ...monthly, fee: 125 }, "2026-02-01")
  book = pay(book, "first", 4_400, "2026-02-02")
  book = issueBills(book, monthly, "2026-03-20")
  book = pay(book, "second", 4_275, "2026-03-21")
  assert.deepEqual(owed(book), [])
  assert.equal(settledOf(book, 1), 0)
})

test("a loaded bill due in two months stays paid when its money is refunded with a credit", () => {
  const loaded = {
    ...{ frequencyCode: "M", dueDate: "2026-05-15", amountDue: 4_275 },
    ...{ pastDueAmount: 0, adjustment: 0, billingCredit: 0 },
  }
  let book = pay(openingOf(loaded).book, "early", 4_275, "2026-03-10")
  const refund = { kind: "refund", id: "refund", paymentId: "early", amount: 4_275 } as const
  book = post(book, { ...refund, on: "2026-03-12", reopens: false })
  assert.deepEqual(owed(book), [])
})

test("a payment, the credit of its refund and the reversal of that credit on one day leave the bill open", () => {
  const on = "2026-03-02"
  let book = pay(issueBills(emptyBook, monthly, on), "paid", 4_275, on)
  const refund = { kind: "refund", id: "refund", paymentId: "paid", amount: 4_275 } as const
  book = post(book, { ...refund, on, reopens: false })
  assert.deepEqual(owed(book), [])
  const reversal = { kind: "correctionReversal", id: "a reversal", paymentId: "refund" } as const
  book = post(book, { ...reversal, amount: 4_275, on, reopens: true })
  assert.deepEqual(owed(book), [["2026-03-15", 4_275]])
})

test("REFUND-01 CORRECTION-01 a credit on the same day does not move the bill of a refunded payment, with any ids", () => {
  const on = "2026-03-02"
  for (const paymentId of ["a payment", "the payment"]) {
    let book = pay(issueBills(emptyBook, monthly, on), paymentId, 4_275, on)
    const refund = { kind: "refund", id: "refund", paymentId, amount: 4_275 } as const
    book = post(book, { ...refund, on, reopens: false })
    book = post(book, { kind: "credit", id: "the credit", amount: 700, on })
    assert.equal(settledOf(book, null), 700)
    const reversal = {
      kind: "correctionReversal",
      id: "reversal",
      paymentId: "the credit",
    } as const
    book = post(book, { ...reversal, amount: 700, on, reopens: true })
    assert.deepEqual(owed(book), [])
  }
})

test("money settles a bill, and only the bill's own write-off writes it off", () => {
  const one = issueBills(emptyBook, monthly, "2026-03-01")
  const stateOfFirst = (book: Book) => {
    const [bill] = standingBills(book)
    return bill && stateOf(book, bill)
  }
  const writtenOff = { kind: "writeOff", id: "small", on: "2026-03-02", billNumber: 1 } as const
  assert.equal(stateOfFirst(one), "open")
  assert.equal(stateOfFirst(pay(one, "all but a cent", 4_274, "2026-03-15")), "open")
  assert.equal(stateOfFirst(pay(one, "all", 4_275, "2026-03-15")), "settled")
  const part = post(one, { ...writtenOff, amount: 1 })
  assert.equal(stateOfFirst(part), "open")
  assert.equal(stateOfFirst(pay(part, "the rest", 4_274, "2026-03-15")), "writtenOff")
  const two = issueBills(pay(one, "all", 4_275, "2026-03-15"), monthly, "2026-03-20")
  assert.equal(
    stateOfFirst(post(two, { ...writtenOff, amount: 1, billNumber: 2, on: "2026-03-21" })),
    "settled",
  )
})

for (const [what, parts] of [
  ["credit", { credit: 5_000 }],
  ["lowering adjustment", { adjustment: -5_000 }],
] as const) {
  test(`a lower price uses a bill's ${what} for premium and fee, and leaves the rest to the product`, () => {
    const [bill] = issueBills(emptyBook, { ...monthly, premium: 6_000 }, "2026-03-01").bills
    assert.ok(bill)
    const terms = { ...monthly, premium: 3_000, fee: 200 }
    const after = reprice(addBill(emptyBook, { ...bill, ...parts }), terms, "2026-03-02")
    assert.deepEqual([owed(after), settledOf(after, null)], [[], 1_800])
  })
}

test("a reversal dated before its payment takes effect on the payment's day", () => {
  const paid = pay(issueBills(emptyBook, monthly, "2026-03-01"), "p", 4_275, "2026-03-10")
  const refund = refundOn("2026-03-08")
  const opens = { ...refund, reopens: true }
  const stays = { ...refund, reopens: false }
  const failure = { ...opens, kind: "refundFailure", on: "2026-03-09" } as const
  const opened = { kind: "correctionReversal", id: "o", paymentId: "r", amount: 1_000 } as const
  const openedEarly = { ...opened, on: "2026-03-09", reopens: true }
  const sumAfter = (...facts: Fact[]) =>
    owed(facts.reduce(post, paid)).reduce((sum, [, cents]) => sum + cents, 0)
  assert.equal(sumAfter(opens), 1_000)
  assert.equal(sumAfter(opens, failure), 0)
  assert.equal(sumAfter(stays), 0)
  assert.equal(sumAfter(stays, openedEarly), 1_000)
  assert.equal(owed(takeBack(paid, "p", "2026-03-08"))[0]?.[1], 4_275)
  assert.equal(owed(takeBack(post(paid, stays), "p", "2026-03-10"))[0]?.[1], 3_275)
})

test("refunds of two payments reopen and keep only the bills of their own payment", () => {
  let book = issueBills(emptyBook, monthly, "2026-03-01")
  book = pay(book, "first", 4_275, "2026-03-10")
  book = pay(issueBills(book, monthly, "2026-03-20"), "second", 4_275, "2026-04-10")
  const refund = { kind: "refund", amount: 1_000, on: "2026-04-12" } as const
  book = post(book, { ...refund, id: "stays", paymentId: "second", reopens: false })
  book = post(book, { ...refund, id: "opens", paymentId: "first", reopens: true })
  assert.deepEqual(owed(book), [["2026-03-15", 1_000]])
})
