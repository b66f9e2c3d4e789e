import type { Queries } from "#database/sql.ts"
import type {
  BillingChange,
  BillingChoice,
  ChangeQuestion,
  ChargeAfter,
  ChargeQuestion,
  NextCharge,
} from "../port.ts"
import { wasMade, writeBilling } from "./billing.store.ts"
import { openBillsOf } from "./bills.ts"
import { findPeriodPrice, lockBook, type StoredBook, writeBook } from "./books.store.ts"
import { ownEntries, settledOf } from "./ledger/balance.ts"
import { reprice } from "./ledger/billing.ts"
import { ledgerNextCharge, nextBillToPay } from "./ledger/next-charge.ts"
import type { Book } from "./ledger/types.ts"

/** Returns whether the product is now paid as requested. */
export async function changeBilling(
  tx: Queries,
  change: BillingChange,
  now: Date,
): Promise<boolean> {
  if (!(await writeBilling(tx, change, now))) return await wasMade(tx, change)
  const stored = await lockBook(tx, change)
  if (!stored) return false
  if (!isOtherPrice(change)) return true
  await writeBook(tx, change, stored, repriced(stored, change.changedOn))
  return true
}

/** The next charge of a product, or its next bill without auto pay, as it is paid now. */
export function embeddedNextChargeOf(
  stored: StoredBook,
  question: ChargeQuestion,
): NextCharge | undefined {
  const { book, terms, isOnAutoPay, skipped } = stored
  if (!isOnAutoPay) return nextBillToPay(book, book, terms, question)
  return ledgerNextCharge(book, book, terms, { ...question, skipped })
}

/** The book after a change to this choice on `today`, and the next charge. */
export function embeddedChargeAfter(
  stored: StoredBook,
  { frequencyCode, paymentMethodRecordId }: BillingChoice,
  { today, minimum, underWay = [] }: Omit<ChangeQuestion, "choices">,
): ChargeAfter {
  const isOnAutoPay = paymentMethodRecordId !== null
  const price = findPeriodPrice(stored, frequencyCode, isOnAutoPay)
  const changed = { ...stored, isOnAutoPay, terms: { ...stored.terms, frequencyCode, ...price } }
  const { book, terms, skipped } = changed
  const isSame = frequencyCode === stored.terms.frequencyCode && isOnAutoPay === stored.isOnAutoPay
  const after = isSame ? book : repriced(changed, today)
  const paying = book.bills.filter(({ number }) => underWay.includes(number))
  return {
    next: isOnAutoPay
      ? ledgerNextCharge(book, after, terms, { today, minimum, skipped })
      : nextBillToPay(book, after, terms, { today, skipped: paying.map((bill) => bill.dueDate) }),
    openBills: openBillsOf(after),
    unapplied: settledOf(after, null),
    unappliedOwn: settledOf(ownEntries(after), null),
  }
}

/**
 * The book with a new price. The fee ends with auto pay, also for a skipped bill. While auto pay is
 * on, a skipped bill stays unchanged.
 */
function repriced({ book, terms, isOnAutoPay, skipped }: StoredBook, today: string): Book {
  return reprice(book, terms, today, isOnAutoPay ? skipped : [])
}

/** Whether the price changes. Another payment method alone does not change the current bill. */
function isOtherPrice({ seen, wanted }: BillingChange): boolean {
  const isOtherFrequency = seen.frequencyCode !== wanted.frequencyCode
  const wasOn = seen.paymentMethodRecordId !== null
  return isOtherFrequency || wasOn !== (wanted.paymentMethodRecordId !== null)
}
