import { decimalOf, dollarsOf } from "#contracts/money.ts"
import { shownDate } from "#platform/text/dates.ts"
import type { Correction } from "./corrections.store.ts"

/** The values of a message about how much can still be written off. */
export function leftToWriteOff(cents: number): { left: string } {
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
