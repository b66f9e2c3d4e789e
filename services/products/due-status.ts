import type { Product } from "#contracts/products/shapes.ts"
import type { Billing } from "#ports/policy-admin/port.ts"

/** Days before its due date from which an amount is shown as due. */
const dueNowDays = 30

interface PaymentStatus {
  paymentStatus: string
  paymentStatusDisplayStyle: Product["paymentStatusDisplayStyle"]
}

/**
 * Where a product stands with its payments. What is late comes first, on auto pay too: a failed
 * charge must not hide behind "Auto Pay".
 */
export function paymentStatusOf(billing: Billing, today: Temporal.PlainDate): PaymentStatus {
  if (billing.kind === "no-cost") {
    return { paymentStatus: "No Cost to You", paymentStatusDisplayStyle: "nocosttoyou" }
  }
  if (billing.kind === "combined") {
    return { paymentStatus: "Combined Bill", paymentStatusDisplayStyle: "combinedbill" }
  }
  const owed = totalDue(billing)
  const daysLeft = daysUntil(billing.dueDate, today)
  if (billing.pastDueAmount > 0 || (owed > 0 && daysLeft < 0)) {
    return { paymentStatus: "Past Due", paymentStatusDisplayStyle: "pastdue" }
  }
  if (billing.paymentMethodRecordId !== null) {
    return { paymentStatus: "Auto Pay", paymentStatusDisplayStyle: "autopay" }
  }
  if (owed === 0) return { paymentStatus: "Paid", paymentStatusDisplayStyle: "" }
  if (daysLeft <= dueNowDays) {
    return { paymentStatus: "Due Now", paymentStatusDisplayStyle: "duenow" }
  }
  return { paymentStatus: "Not Yet Due", paymentStatusDisplayStyle: "" }
}

/** What settles the product today, in cents: adjustments and credits lower it, never below zero. */
export function totalDue(billing: Billing): number {
  const { amountDue, pastDueAmount, adjustment, billingCredit } = billing
  return Math.max(0, amountDue + pastDueAmount - adjustment - billingCredit)
}

function daysUntil(date: string | null, today: Temporal.PlainDate): number {
  if (date === null) return Number.POSITIVE_INFINITY
  return today.until(Temporal.PlainDate.from(date), { largestUnit: "days" }).days
}
