import { dayAt } from "#platform/time-zone.ts"
import { catchUp, dueBills, issueBills, reprice, type Terms } from "./billing.ts"
import { post } from "./book.ts"
import { nextCharge } from "./next-charge.ts"
import { openingOf } from "./opening.ts"
import type { Book } from "./types.ts"

/**
 * The functions that the properties check. A test replaces one with a broken one to see its
 * property fail.
 */
export const ledger = {
  dayAt,
  openingOf,
  issueBills,
  catchUp,
  reprice,
  post,
  dueBills,
  nextCharge: (book: Book, terms: Terms, today: string) => nextCharge(book, book, terms, { today }),
}
export type Ledger = typeof ledger

/** The titles of the properties. Each failure begins with one. */
export const ledgerProperties = {
  day: "the client's day decides",
  owed: "what is owed is what an independent calculation says",
  early: "nothing is charged before its due date",
  shown: "what is shown is what is charged",
  periods: "no period is missing and none is billed twice",
  sums: "the bills are the sum of what settled them and what is owed",
  refunds: "a refund that stays paid makes nothing due, and others open only the newest bills",
  replay: "reports give the same book in any order and repetition",
} as const
