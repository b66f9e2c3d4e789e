import { decimalOf, dollarsOf } from "#contracts/money.ts"
import type { StaffPayment, StaffRefund } from "#contracts/staff/refunds.ts"
import { shownDay } from "#platform/text/dates.ts"
import { yesNo } from "#platform/text/yes-no.ts"
import { type Correction, canReverseRefund } from "#services/payments/adjustments/corrections.ts"
import type { RefundRow } from "#services/payments/adjustments/refunds.ts"
import type { Payment } from "#services/payments/paying/payment-processing.ts"

const labels: Record<RefundRow["status"], string> = {
  waiting: "Waiting for approval",
  refused: "Not approved",
  withdrawn: "Withdrawn",
  approved: "Being sent",
  accepted: "On its way",
  succeeded: "Refunded",
  failed: "Failed: nothing was paid back",
}

/** The status of a request. One that nobody decided in time is no longer waiting. */
function labelOf({ status, expiresAt }: RefundRow, now: Date): string {
  const isOver = status === "waiting" && expiresAt !== null && expiresAt <= now
  return isOver ? "Not approved in time" : labels[status]
}

/** A refund for staff, with the corrections of its account. Its day is in this time zone. */
export function staffRefundOf(
  refund: RefundRow,
  corrections: readonly Correction[],
  { timeZone, now }: { timeZone: string; now: Date },
): StaffRefund {
  return {
    id: refund.id,
    refundAmount: decimalOf(refund.amount),
    refundStatus: refund.status,
    refundStatusLabel: labelOf(refund, now),
    reason: refund.reason,
    reopens: refund.reopens,
    isReversible: canReverseRefund(refund, corrections, now),
    requestedBy: refund.requestedBy ?? "",
    decidedBy: refund.decidedBy ?? "",
    refundDate: shownDay(refund.succeededAt ?? refund.requestedAt, timeZone),
    gatewayReference: refund.gatewayReference,
  }
}

export function staffPaymentOf(
  payment: Payment,
  refunds: StaffRefund[],
  shown: {
    timeZone: string
    label: string
    refundable: number
    isTooOld: boolean
    lastEventAt: Date
    explanation: string
  },
): StaffPayment {
  return {
    confirmationNumber: payment.confirmationNumber ?? "",
    policyNumber: payment.policyNumber,
    productDesc: payment.productDesc,
    paymentAmount: decimalOf(payment.amount),
    paymentDate: shownDay(payment.submittedAt, shown.timeZone),
    paymentMethod: payment.methodLabel,
    paymentMethodKind: payment.methodKind,
    paymentStatusLabel: shown.label,
    statusDate: shownDay(shown.lastEventAt, shown.timeZone),
    isAutoPay: yesNo(payment.origin === "autoPay"),
    explanation: shown.explanation,
    gateway: payment.gateway,
    gatewayReference: payment.gatewayReference,
    chargeReference: payment.chargeReference,
    refundableAmount: decimalOf(shown.refundable),
    isTooOldToRefund: shown.isTooOld,
    refunds,
  }
}

/** The values of a message about a refund. */
export function refundValues({ methodLabel }: Payment, amount: number) {
  return { amount: dollarsOf(amount), method: methodLabel }
}

export function shownLimit(cents: number): { approvalAbove: string } {
  return { approvalAbove: decimalOf(cents) }
}

/** The payment of a refund that waits for approval. */
export function refundedPaymentOf(payment: Payment) {
  return {
    accountNumber: payment.accountNumber,
    confirmationNumber: payment.confirmationNumber ?? "",
    paymentAmount: decimalOf(payment.amount),
    paymentMethod: payment.methodLabel,
  }
}
