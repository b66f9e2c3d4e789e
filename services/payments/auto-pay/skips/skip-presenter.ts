import type { MessageId } from "#contracts/messages.ts"
import { dollarsOf } from "#contracts/money.ts"
import { shownDate } from "#platform/text/dates.ts"
import { staffFor } from "../../payment-presenter.ts"
import type { SkipNews } from "./skip-email.ts"
import type { SkippedDebit } from "./skips.store.ts"

/** A charge, such as "$42.75 on 04/15/2026". `amount` is in cents. */
export function chargeText({ amount, date }: { amount: number; date: string }): string {
  return `${dollarsOf(amount)} on ${shownDate(date)}`
}

/** The message after a skip. `next`: the charge after it; "" when it is not known. */
export function skipMessage(skip: SkippedDebit, next: string): [MessageId, Record<string, string>] {
  const { productDesc: product, amount, chargeOn } = skip
  const dueDate = dueDatesOf(skip)
  const values = { product, amount: dollarsOf(amount), date: shownDate(chargeOn), dueDate, next }
  return [next === "" ? "autoPay.skippedLast" : "autoPay.skipped", values]
}

/** The due dates of the skipped bills, such as "03/15/2026 and 04/15/2026". */
function dueDatesOf({ dueDates }: SkippedDebit): string {
  return new Intl.ListFormat("en-US").format(dueDates.toSorted().map((day) => shownDate(day)))
}

/** The facts of a skip in its email. */
export function skipNews(skip: SkippedDebit, next: string): Omit<SkipNews, "brand" | "firstName"> {
  const { productDesc, policyNumber, amount, chargeOn, methodLabel: method } = skip
  return {
    product: `${productDesc}, ${policyNumber}`,
    amount: dollarsOf(amount),
    date: shownDate(chargeOn),
    dueDate: dueDatesOf(skip),
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
