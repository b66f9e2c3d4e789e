import { decimalOf, dollarsOf } from "#contracts/money.ts"
import { auditedPayment } from "../paying/payment-presenter.ts"
import type { Payment } from "../paying/payments.store.ts"
import type { RefundRow } from "./refunds.store.ts"

/** The values of a message about how much can still be refunded, credited or written off. */
export function amountLeft(cents: number): { left: string } {
  return { left: dollarsOf(cents) }
}

/** The details of a refund for the audit log. */
export function auditedRefund(
  payment: Payment,
  {
    id,
    amount,
    reason,
    reopens,
    gatewayReference,
  }: Pick<RefundRow, "id" | "amount" | "reason" | "reopens" | "gatewayReference">,
): Record<string, string> {
  const { confirmationNumber } = payment
  return {
    ...auditedPayment({ id: payment.id, policyNumber: payment.policyNumber, amount }, {}),
    refund: id,
    of: decimalOf(payment.amount),
    "what is owed": reopens ? "the bills are due again" : "a credit settles the bills",
    ...(reason && { reason }),
    ...(gatewayReference && { gatewayReference }),
    ...(confirmationNumber && { confirmationNumber }),
  }
}
