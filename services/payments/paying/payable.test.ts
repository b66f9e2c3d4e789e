import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { openBillsOf } from "#ports/policy-admin/embedded/bills.ts"
import { standingBills } from "#ports/policy-admin/embedded/ledger/balance.ts"
import { addBill, post } from "#ports/policy-admin/embedded/ledger/book.ts"
import {
  type Bill,
  type Book,
  emptyBook,
  type Fact,
} from "#ports/policy-admin/embedded/ledger/types.ts"
import type { LedgerEntry, OpenBill } from "#ports/policy-admin/port.ts"
import {
  type AcceptedPayment,
  movedPayments,
  type PaidBill,
  paidBills,
  payableBills,
} from "./payable.ts"

type Act =
  | { does: "bill"; amount: number; isSameDay: boolean }
  | { does: "pay"; bills: number; isElsewhere: boolean; isNamed: boolean }
  | { does: "return"; payment: number }
  | { does: "refund"; payment: number; part: number; reopens: boolean }
  | { does: "refundFails"; refund: number }
  | { does: "reprice"; bill: number; amount: number }
  | { does: "credit"; amount: number }
  | { does: "writeOff"; bill: number; part: number }
  | { does: "takeBack"; correction: number }
  | { does: "load" }

const cents = fc.integer({ min: 50, max: 200 })
const index = fc.nat({ max: 9 })
const part = fc.integer({ min: 1, max: 100 })
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant("bill" as const),
      amount: cents,
      isSameDay: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant("pay" as const),
      bills: fc.integer({ min: 1, max: 4 }),
      isElsewhere: fc.boolean(),
      isNamed: fc.boolean(),
    }),
  },
  fc.record({ does: fc.constant("return" as const), payment: index }),
  fc.record({ does: fc.constant("refund" as const), payment: index, part, reopens: fc.boolean() }),
  fc.record({ does: fc.constant("refundFails" as const), refund: index }),
  fc.record({ does: fc.constant("reprice" as const), bill: index, amount: cents }),
  fc.record({ does: fc.constant("credit" as const), amount: cents }),
  fc.record({ does: fc.constant("writeOff" as const), bill: index, part }),
  fc.record({ does: fc.constant("takeBack" as const), correction: index }),
  fc.record({ does: fc.constant("load" as const) }),
)

/** A product in the embedded account system, and our payments of it. */
function productOfTest() {
  let book: Book = emptyBook
  const done: { lot: string; enter: (book: Book) => Book }[] = []
  const payments: (AcceptedPayment & { isReturned: boolean })[] = []
  const refunds: {
    id: string
    payment: string
    amount: number
    hasFailed: boolean
    reopens: boolean
  }[] = []
  const corrections: { id: string; amount: number; isTakenBack: boolean }[] = []
  let day = Temporal.PlainDate.from("2026-01-01")
  let ids = 0

  const nextId = (kind: string) => {
    ids += 1
    return `${kind} ${ids}`
  }
  const on = () => day.toString()
  const accepted = () => payments.filter(({ isReturned, left }) => !isReturned && left > 0)

  function enter(lot: string, change: (book: Book) => Book) {
    done.push({ lot, enter: change })
    book = change(book)
  }
  const postFact = (fact: Fact) =>
    enter("paymentId" in fact ? fact.paymentId : fact.id, (before) => post(before, fact))

  /** Rebuilds the account system without these payments and their refunds. */
  function forget(ids: readonly string[]) {
    const isForgotten = (lot: string) =>
      ids.includes(lot) || refunds.some(({ id, payment }) => id === lot && ids.includes(payment))
    book = done
      .filter(({ lot }) => !isForgotten(lot))
      .reduce((before, one) => one.enter(before), emptyBook)
  }

  /** Makes the account system lose the part of a payment on one bill. */
  function forgetPart(id: string, billNumber: number) {
    const entries = book.entries.filter((one) => one.lot !== id || one.billNumber !== billNumber)
    book = { ...book, entries }
  }

  /** Like a read of the account system before the next payment. */
  function learn() {
    for (const { id, pays } of movedPayments(openBillsOf(book), entriesOf(book), accepted())) {
      Object.assign(payments.find((one) => one.id === id) ?? {}, { pays })
    }
  }

  function issue(amount: number, isSameDay: boolean, replaced?: Bill) {
    const last = book.bills.at(-1)
    const from = isSameDay && last ? last.dueDate : day.add({ days: 10 }).toString()
    const period = replaced ?? { periodFrom: from, dueDate: from }
    const bill: Bill = {
      number: book.bills.length + 1,
      replaces: replaced?.number ?? null,
      issuedOn: on(),
      ...{ periodFrom: period.periodFrom, periodTo: null, dueDate: period.dueDate },
      ...{ frequencyCode: "M", premium: amount, fee: 0, adjustment: 0, credit: 0 },
    }
    enter(`bill ${bill.number}`, (before) => addBill(before, bill))
  }

  function pay({ bills, isElsewhere, isNamed }: Extract<Act, { does: "pay" }>) {
    learn()
    const open = openBillsOf(book)
    const chosen = open.slice(0, bills)
    const amount = owedOf(chosen)
    if (amount === 0) return
    const { pays, paidBefore } = paidBills(payableNow(), amount)
    assert.deepEqual(paidBefore, [], "an honest payment is made")
    const id = nextId("payment")
    const acceptedAt = new Date(`${on()}T12:00:00Z`)
    payments.push({
      id,
      confirmationNumber: id,
      amount,
      left: amount,
      acceptedAt,
      isRecording: false,
      pays,
      isReturned: false,
    })
    const named = isElsewhere ? open.toReversed() : chosen
    const billNumbers = named.map(({ number }) => number)
    postFact({
      kind: "payment",
      id,
      amount,
      on: on(),
      ...((isNamed || isElsewhere) && { billNumbers }),
    })
    learn()
  }

  /**
   * A load opens a new book with the open bills. Afterward, paid bills are identified by due date,
   * so bills that are partly paid or share a due date are not loaded here, and neither are bills
   * with a moved payment that no read has shown.
   */
  function load() {
    const open = openBillsOf(book)
    const before = standingBills(book)
    const isUnclear = open.some(
      ({ owed, premium, dueDate }) =>
        owed !== premium || before.filter((one) => one.dueDate === dueDate).length > 1,
    )
    const isNumbered = payments.some(({ pays }) => pays.some(({ dueDate }) => dueDate === null))
    const isMoved = movedPayments(openBillsOf(book), entriesOf(book), accepted()).length > 0
    if (isUnclear || isNumbered || isMoved) return
    done.length = 0
    book = emptyBook
    for (const [index, { number }] of open.entries()) {
      const bill = before.find((one) => one.number === number)
      assert.ok(bill)
      enter("load", (loaded) => addBill(loaded, { ...bill, number: index + 1, replaces: null }))
    }
  }

  const payableNow = () => payableBills(openBillsOf(book), entriesOf(book), accepted())

  function perform(one: Act) {
    day = day.add({ days: 1 })
    switch (one.does) {
      case "bill":
        return issue(one.amount, one.isSameDay)
      case "pay":
        return pay(one)
      case "load":
        return load()
      case "return": {
        const payment = at(accepted(), one.payment)
        if (!payment) return undefined
        payment.isReturned = true
        return postFact({
          kind: "return",
          id: payment.id,
          paymentId: payment.id,
          amount: payment.left,
          on: on(),
          reopens: true,
        })
      }
      case "refund": {
        const payment = at(accepted(), one.payment)
        if (!payment) return undefined
        const { reopens } = one
        const amount = Math.ceil((payment.left * one.part) / 100)
        const id = nextId("refund")
        Object.assign(payment, { left: payment.left - amount })
        refunds.push({ id, payment: payment.id, amount, hasFailed: false, reopens })
        return postFact({ kind: "refund", id, paymentId: payment.id, amount, on: on(), reopens })
      }
      case "refundFails": {
        const refund = at(
          refunds.filter(({ hasFailed }) => !hasFailed),
          one.refund,
        )
        const payment = payments.find(({ id }) => id === refund?.payment)
        if (!refund || !payment || payment.isReturned) return undefined
        refund.hasFailed = true
        const { id, amount, reopens } = refund
        Object.assign(payment, { left: payment.left + amount })
        return postFact({
          kind: "refundFailure",
          id,
          paymentId: payment.id,
          amount,
          on: on(),
          reopens,
        })
      }
      case "reprice": {
        const open = at(openBillsOf(book), one.bill)
        const bill = book.bills.find(({ number }) => number === open?.number)
        return bill && issue(one.amount, false, bill)
      }
      case "credit": {
        const id = nextId("credit")
        corrections.push({ id, amount: one.amount, isTakenBack: false })
        return postFact({ kind: "credit", id, amount: one.amount, on: on() })
      }
      case "writeOff": {
        const open = at(openBillsOf(book), one.bill)
        if (!open) return undefined
        const id = nextId("writeOff")
        const amount = Math.ceil((open.owed * one.part) / 100)
        corrections.push({ id, amount, isTakenBack: false })
        return postFact({ kind: "writeOff", id, amount, on: on(), billNumber: open.number })
      }
      case "takeBack": {
        const correction = at(
          corrections.filter(({ isTakenBack }) => !isTakenBack),
          one.correction,
        )
        if (!correction) return undefined
        correction.isTakenBack = true
        return postFact({
          kind: "correctionReversal",
          id: nextId("reversal"),
          paymentId: correction.id,
          amount: 1,
          on: on(),
          reopens: true,
        })
      }
    }
  }

  const corrected = () =>
    corrections.reduce((sum, { amount, isTakenBack }) => sum + (isTakenBack ? 0 : amount), 0)

  return {
    corrected,
    perform,
    payableNow,
    payments,
    refunds,
    book: () => book,
    accepted,
    learn,
    forget,
    forgetPart,
  }
}

function entriesOf({ entries }: Book): LedgerEntry[] {
  return entries.map((entry) => ({ ...entry, note: "" }))
}

function owedOf(bills: readonly Pick<OpenBill, "owed">[]): number {
  return bills.reduce((sum, { owed }) => sum + owed, 0)
}

function amountOf(pays: readonly PaidBill[]): number {
  return pays.reduce((sum, { amount }) => sum + amount, 0)
}

function at<Item>(items: readonly Item[], number: number): Item | undefined {
  return items[number % Math.max(1, items.length)]
}

test("PAYNOW-12 in valid histories, exactly the open amount can be paid", () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 40 }), (acts) => {
      const product = productOfTest()
      for (const one of acts) {
        product.perform(one)
        const payable = product.payableNow()
        assert.deepEqual(
          payable.map(({ payable: cents }) => cents),
          openBillsOf(product.book()).map(({ owed }) => owed),
        )
      }
    }),
    { numRuns: 500 },
  )
})

test("PAYNOW-12 a payment of an earlier book counts for no bill that shares the number of one of its bills", () => {
  const product = productOfTest()
  for (let bill = 0; bill < 4; bill += 1) {
    product.perform({ does: "bill", amount: 50, isSameDay: false })
  }
  product.perform({ does: "pay", bills: 2, isElsewhere: false, isNamed: false })
  product.perform({ does: "load" })
  product.perform({ does: "pay", bills: 1, isElsewhere: true, isNamed: false })
  assert.deepEqual(
    product.payableNow().map(({ payable }) => payable),
    [50],
  )
})

test("PAYNOW-12 after postings were lost, no more can be paid than was open before", () => {
  const forgotten = fc.record({
    acts: fc.array(act, { maxLength: 30 }),
    picks: fc.array(fc.boolean(), { minLength: 20, maxLength: 20 }),
    isPart: fc.boolean(),
    bill: index,
  })
  fc.assert(
    fc.property(forgotten, ({ acts, picks, isPart, bill }) => {
      const product = productOfTest()
      for (const one of acts) product.perform(one)
      product.learn()
      const owed = owedOf(openBillsOf(product.book()))
      const ids = product
        .accepted()
        .filter((_, number) => picks[number])
        .map(({ id }) => id)
      // A refund where a credit pays the bill instead counts as refunded.
      const credited = product.refunds
        .filter(
          ({ payment, reopens, hasFailed }) => ids.includes(payment) && !reopens && !hasFailed,
        )
        .reduce((sum, { amount }) => sum + amount, 0)
      const unassigned = product
        .accepted()
        .reduce((sum, { left, pays }) => sum + Math.max(0, left - amountOf(pays)), 0)
      if (isPart) {
        for (const id of ids) {
          const entry = at(
            product.book().entries.filter(({ lot }) => lot === id),
            bill,
          )
          if (entry?.billNumber) product.forgetPart(id, entry.billNumber)
        }
      } else product.forget(ids)
      const payable = product.payableNow().reduce((sum, one) => sum + one.payable, 0)
      // A credit may pay the bill of a lost first payment, and then no other bill.
      const most = owed + credited + product.corrected() + unassigned
      assert.ok(payable <= most, `${payable} of ${most} after ${ids}`)
    }),
    { numRuns: 500 },
  )
})

test("PAYNOW-12 money that the account system has without a bill still pays the bills for which it was paid", () => {
  const period = { periodFrom: "2026-03-01", periodTo: "2026-03-31", dueDate: "2026-03-01" }
  const parts = { premium: 5_200, fee: 0, adjustment: 0, credit: 0, coveredUntil: null }
  const bill: OpenBill = { number: 3, ...period, ...parts, owed: 5_200 }
  // A first payment was returned, and only the return was posted again, after the second payment.
  const entry = { on: "2026-03-02", note: "", amount: 5_200 }
  const entries = [
    { ...entry, kind: "payment", lot: "second", cause: "second", billNumber: null },
  ] as LedgerEntry[]
  const second = {
    ...{ id: "second", confirmationNumber: "", acceptedAt: new Date(0), amount: 5_200 },
    isRecording: false,
  }
  const pays = [{ number: 3, periodFrom: "2026-03-01", dueDate: "2026-03-01", amount: 5_200 }]
  const [state] = payableBills([bill], entries, [{ ...second, left: 5_200, pays }])
  assert.equal(state?.payable, 0)
})

/** The bill of a month with 100 open cents. */
function billOf(number: number, change: Partial<OpenBill> = {}): OpenBill {
  const periodFrom = `2026-${String(number).padStart(2, "0")}-01`
  const parts = { premium: 100, fee: 0, adjustment: 0, credit: 0, coveredUntil: null }
  return { number, periodFrom, periodTo: null, dueDate: periodFrom, ...parts, owed: 100, ...change }
}

/** A payment of these cents by bill number. */
function paymentOf(
  id: string,
  parts: Record<number, number>,
  left = Object.values(parts).reduce((sum, cents) => sum + cents),
): AcceptedPayment {
  const pays = Object.entries(parts).map(([number, amount]) => {
    const { periodFrom, dueDate } = billOf(Number(number))
    return { number: Number(number), periodFrom, dueDate, amount }
  })
  const amount = amountOf(pays)
  const acceptedAt = new Date(0)
  return { id, confirmationNumber: "", acceptedAt, amount, left, pays, isRecording: false }
}

/** Cents that a lot pays, by bill number. */
function shownOn(lot: string, bills: Record<number, number>, kind = "payment"): LedgerEntry[] {
  return Object.entries(bills).map(([billNumber, amount]) => {
    const entry = { kind, lot, cause: lot, billNumber: Number(billNumber), amount }
    return { ...entry, on: "2026-03-02", note: "" } as LedgerEntry
  })
}

const lost = paymentOf("lost", { 1: 100 })
const first = paymentOf("first", { 9: 100 })
const shownFirst = shownOn("first", { 9: 100 })
for (const { title, bills, entries, payments, payable } of [
  {
    title: "surplus money on a bill does not count for other bills",
    bills: [billOf(1), billOf(2)],
    entries: shownOn("more", { 1: 150 }),
    payments: [paymentOf("more", { 1: 150 }), paymentOf("lost", { 1: 50 })],
    payable: [0, 50],
  },
  {
    title: "if two bills share a due date, a payment counts for the one with its number",
    bills: [billOf(1), billOf(2, billOf(1, { number: 2 }))],
    entries: [],
    payments: [{ ...lost, pays: lost.pays.map((one) => ({ ...one, number: 2 })) }],
    payable: [100, 0],
  },
  {
    title: "money for a bill that another payment paid counts for the next bill",
    bills: [billOf(2)],
    entries: shownOn("other", { 1: 100 }),
    payments: [lost, paymentOf("other", { 2: 100 })],
    payable: [0],
  },
  {
    title: "money for a bill that was paid again counts for no other bill",
    bills: [billOf(2)],
    entries: shownOn("again", { 1: 100 }),
    payments: [lost, paymentOf("again", { 1: 100 })],
    payable: [100],
  },
  {
    title: "money for a bill that a credit of the same book paid counts for the next bill",
    bills: [billOf(2)],
    entries: [...shownFirst, ...shownOn("credit", { 1: 100 }, "credit")],
    payments: [first, lost],
    payable: [0],
  },
  {
    title: "money for a bill that a write-off of the same book closed counts for the next bill",
    bills: [billOf(2)],
    entries: [...shownFirst, ...shownOn("off", { 1: 100 }, "writeOff")],
    payments: [first, lost],
    payable: [0],
  },
  {
    title: "money from before a load counts only for its own bill",
    bills: [billOf(2)],
    entries: shownOn("credit", { 1: 100 }, "credit"),
    payments: [lost],
    payable: [100],
  },
  {
    title: "a partly shown payment does not prove its own book",
    bills: [billOf(4)],
    entries: [...shownOn("part", { 3: 50 }), ...shownOn("credit", { 1: 100 }, "credit")],
    payments: [paymentOf("part", { 1: 100, 2: 100 })],
    payable: [100],
  },
  {
    title: "a bill with a new number is identified by its period or due date",
    bills: [billOf(7, { periodFrom: "2026-01-01" }), billOf(8, { dueDate: "2026-02-01" })],
    entries: [],
    payments: [lost, paymentOf("also lost", { 2: 60 })],
    payable: [0, 40],
  },
  {
    title: "a payment without dates counts only for the bill with its number",
    bills: [billOf(1), billOf(2)],
    entries: [],
    payments: [{ ...lost, pays: [{ number: 2, periodFrom: null, dueDate: null, amount: 100 }] }],
    payable: [100, 0],
  },
  {
    title: "a payment shown with its refunds leaves no room for another one",
    bills: [billOf(1, { premium: 200 })],
    entries: shownOn("refunded", { 1: 100 }),
    payments: [paymentOf("refunded", { 1: 100 }, 50), lost],
    payable: [0],
  },
  {
    title: "money shown on another bill counts once",
    bills: [billOf(1), billOf(2)],
    entries: shownOn("moved", { 9: 100 }),
    payments: [paymentOf("moved", { 1: 100, 2: 100 })],
    payable: [0, 100],
  },
  {
    title: "money of the same book without a bill counts for the oldest open bill",
    bills: [billOf(2)],
    entries: shownFirst,
    payments: [first, paymentOf("surplus", { 1: 60 }, 100)],
    payable: [60],
  },
  {
    title: "money from before a load without a bill counts for none",
    bills: [billOf(2)],
    entries: [],
    payments: [paymentOf("surplus", { 1: 60 }, 100)],
    payable: [100],
  },
  {
    title: "a refund opens the newest bill first",
    bills: [billOf(1), billOf(2)],
    entries: [],
    payments: [paymentOf("lost", { 1: 100, 2: 100 }, 130)],
    payable: [0, 70],
  },
]) {
  test(`PAYNOW-12 the amount that can be paid while a payment is not shown: ${title}`, () => {
    const states = payableBills(bills, entries, payments)
    assert.deepEqual(
      states.map((one) => one.payable),
      payable,
    )
  })
}

test("PAYNOW-12 each paid cent names its payment, but only where less can be paid", () => {
  const named = (cents: number, owed: number) => {
    const [state] = payableBills([billOf(1, { owed })], [], [paymentOf("lost", { 1: cents })])
    return [state?.payable, state?.paidBy.map(({ payment, amount }) => [payment.id, amount])]
  }
  assert.deepEqual(named(1, 100), [99, [["lost", 1]]])
  assert.deepEqual(named(1, 99), [99, []])
  assert.deepEqual(named(2, 99), [98, [["lost", 2]]])
})

test("PAYNOW-12 a payment pays the oldest bills, and lists the bills with less left to pay", () => {
  const states = [1, 2].map((number) => ({
    bill: billOf(number),
    whole: 100,
    payable: 60,
    paidBy: [],
  }))
  const paid = (amount: number) => {
    const { pays, paidBefore } = paidBills(states, amount)
    return [pays.map((one) => one.amount), paidBefore.map(({ bill }) => bill.number)]
  }
  assert.deepEqual(paid(60), [[60], []])
  assert.deepEqual(paid(61), [[61], [1]])
  assert.deepEqual(paid(100), [[100], [1]])
  assert.deepEqual(paid(160), [[100, 60], [1]])
  assert.deepEqual(paid(161), [
    [100, 61],
    [1, 2],
  ])
})

test("PAYNOW-12 no more can be paid than the account system shows as open", () => {
  const [state] = payableBills([billOf(1, { owed: 30 })], [], [])
  assert.deepEqual([state?.payable, state?.paidBy], [30, []])
})

for (const { title, entries, payments, moved } of [
  {
    title: "money shown on another bill belongs to that bill",
    entries: shownOn("moved", { 2: 100 }),
    payments: [paymentOf("moved", { 1: 100 })],
    moved: { 2: 100 },
  },
  {
    title: "money that was moved off a bill does not belong to it",
    entries: [...shownOn("moved", { 1: 100 }), ...shownOn("moved", { 1: -100, 2: 100 })],
    payments: [paymentOf("moved", { 1: 100 })],
    moved: { 2: 100 },
  },
  {
    title: "money belongs to another bill as soon as one amount differs",
    entries: shownOn("moved", { 1: 99, 2: 101 }),
    payments: [paymentOf("moved", { 1: 100, 2: 100 })],
    moved: { 1: 99, 2: 101 },
  },
  {
    title: "money without a bill belongs to no bill",
    entries: [
      ...shownOn("moved", { 1: 100 }),
      ...shownOn("moved", { 2: 100 }).map((one) => ({ ...one, billNumber: null })),
    ],
    payments: [paymentOf("moved", { 1: 100, 2: 100 })],
    moved: { 1: 100 },
  },
  {
    title: "a payment stays on the bills where it is shown, and where a part of it is not shown",
    entries: [...shownOn("stays", { 1: 100 }), ...shownOn("part", { 3: 100 })],
    payments: [paymentOf("stays", { 1: 100 }), paymentOf("part", { 1: 100, 2: 100 })],
    moved: undefined,
  },
  {
    title: "money on the bill of a payment that is not shown keeps its own bill",
    entries: shownOn("other", { 1: 100 }),
    payments: [lost, paymentOf("other", { 2: 100 })],
    moved: undefined,
  },
  {
    title: "money paid for the bill of a payment that is not shown may move",
    entries: shownOn("moved", { 1: 150, 2: 50 }),
    payments: [lost, paymentOf("moved", { 1: 100, 2: 100 })],
    moved: { 1: 150, 2: 50 },
  },
]) {
  test(`PAYNOW-12 payments that may move to another bill: ${title}`, () => {
    const found = movedPayments([billOf(1), billOf(2)], entries, payments)
    // Bills where money was found were not whole bills of this payment.
    const pays = moved
      ? paymentOf("moved", moved).pays.map((part) => ({ ...part, whole: undefined }))
      : []
    assert.deepEqual(found, moved ? [{ id: "moved", pays }] : [])
  })
}
