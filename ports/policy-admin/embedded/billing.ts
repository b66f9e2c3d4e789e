import type { Queries } from "#database/sql.ts"
import type { BillingChange } from "../port.ts"
import { isBilledAs, writeBilling } from "./billing.store.ts"
import { lockBook, writeBook } from "./books.store.ts"
import { reprice } from "./ledger/billing.ts"

/** Returns whether the product is now paid as requested. */
export async function changeBilling(tx: Queries, change: BillingChange): Promise<boolean> {
  if (!(await writeBilling(tx, change))) return await isBilledAs(tx, change)
  const stored = await lockBook(tx, change)
  if (!stored) return false
  if (!isOtherPrice(change)) return true
  await writeBook(tx, change, stored, reprice(stored.book, stored.terms, change.changedOn))
  return true
}

/** Another method alone leaves the price of the current bill. */
function isOtherPrice({ seen, wanted }: BillingChange): boolean {
  const isOtherFrequency = seen.frequencyCode !== wanted.frequencyCode
  const wasOn = seen.paymentMethodRecordId !== null
  return isOtherFrequency || wasOn !== (wanted.paymentMethodRecordId !== null)
}
