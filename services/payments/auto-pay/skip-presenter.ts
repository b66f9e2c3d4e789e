import type { MessageId } from "#contracts/messages.ts"
import { dollarsOf } from "#contracts/money.ts"
import { skippedBillsText } from "#contracts/payments/other-bills.ts"
import { type DateText, dateInWords, dateOfShown, shownDate } from "#platform/text/dates.ts"
import { listed } from "#platform/text/words.ts"
import type { Policy } from "#ports/policy-admin/port.ts"
import { mergedByDueDate } from "#services/products/due-status.ts"
import { staffFor } from "../paying/payment-presenter.ts"
import { productWithNumber } from "../paying/product-with-number-presenter.ts"
import type { SkipNews } from "./skip-email.ts"
import type { SkippedDebit } from "./skips.store.ts"

/** A charge, such as "$42.75 on Apr 15, 2026". `amount` is in cents. */
export function chargeText(
  { amount, date }: { amount: number; date: string },
  dateText: DateText,
): string {
  return `${dollarsOf(amount)} on ${dateText(date)}`
}

/**
 * The message after a skip. `bills` describes what must be paid another way. `next`: the following
 * charge; "" if unknown.
 */
export function skipMessage(
  skip: SkippedDebit,
  bills: string,
  next: string,
  dateText: DateText,
): [MessageId, Record<string, string>] {
  const { productDesc: product, amount, chargeOn } = skip
  const values = { product, amount: dollarsOf(amount), date: dateText(chargeOn), bills, next }
  return [next === "" ? "autoPay.skippedLast" : "autoPay.skipped", values]
}

/** Describes which of the skipped bills are open on `today`, the client's business day. */
export function stillDueText(
  { dueDates }: SkippedDebit,
  openAmounts: Policy["billing"]["openAmounts"],
  today: Temporal.PlainDate,
  dateText: DateText,
): string {
  const bills = dueDates.toSorted().map((day) => {
    const open = mergedByDueDate(openAmounts).find(({ dueDate }) => dueDate === day)
    const isPastDue = open !== undefined && day < today.toString()
    return { dueDate: shownDate(day), amount: open?.owed ?? null, isPastDue }
  })
  return skippedBillsText(bills, (shown) => dateText(dateOfShown(shown)))
}

/** The due dates of the skipped bills, such as "Mar 15, 2026 and Apr 15, 2026". */
function dueDatesOf({ dueDates }: SkippedDebit): string {
  return listed(dueDates.toSorted().map((day) => dateInWords(day)))
}

/** The values of a skip for its email. `policy`: its current product, if known. */
export function skipNews(
  skip: SkippedDebit,
  policy: Policy | undefined,
  bills: string,
  next: string,
): Omit<SkipNews, "brand" | "firstName"> {
  const { amount, chargeOn, methodLabel: method } = skip
  return {
    product: productWithNumber(skip, policy),
    amount: dollarsOf(amount),
    date: dateInWords(chargeOn),
    dueDate: dueDatesOf(skip),
    bills,
    method,
    next,
    skippedBy: skip.actorKind === "staff" ? staffFor(skip.actorUserid, "you") : "",
  }
}

/** The facts of a skip in the audit log. */
export function skipAuditFacts(skip: SkippedDebit): Record<string, string> {
  const { policyNumber, amount, chargeOn, methodLabel: autoPay } = skip
  return { policyNumber, amount: dollarsOf(amount), date: shownDate(chargeOn), autoPay }
}
