import { post } from "./book.ts"
import { dayAfter, periodEnd } from "./periods.ts"
import { type Bill, type Book, emptyBook } from "./types.ts"

/** The balance of a product that an operator loads. Cents. */
export interface LoadedBalance {
  frequencyCode: string
  /** Of the oldest amount due, or of the next bill when nothing is owed. */
  dueDate: string | null
  /** Until when the product is covered while the oldest amount is open. */
  coveredUntil?: string
  amountDue: number
  pastDueAmount: number
  /** Positive lowers what is owed. */
  adjustment: number
  billingCredit: number
}

export interface Opening {
  book: Book
  billedFrom: string | null
  billingDay: number | null
}

/**
 * The day of loaded bills and money. The real one is not known, and must not be later than a payment
 * or a refund that follows.
 */
const openedOn = "1970-01-01"

/**
 * The book that tells what a loaded balance tells: a bill for what is past due, one for the current
 * period, and money for what its adjustment and credit leave over.
 */
export function openingOf(balance: LoadedBalance): Opening {
  const { dueDate, amountDue, pastDueAmount, frequencyCode, billingCredit } = balance
  const adjustment = Math.max(-balance.adjustment, -amountDue)
  const credit = Math.min(billingCredit, amountDue + adjustment)
  const amount = adjustment + balance.adjustment + billingCredit - credit
  const bills = dueDate === null ? [] : openingBills()
  const opened = { ...emptyBook, bills }
  const book =
    amount > 0 ? post(opened, { kind: "opening", id: "opening", amount, on: openedOn }) : opened
  const billingDay = dueDate === null ? null : Temporal.PlainDate.from(dueDate).day
  return { book, billedFrom: dueDate, billingDay }

  function openingBills(): Bill[] {
    if (dueDate === null) return []
    const none = { fee: 0, adjustment: 0, credit: 0 }
    if (pastDueAmount === 0) {
      if (amountDue === 0 && adjustment === 0) return []
      return [billOn(dueDate, { ...none, premium: amountDue, adjustment, credit })]
    }
    const past = billOn(dueDate, { ...none, premium: pastDueAmount })
    const currentFrom = past.periodTo === null ? dueDate : dayAfter(past.periodTo)
    const current = billOn(currentFrom, { ...none, premium: amountDue, adjustment, credit })
    return [past, { ...current, number: 2, coveredUntil: null }]
  }

  function billOn(from: string, parts: Pick<Bill, "premium" | "fee" | "adjustment" | "credit">) {
    const periodTo = periodEnd(from, frequencyCode, Temporal.PlainDate.from(dueDate ?? from).day)
    const period = { periodFrom: from, periodTo, dueDate: from, frequencyCode }
    const { coveredUntil = null } = balance
    return {
      number: 1,
      replaces: null,
      issuedOn: openedOn,
      coveredUntil,
      ...period,
      ...parts,
    }
  }
}
