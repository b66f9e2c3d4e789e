import { minimumCharge } from "#ports/payment-gateway/port.ts"
import type { Billing } from "#ports/policy-admin/port.ts"
import { type AutoPayState, dueStatusOf, totalDue } from "./due-status.ts"

/** Why a product cannot be paid, or its auto pay and frequency cannot be changed, now. */
export type BlockedReason =
  | "auto-pay"
  | "auto-pay-charging"
  | "recording"
  | "combined-bill"
  | "no-cost"
  | "past-due"
  | "nothing-due"
  | "below-minimum"
  /** The account system's own reason, as shown to the customer. */
  | { accountSystem: string }

/** Why the product cannot be paid now; null if it can. */
export function payNowBlock(
  billing: Billing,
  today: Temporal.PlainDate,
  autoPay?: AutoPayState,
): BlockedReason | null {
  if (autoPay === "charging") return "auto-pay-charging"
  const status = dueStatusOf(billing, today, autoPay)
  if (status === "auto-pay" || status === "combined-bill" || status === "no-cost") return status
  if (billing.payNowBlocked !== "") return { accountSystem: billing.payNowBlocked }
  const due = totalDue(billing)
  if (due === 0) return autoPay === "recording" ? "recording" : "nothing-due"
  return due < minimumCharge ? "below-minimum" : null
}

/** Why auto pay and payment frequency cannot be changed now; null if they can. */
export function billingChangeBlock(
  billing: Billing,
  today: Temporal.PlainDate,
  autoPay?: AutoPayState,
): BlockedReason | null {
  const status = dueStatusOf(billing, today, autoPay)
  if (status === "past-due" || status === "combined-bill" || status === "no-cost") return status
  return billing.changeBlocked === "" ? null : { accountSystem: billing.changeBlocked }
}
