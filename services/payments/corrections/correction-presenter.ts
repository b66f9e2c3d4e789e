import { decimalOf, dollarsOf } from "#contracts/money.ts"
import type { PastCredit } from "#contracts/payments/payment-history.ts"
import { shownDate, shownDay } from "#platform/text/dates.ts"
import type { Correction } from "./corrections.store.ts"

/** The values of a message about how much can still be credited or written off. */
export function leftToCorrect(cents: number): { left: string } {
  return { left: dollarsOf(cents) }
}

/** The request for dual approval in the audit log, after "Asked a colleague to approve". */
export function nameOf({ kind }: Pick<Correction, "kind">): string {
  return kind === "credit" ? "a credit" : "a write-off"
}

/** The details of a credit or write-off for the audit log. */
export function auditedCorrection({
  id,
  policyNumber,
  amount,
  reason,
  billDueDate,
}: Pick<Correction, "id" | "policyNumber" | "amount" | "reason" | "billDueDate">): Record<
  string,
  string
> {
  return {
    correction: id,
    policyNumber,
    amount: decimalOf(amount),
    reason,
    ...(billDueDate && { "bill due": shownDate(billDueDate) }),
  }
}

type Posted = Pick<
  Correction,
  "productDesc" | "policyNumber" | "billDueDate" | "postedAmount" | "postedAt"
>

/** A posted credit or write-off for the email about it. */
export function postedNews(posted: Posted, timeZone: string) {
  const { productDesc, policyNumber, postedAmount, postedAt, billDueDate } = posted
  return {
    amount: dollarsOf(postedAmount ?? 0),
    product: `${productDesc}, ${policyNumber}`,
    date: postedAt ? shownDay(postedAt, timeZone) : "",
    billDueDate: shownDate(billDueDate),
  }
}

/** A posted credit or write-off for the customer's history. */
export function pastCreditOf(posted: Posted & { id: string }, timeZone: string): PastCredit {
  const { date, billDueDate } = postedNews(posted, timeZone)
  return {
    creditId: posted.id,
    policyNumber: posted.policyNumber,
    productDesc: posted.productDesc,
    amount: decimalOf(posted.postedAmount ?? 0),
    date,
    label: billDueDate === "" ? "Credit" : "Not to be paid",
    explanation:
      billDueDate === ""
        ? "It lowers what you owe. Your next bill uses what is left."
        : `A part of the bill due on ${billDueDate} that you do not have to pay.`,
  }
}
