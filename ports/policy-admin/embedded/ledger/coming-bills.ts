import type { ComingBill } from "../../port.ts"
import { amountOf, openBills, settledOf } from "./balance.ts"
import { laterBills, type Terms } from "./billing.ts"
import type { Book } from "./types.ts"

/**
 * The open bills, and those of the later periods until `until` at the price of `terms`. Unapplied
 * money lowers the later bills; a bill that it covers completely is left out.
 */
export function comingBills(
  { book, terms, skipped }: { book: Book; terms: Terms; skipped: readonly string[] },
  { today, until }: { today: string; until: string },
): { bills: ComingBill[]; isComplete: boolean } {
  const isSkipped = (dueDate: string) => skipped.includes(dueDate)
  const bills = openBills(book).map(({ bill: { dueDate }, owed }) => {
    return { dueDate, owed, isIssued: true, isSkipped: isSkipped(dueDate) }
  })
  let unapplied = settledOf(book, null)
  for (const bill of laterBills(book, terms, today)) {
    if (bill.dueDate > until) return { bills, isComplete: true }
    const settled = Math.min(unapplied, amountOf(bill))
    unapplied -= settled
    const owed = amountOf(bill) - settled
    const { dueDate } = bill
    if (owed > 0) bills.push({ dueDate, owed, isIssued: false, isSkipped: isSkipped(dueDate) })
  }
  return { bills, isComplete: false }
}
