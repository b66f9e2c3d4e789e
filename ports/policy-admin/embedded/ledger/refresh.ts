import { settledOf } from "./balance.ts"
import { addBill, post } from "./book.ts"
import type { Opening } from "./opening.ts"
import { dayBefore } from "./periods.ts"
import { type Book, emptyBook, type Lot, type Reversal } from "./types.ts"

/** The postings of a product, for a book that is opened later. */
export interface Posted {
  /** In the order of posting. */
  lots: PostedLot[]
  /** In the order of posting. */
  reversals: (Reversal & { isLater: boolean })[]
}

export interface PostedLot extends Pick<Lot, "kind" | "id" | "amount" | "on"> {
  /** Due dates of the bills that the lot names; other books number their bills differently. */
  dueDates: string[]
  /** False if the figures of the opening include it. */
  isLater: boolean
}

/**
 * The opened book with everything that was posted after its figures: payments, credits, write-offs,
 * and reversals of them. A write-off of a bill that the figures do not have is left out.
 *
 * Money that was later taken back from an earlier payment is owed again.
 */
export function bookAsOf({ book: opened, billedFrom }: Opening, { lots, reversals }: Posted): Book {
  let book = opened
  for (const { dueDates, isLater, ...lot } of lots) {
    if (!isLater) {
      const own = takenFrom(lot.id, reversals)
      const counted = own.filter((reversal) => !reversal.isLater)
      if (counted.length === own.length) continue
      book = addCountedPayment(book, lot, billedFrom, counted)
      continue
    }
    const billNumbers = book.bills
      .filter(({ dueDate }) => dueDates.includes(dueDate))
      .map(({ number }) => number)
    const [billNumber] = billNumbers
    if (lot.kind === "writeOff" && billNumber === undefined) continue
    if (lot.kind === "writeOff" && billNumber !== undefined)
      book = post(book, { ...lot, billNumber })
    else book = post(book, billNumbers.length > 0 ? { ...lot, billNumbers } : lot)
  }
  // A reversal whose lot is not in the book has no effect.
  for (const { isLater: _, ...reversal } of reversals) book = post(book, reversal)
  return book
}

/** The reversals of a lot, with those of the credits from its refunds. */
function takenFrom(id: string, reversals: Posted["reversals"]): Posted["reversals"] {
  const own = reversals.filter(({ paymentId }) => paymentId === id)
  const lots = new Set([id, ...own.map((one) => one.id)])
  return reversals.filter(({ paymentId }) => lots.has(paymentId))
}

/**
 * The book with a payment that its figures already include, together with the reversals of it that
 * they include (`counted`), so that more of it can be taken back. The payment gets a bill of its
 * own for the included amount, because the book was opened after the payment and bills periods from
 * `billedFrom`. A book that already has the payment stays the same.
 */
export function addCountedPayment(
  book: Book,
  payment: Lot,
  billedFrom: string | null,
  counted: readonly Reversal[],
): Book {
  if (book.entries.some(({ lot }) => lot === payment.id)) return book
  const { amount, on } = payment
  const number = Math.min(1, ...book.bills.map((bill) => bill.number)) - 1
  const bill = {
    number,
    replaces: null,
    issuedOn: on,
    periodFrom: on,
    periodTo: billedFrom === null ? null : dayBefore(billedFrom),
    dueDate: on,
    frequencyCode: book.bills.at(-1)?.frequencyCode ?? "",
    premium: amount,
    fee: 0,
    adjustment: 0,
    credit: 0,
  }
  const facts = [payment, ...counted]
  const premium = settledOf(facts.reduce(post, addBill(emptyBook, bill)), number)
  return facts.reduce(post, addBill(book, { ...bill, premium }))
}
