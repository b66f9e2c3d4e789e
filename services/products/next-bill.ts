import { frequencyOf } from "#contracts/payments/auto-pay-rules.ts"
import type { Billing } from "#ports/policy-admin/port.ts"
import { totalDue } from "./due-status.ts"

/**
 * The bill that follows when nothing is owed; null while something is owed, and when its date is not
 * known. `amount` is in cents, less the credit that is left; null when the price of the period is not
 * known.
 */
export function nextBillOf(
  billing: Billing,
  today: Temporal.PlainDate,
): { dueDate: string; amount: number | null } | null {
  const { kind, dueDate, billingCredit } = billing
  if (kind !== "direct" || totalDue(billing) > 0 || dueDate === null) return null
  if (dueDate < today.toString()) return null
  const frequency = frequencyOf(billing, billing.frequencyCode)
  if (!frequency) return { dueDate, amount: null }
  const hasFee = billing.hasBillingFee && billing.paymentMethodRecordId !== null
  const price = frequency.amount + (hasFee ? frequency.fee : 0)
  return { dueDate, amount: Math.max(0, price - billingCredit) }
}
