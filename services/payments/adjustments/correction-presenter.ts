import { decimalOf, dollarsOf } from "#contracts/money.ts"
import type { PastCredit } from "#contracts/payments/payment-history.ts"
import { type DateText, shownDate, shownDay } from "#platform/text/dates.ts"
import type { Correction } from "./corrections.store.ts"

const names = { credit: "a credit", writeOff: "a write-off", reversal: "a reversal" } as const
const reversedNames = {
  credit: "a credit",
  writeOff: "a write-off",
  refund: "the credit of a refund",
  payment: "a payment",
} as const

/** Name of the dual-approval request in the audit log, after "Asked a colleague to approve". */
export function correctionNameOf({
  kind,
  reversedKind,
}: Pick<Correction, "kind" | "reversedKind">): string {
  return reversedKind === "payment" ? "a release" : names[kind]
}

/** The details of a credit or write-off for the audit log. */
export function auditedCorrection({
  id,
  policyNumber,
  amount,
  reason,
  billDueDate,
  reverses,
  reversedKind,
}: Pick<
  Correction,
  "id" | "policyNumber" | "amount" | "reason" | "billDueDate" | "reverses" | "reversedKind"
>): Record<string, string> {
  return {
    correction: id,
    policyNumber,
    amount: decimalOf(amount),
    reason,
    ...(billDueDate && { "bill due": shownDate(billDueDate) }),
    ...(reverses && reversedKind && { reverses, what: reversedNames[reversedKind] }),
  }
}

type Posted = Pick<
  Correction,
  | "kind"
  | "reversedKind"
  | "productDesc"
  | "policyNumber"
  | "billDueDate"
  | "postedAmount"
  | "postedAt"
>

/** The values of a posted credit, write-off or reversal for its email. */
export function postedNews(posted: Posted, timeZone: string) {
  const { postedAmount, postedAt, billDueDate } = posted
  return {
    effect: effectOf(posted),
    amount: dollarsOf(postedAmount ?? 0),
    date: postedAt ? shownDay(postedAt, timeZone) : "",
    billDueDate: shownDate(billDueDate),
  }
}

/** The effect of a correction for the customer. */
export type CorrectionEffect =
  | "credit"
  | "writeOff"
  | `reversed ${"credit" | "writeOff" | "refund" | "payment"}`

function effectOf({ kind, reversedKind }: Pick<Correction, "kind" | "reversedKind">) {
  const effect: CorrectionEffect =
    kind === "reversal" ? `reversed ${reversedKind ?? "credit"}` : kind
  return effect
}

const labels: Record<CorrectionEffect, string> = {
  credit: "Credit",
  writeOff: "Not to be paid",
  "reversed credit": "Credit taken back",
  "reversed writeOff": "To be paid after all",
  "reversed refund": "To be paid after a refund",
  "reversed payment": "Bill checked",
}

function explanationOf(
  effect: CorrectionEffect,
  billDueDate: string | null,
  dateText: DateText,
): string {
  const owedAgain = "The bills that it had settled are due again."
  const explanations: Record<CorrectionEffect, string> = {
    credit: "It lowers what you owe. Your next bill uses what is left.",
    writeOff: `A part of the bill due on ${dateText(billDueDate)} that you do not have to pay.`,
    "reversed credit": `We took back a credit. ${owedAgain}`,
    "reversed writeOff": "A part of a bill that we had said you do not have to pay is due again.",
    "reversed refund": "We refunded this amount, and the bill that it had paid is due again.",
    "reversed payment": "We checked a payment of yours: the bill that shows as open is not paid.",
  }
  return explanations[effect]
}

/** A posted credit, write-off or reversal as the customer's history shows it. */
export function pastCreditOf(
  posted: Posted & { id: string },
  timeZone: string,
  dateText: DateText,
): PastCredit {
  const { effect, date } = postedNews(posted, timeZone)
  return {
    creditId: posted.id,
    policyNumber: posted.policyNumber,
    productDesc: posted.productDesc,
    amount: decimalOf(posted.postedAmount ?? 0),
    date,
    label: labels[effect],
    explanation: explanationOf(effect, posted.billDueDate, dateText),
  }
}
