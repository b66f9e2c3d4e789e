import type { BillFacts } from "../../bill-fields.ts"

/** All amounts are integer cents. All dates are plain dates, YYYY-MM-DD. */
interface BillParts {
  premium: number
  /** The auto pay fee. */
  fee: number
  /** Positive raises the bill, negative lowers it. */
  adjustment: number
  /** Lowers the bill. Never negative. */
  credit: number
}

/** The bill of one period of a product. A bill never changes; another bill may replace it. */
export interface Bill extends BillParts, Partial<BillFacts> {
  /** From 1, in the order of issue. */
  number: number
  /**
   * The number of the bill for the same period that this one replaces, because the price of the
   * period changed.
   */
  replaces: number | null
  issuedOn: string
  periodFrom: string
  /** Null when the length of the period is unknown; no further period is billed then. */
  periodTo: string | null
  dueDate: string
  frequencyCode: string
}

/** Money that settles bills. The dates determine which bills it settles. */
export interface Lot {
  kind: "opening" | "payment" | "credit" | "writeOff"
  /** Unique in the book, such as the payment id. */
  id: string
  amount: number
  on: string
  /** The bill that a write-off settles first. Other lots settle the oldest open bill first. */
  billNumber?: number
  /** The bills that a payment settles first, in this order. */
  billNumbers?: readonly number[]
}

/**
 * Takes money of a payment back. A `refundFailure` undoes the refund with its id. A
 * `correctionReversal` takes back a credit, a write-off, or the credit of a refund.
 */
export interface Reversal {
  kind: "return" | "refund" | "refundFailure" | "correctionReversal"
  /** Unique in the book among reversals of this kind. */
  id: string
  /**
   * The id of the payment. For a `correctionReversal`, the id of the credit, the write-off or the
   * refund.
   */
  paymentId: string
  /**
   * Takes back at most the rest of the payment. A return and a `correctionReversal` take all of it.
   */
  amount: number
  on: string
  /**
   * True: the bills that the money settled are open again. False: a credit settles them instead.
   * Always true for a return and a `correctionReversal`.
   */
  reopens: boolean
}

export type Fact = Lot | Reversal

/** Moves money to or from a bill. Entries are only added. */
export interface Entry {
  /** From 1, in the order of writing. */
  number: number
  /**
   * `application` moves money between bills, or between a bill and the unapplied credit. A failed
   * refund has positive entries of the kind `refund`.
   */
  kind: Exclude<Fact["kind"], "refundFailure"> | "application"
  /** The lot that the money comes from. */
  lot: string
  /** The cause of the entry: the id of a lot or a reversal, or `bill N`. */
  cause: string
  /** Null for money that is not applied to a bill. */
  billNumber: number | null
  amount: number
  on: string
}

/** The bills and entries of one product. */
export interface Book {
  /** In the order of their numbers. */
  bills: readonly Bill[]
  /** Every known reversal. One that arrives before its payment waits here and has no entries. */
  reversals: readonly Reversal[]
  /** In the order of their numbers. */
  entries: readonly Entry[]
  /** The bills that payments name, by the id of the lot. */
  named?: Readonly<Record<string, readonly number[]>>
}

export const emptyBook: Book = { bills: [], reversals: [], entries: [] }
