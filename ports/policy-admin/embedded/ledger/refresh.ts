import { addEarlierPayment, post } from "./book.ts"
import type { Opening } from "./opening.ts"
import type { Book, Lot, Reversal } from "./types.ts"

/** The postings of a product, for a book that is opened later. */
export interface Posted {
  /** In the order of posting. */
  lots: PostedLot[]
  /** In the order of posting. */
  reversals: (Reversal & { isLater: boolean })[]
}

export interface PostedLot extends Pick<Lot, "kind" | "id" | "amount" | "on"> {
  /** Due dates of the bills that it names; other books number their bills differently. */
  dueDates: string[]
  /** False: the figures of the opening count it. */
  isLater: boolean
}

/**
 * The book that figures open, with everything on top that was posted later than the figures count: payments,
 * credits, write-offs, and what was taken back of them. A write-off of a bill that the figures do not
 * have is left out.
 *
 * Money that was taken back later from an earlier payment is owed again.
 */
export function bookAsOf({ book: opened, billedFrom }: Opening, { lots, reversals }: Posted): Book {
  let book = opened
  for (const { dueDates, isLater, ...lot } of lots) {
    const own = reversals.filter(({ paymentId }) => paymentId === lot.id)
    if (!isLater) {
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
  const known = new Set(book.entries.map(({ lot }) => lot))
  for (const { isLater: _, ...reversal } of reversals) {
    if (known.has(reversal.paymentId)) book = post(book, reversal)
  }
  return book
}

/**
 * The book with a payment that its figures count already, together with what was taken back of the
 * payment until then (`counted`), so that more of it can be taken back.
 */
export function addCountedPayment(
  book: Book,
  payment: Lot,
  billedFrom: string | null,
  counted: readonly Reversal[],
): Book {
  if (book.entries.some(({ lot }) => lot === payment.id)) return book
  const left = leftOf(payment.amount, counted)
  return counted.reduce(post, addEarlierPayment(book, payment, billedFrom, left))
}

/** Cents of a payment after what was taken back of it. */
function leftOf(amount: number, reversals: readonly Reversal[]): number {
  const left = reversals.reduce((sum, { kind, amount: taken }) => {
    if (kind === "refundFailure") return sum + taken
    return kind === "refund" ? sum - taken : 0
  }, amount)
  return Math.max(0, Math.min(left, amount))
}
