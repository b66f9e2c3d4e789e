import type { StaffPayment } from "#contracts/staff/refunds.ts"

/** The gateway's references of the payment: its own, and that of the charge if it has one. */
export function referencesOf({ gatewayReference, chargeReference }: StaffPayment): string {
  return [gatewayReference, chargeReference].filter((reference) => reference !== "").join(" · ")
}
