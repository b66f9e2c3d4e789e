import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { openBillsOf } from "#ports/policy-admin/embedded/bills.ts"
import { post } from "#ports/policy-admin/embedded/ledger/book.ts"
import { openedOn, openingOf } from "#ports/policy-admin/embedded/ledger/opening.ts"
import {
  addCountedPayment,
  bookAsOf,
  type Posted,
} from "#ports/policy-admin/embedded/ledger/refresh.ts"
import { type Book, emptyBook, type Reversal } from "#ports/policy-admin/embedded/ledger/types.ts"
import type { OpenBill } from "#ports/policy-admin/port.ts"
import { type AcceptedPayment, movedPayments, paidBills, payableBills } from "./payable.ts"

const dueDates = ["2026-03-15", "2026-04-15", "2026-05-15"]

type Act =
  | { does: "pay"; bills: number }
  | { does: "raise"; bill: number; amount: number; forgets: boolean[] }
  | { does: "load"; before: number; forgets: boolean[] }
  | { does: "refund"; payment: number; part: number }
  | { does: "return"; payment: number }

const index = fc.nat({ max: 5 })
const actsOf = (forgets: fc.Arbitrary<boolean[]>): fc.Arbitrary<Act[]> =>
  fc.array(
    fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({ does: fc.constant("pay"), bills: fc.integer({ min: 1, max: 3 }) }),
      },
      {
        weight: 2,
        arbitrary: fc.record({
          does: fc.constant("raise"),
          bill: index,
          amount: fc.integer({ min: 1, max: 6_000 }),
          forgets,
        }),
      },
      {
        weight: 4,
        arbitrary: fc.record({ does: fc.constant("load"), before: fc.nat({ max: 2 }), forgets }),
      },
      fc.record({
        does: fc.constant("refund"),
        payment: index,
        part: fc.integer({ min: 1, max: 100 }),
      }),
      fc.record({ does: fc.constant("return"), payment: index }),
    ) as fc.Arbitrary<Act>,
    { maxLength: 25 },
  )

interface Made extends AcceptedPayment {
  isReturned: boolean
  /** The bills for which the office enters it. */
  entered: AcceptedPayment["pays"]
  /** The number of the operation that posted it. */
  at: number
}

/**
 * An office without an account system: its own bills, which it can raise, and the ones that it
 * loads into the books here. It enters the payments of the portal, unless it forgets one.
 */
function officeOfTest() {
  const totals = new Map(dueDates.map((dueDate, number) => [dueDate, 4_800 + number * 100]))
  /** Totals of the last load, and totals at the last payment of each bill. */
  let loaded = new Map(totals)
  const paidTotals = new Map<string, number>()
  const payments: Made[] = []
  const reversals: { at: number; fact: Reversal }[] = []
  let book: Book = emptyBook
  let now = 0
  let countedUntil = 0

  const dayOf = (act: number) => Temporal.PlainDate.from("2026-01-01").add({ days: act }).toString()
  const recorded = () => payments.map((one) => ({ ...one, left: one.isReturned ? 0 : one.left }))
  const accepted = () => payments.filter(({ isReturned, left }) => !isReturned && left > 0)

  /** Cents of each part of the payment that are still paid from this office's point of view. */
  function settledParts(payment: Made, until: number): Map<string, number> {
    const own = reversals.filter(({ at, fact }) => at <= until && fact.paymentId === payment.id)
    const takenBack = own.reduce((sum, { fact }) => sum + (fact.reopens ? fact.amount : 0), 0)
    let rest = payment.amount - takenBack
    return new Map(
      payment.entered.map(({ dueDate, amount }) => {
        const part = Math.min(rest, amount)
        rest -= part
        return [dueDate ?? "", part]
      }),
    )
  }

  function openAt(office: readonly Made[], until: number): Map<string, number> {
    const entered = office.filter(({ at }) => at <= until)
    return new Map(
      [...totals].map(([dueDate, total]) => {
        const parts = entered.map((payment) => settledParts(payment, until).get(dueDate) ?? 0)
        return [dueDate, total - parts.reduce((sum, part) => sum + part, 0)]
      }),
    )
  }

  function load(before: number, forgets: readonly boolean[]) {
    // As of now, or just before one of the last payments. An office that forgets is not also late.
    countedUntil =
      before === 0 || forgets.some(Boolean)
        ? now
        : Math.max(countedUntil, (payments.at(-before)?.at ?? 1) - 1)
    const entered = payments.filter((_, number) => !forgets[number])
    const bills = [...openAt(entered, countedUntil)].flatMap(([dueDate, amountDue]) =>
      amountDue > 0 ? [{ dueDate, amountDue }] : [],
    )
    loaded = new Map(totals)
    const newest = bills.at(-1)
    const opening = openingOf({
      frequencyCode: "M",
      dueDate: newest?.dueDate ?? "2026-06-15",
      earlierBills: bills.slice(0, -1),
      amountDue: newest?.amountDue ?? 0,
      ...{ pastDueAmount: 0, adjustment: 0, billingCredit: 0, billedThrough: "2026-06-14" },
    })
    const posted: Posted = {
      lots: payments.map(({ id, amount, pays, at }) => ({
        ...{ kind: "payment", id, amount, on: dayOf(at), isLater: at > countedUntil },
        dueDates: pays.map(({ dueDate }) => dueDate ?? ""),
      })),
      reversals: reversals.map(({ at, fact }) => ({ ...fact, isLater: at > countedUntil })),
    }
    book = bookAsOf(opening, posted)
  }

  /** The open bills in the format of the embedded account system. */
  function openBills(): OpenBill[] {
    const isInBook = (id: string) =>
      book.entries
        .filter(({ lot, billNumber }) => lot === id && (billNumber === null || billNumber > 0))
        .reduce((sum, { amount }) => sum + amount, 0) > 0
    const countedPayments = payments
      .filter(({ id, at }) => at <= countedUntil && !isInBook(id))
      .map(({ id }) => id)
    return openBillsOf(book).map((bill) => {
      const isLoaded =
        bill.number > 0 &&
        book.bills.some(({ number, issuedOn }) => number === bill.number && issuedOn === openedOn)
      return isLoaded ? { ...bill, countedPayments } : bill
    })
  }

  const entries = () => book.entries.map((entry) => ({ ...entry, note: "" }))
  const payable = () => payableBills(openBills(), entries(), recorded())

  function pay(bills: number): boolean {
    const moved = movedPayments(openBills(), entries(), recorded())
    for (const { id, pays } of moved) {
      Object.assign(payments.find((one) => one.id === id) ?? {}, { pays })
    }
    const open = payable()
    // The office does not know a bill that a refund opened after the load until the next load.
    if (open.length === 0 || open.some(({ bill }) => bill.number <= 0)) return true
    const amount = open.slice(0, bills).reduce((sum, { bill }) => sum + bill.owed, 0)
    const { pays, paidBefore } = paidBills(open, amount)
    if (paidBefore.length > 0) return false
    const id = `payment ${payments.length + 1}`
    const acceptedAt = new Date(0)
    payments.push({
      id,
      confirmationNumber: id,
      amount,
      left: amount,
      acceptedAt,
      isRecording: false,
      pays,
      entered: pays,
      isReturned: false,
      at: now,
    })
    const billNumbers = pays.map(({ number }) => number)
    book = post(book, { kind: "payment", id, amount, on: dayOf(now), billNumbers })
    for (const { dueDate } of pays) paidTotals.set(dueDate ?? "", loaded.get(dueDate ?? "") ?? 0)
    return true
  }

  function takeBack(payment: Made, fact: Reversal) {
    const own = reversals.flatMap((one) => (one.fact.paymentId === payment.id ? [one.fact] : []))
    reversals.push({ at: now, fact })
    const lot = {
      kind: "payment",
      id: payment.id,
      amount: payment.amount,
      on: dayOf(payment.at),
    } as const
    book = post(addCountedPayment({ ...book, reversals: book.reversals }, lot, null, own), fact)
  }

  return {
    payments,
    accepted,
    payable,
    /** Cents that are really open. */
    owed: () => openAt(payments, now),
    /** Whether the office has since raised this bill by so much that a payment may be missing. */
    isDoubtful(dueDate: string): boolean {
      const until = countedUntil
      const parts = payments.flatMap((one) => settledParts(one, until).get(dueDate) || [])
      const raised = (totals.get(dueDate) ?? 0) - (paidTotals.get(dueDate) ?? 0)
      return parts.some((part) => raised >= part)
    },
    /** False if a valid payment was rejected. */
    perform(act: Act): boolean {
      now += 1
      if (act.does === "pay") return pay(act.bills)
      if (act.does === "load") load(act.before, act.forgets)
      if (act.does === "raise") {
        const dueDate = dueDates[act.bill % dueDates.length] ?? ""
        totals.set(dueDate, (totals.get(dueDate) ?? 0) + act.amount)
        load(0, act.forgets)
      }
      if (act.does !== "refund" && act.does !== "return") return true
      const payment = accepted()[act.payment % Math.max(1, accepted().length)]
      if (!payment) return true
      const of = { paymentId: payment.id, on: dayOf(now) }
      if (act.does === "return") {
        payment.isReturned = true
        takeBack(payment, {
          ...of,
          kind: "return",
          id: payment.id,
          amount: payment.left,
          reopens: true,
        })
      } else {
        const amount = Math.ceil((payment.left * act.part) / 100)
        payment.left -= amount
        takeBack(payment, {
          ...of,
          kind: "refund",
          id: `refund ${now}`,
          amount,
          reopens: true,
        })
      }
      return true
    },
  }
}

const none = fc.constant<boolean[]>([])
const some = fc.array(fc.boolean(), { minLength: 12, maxLength: 12 })
const monday: Act = { does: "load", before: 0, forgets: [] }

test("PAYNOW-12 what an office loads after entering the payments can be paid", () => {
  fc.assert(
    fc.property(actsOf(none), (acts) => {
      const office = officeOfTest()
      for (const act of [monday, ...acts]) {
        office.perform(act)
        for (const { bill, payable } of office.payable()) {
          if (bill.number > 0 && !office.isDoubtful(bill.dueDate)) {
            assert.equal(payable, bill.owed)
          }
        }
      }
    }),
    { numRuns: 1_000 },
  )
})

/** An earlier refund of the payment that is returned went through a bill of another payment. */
const refundBeforeReturn: Act[] = [
  { does: "pay", bills: 2 },
  { does: "refund", payment: 0, part: 76 },
  { does: "load", before: 0, forgets: [] },
  { does: "pay", bills: 2 },
  { does: "raise", bill: 0, amount: 1, forgets: [true, false] },
  { does: "refund", payment: 1, part: 1 },
  { does: "return", payment: 0 },
]

test("PAYNOW-12 if an office forgets payments, no one can pay a bill twice", () => {
  fc.assert(
    fc.property(actsOf(some), (acts) => {
      const office = officeOfTest()
      for (const act of [monday, ...acts]) {
        office.perform(act)
        const owed = [...office.owed().values()].reduce((sum, cents) => sum + Math.max(0, cents), 0)
        const payable = office.payable().reduce((sum, one) => sum + one.payable, 0)
        assert.ok(payable <= owed, `${payable} of ${owed}`)
      }
    }),
    { numRuns: 1_000, examples: [[refundBeforeReturn]] },
  )
})
