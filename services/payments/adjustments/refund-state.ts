import { earlier } from "#platform/time.ts"
import { dayAt } from "#platform/time-zone.ts"
import type { Refund } from "#ports/payment-gateway/port.ts"
import type { Payment } from "../paying/payments.store.ts"
import type { PaymentState } from "../paying/state-machine.ts"
import type { RefundRow, RefundStatus } from "./refunds.store.ts"
import { isAsked, isWaiting } from "./staff-request.ts"

/** The stored status for each gateway status of a refund. */
export const storedStatus = {
  pending: "accepted",
  succeeded: "succeeded",
  failed: "failed",
} as const satisfies Record<Refund["status"], RefundStatus>

/** Statuses in order. A report never moves a refund backward. */
const order: readonly RefundStatus[] = ["waiting", "approved", "accepted", "succeeded", "failed"]

/** Whether the gateway's status is later than the refund's `current` status. */
export function isLater(current: RefundStatus, told: Refund["status"]): boolean {
  return order.indexOf(storedStatus[told]) > order.indexOf(current)
}

/** Whether the gateway has made the refund, so that its money is no longer ours. */
export function isCreditMade({ status }: Pick<RefundRow, "status">): boolean {
  return status === "accepted" || status === "succeeded"
}

/** Payment states that can be refunded. A pending debit cannot. */
const refundable: readonly PaymentState[] = [
  "accepted",
  "settled",
  "partlyRefunded",
  "inquiry",
  "disputeWon",
]

/**
 * Days in which a bank debit can be refunded. Source: docs.stripe.com/payments/ach-direct-debit,
 * "Refunds".
 */
const bankRefundDays = 180

/** Whether the payment is a bank debit that can no longer be refunded. */
function isTooOldToRefund(
  { methodKind, submittedAt }: Pick<Payment, "methodKind" | "submittedAt">,
  now: Date,
): boolean {
  return methodKind === "bank" && submittedAt < earlier(now, { days: bankRefundDays })
}

type ReasonNotRefundable =
  | "refund.notSettled"
  | "refund.waits"
  | "refund.allRefunded"
  | "refund.tooOld"
  | "refund.notPossible"

/** The message that explains why a payment cannot be refunded. */
export function reasonNotRefundable(
  payment: Payment,
  refunds: readonly RefundRow[],
  now: Date,
): ReasonNotRefundable {
  const isDebitOnItsWay = payment.methodKind === "bank" && payment.status === "accepted"
  if (isDebitOnItsWay || payment.status === "pending") return "refund.notSettled"
  if (payment.refunded >= payment.amount) return "refund.allRefunded"
  if (!refundable.includes(payment.status)) return "refund.notPossible"
  if (isTooOldToRefund(payment, now)) return "refund.tooOld"
  return refunds.some((one) => isWaiting(one, now)) ? "refund.waits" : "refund.allRefunded"
}

/** Cents of the payment that can still be refunded. */
export function refundableAmount(
  payment: Payment,
  refunds: readonly RefundRow[],
  now: Date,
): number {
  const isDebitOnItsWay = payment.methodKind === "bank" && payment.status === "accepted"
  if (!refundable.includes(payment.status) || isDebitOnItsWay) return 0
  if (isTooOldToRefund(payment, now)) return 0
  const asked = refunds.filter((refund) => isAsked(refund, now))
  return Math.max(0, payment.amount - payment.refunded - refundedSumOf(asked))
}

/**
 * Cents that staff have requested or refunded, which count toward a payment's dual-approval limit:
 * all of this payment, and of the account's other payments on the same day.
 */
export function requestedRefundAmount(
  refunds: readonly RefundRow[],
  { paymentId, timeZone }: { paymentId: string; timeZone: string },
  now: Date,
): number {
  const today = dayAt(now, timeZone)
  const counted = refunds.filter(
    (one) =>
      one.requestedBy !== null &&
      (one.paymentId === paymentId || dayAt(one.requestedAt, timeZone).equals(today)),
  )
  return refundedSumOf(counted.filter((one) => isCreditMade(one) || isAsked(one, now)))
}

export function refundedSumOf(refunds: readonly Pick<RefundRow, "amount">[]): number {
  return refunds.reduce((sum, { amount }) => sum + amount, 0)
}

/** The state of a payment after `refunded` cents were refunded. */
export function stateAfterRefunds(
  { status, amount }: Pick<Payment, "status" | "amount">,
  refunded: number,
): PaymentState {
  if (status === "returned" || status === "disputeLost") return status
  if (refunded >= amount) return "refunded"
  const isPlain = ["accepted", "pending", "settled", "partlyRefunded", "refunded"].includes(status)
  if (!isPlain) return status
  if (refunded > 0) return "partlyRefunded"
  return status === "partlyRefunded" || status === "refunded" ? "settled" : status
}
