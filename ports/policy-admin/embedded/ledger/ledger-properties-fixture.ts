import { dayAt } from "#platform/time-zone.ts"
import { catchUp, dueBills, issueBills, reprice, type Terms } from "./billing.ts"
import { post } from "./book.ts"
import { ledgerNextCharge } from "./next-charge.ts"
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
  nextCharge: (book: Book, terms: Terms, today: string) =>
    ledgerNextCharge(book, book, terms, { today }),
}
export type Ledger = typeof ledger

/** The titles of the properties. Each failure begins with one. */
export const ledgerProperties = {
  day: "the client's time zone decides the date",
  owed: "the amounts owed match an independent calculation",
  early: "nothing is charged before its due date",
  shown: "the displayed charge is the one that is made",
  periods: "every period is billed exactly once",
  sums: "each bill is the sum of its settled and its open amount",
  refunds: "a refund with a credit makes nothing due, and others reopen only the newest bills",
  replay: "reports result in the same book in any order and with repetitions",
} as const
