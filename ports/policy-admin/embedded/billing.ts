import type { Queries } from "#database/sql.ts"
import type { BillingChange, ChargeQuestion, NextCharge } from "../port.ts"
import { isBilledAs, writeBilling } from "./billing.store.ts"
import { lockBook, type StoredBook, writeBook } from "./books.store.ts"
import { reprice } from "./ledger/billing.ts"
import { nextBillToPay, nextCharge } from "./ledger/next-charge.ts"
import type { Book } from "./ledger/types.ts"

/** Returns whether the product is now paid as requested. */
export async function changeBilling(tx: Queries, change: BillingChange): Promise<boolean> {
  if (!(await writeBilling(tx, change))) return await isBilledAs(tx, change)
  const stored = await lockBook(tx, change)
  if (!stored) return false
  if (!isOtherPrice(change)) return true
  await writeBook(tx, change, stored, repriced(stored, change.changedOn))
  return true
}

/** The book as a change to the terms of `stored` on `today` would leave it. */
export function bookAfterChange(stored: StoredBook, today: string): Book {
  return stored.isOtherPrice ? repriced(stored, today) : stored.book
}

/** The next charge, or without auto pay the next bill, at the terms of `stored`. */
export function nextChargeOf(stored: StoredBook, question: ChargeQuestion): NextCharge | undefined {
  const { book, terms, isOnAutoPay, skipped } = stored
  const after = bookAfterChange(stored, question.today)
  if (!isOnAutoPay) return nextBillToPay(book, after, terms, question)
  return nextCharge(book, after, terms, { ...question, skipped })
}

/** The fee ends with auto pay, also for a skipped bill. While auto pay is on, that bill stays as it is. */
function repriced({ book, terms, isOnAutoPay, skipped }: StoredBook, today: string): Book {
  return reprice(book, terms, today, isOnAutoPay ? skipped : [])
}

/** Another method alone leaves the price of the current bill. */
function isOtherPrice({ seen, wanted }: BillingChange): boolean {
  const isOtherFrequency = seen.frequencyCode !== wanted.frequencyCode
  const wasOn = seen.paymentMethodRecordId !== null
  return isOtherFrequency || wasOn !== (wanted.paymentMethodRecordId !== null)
}
