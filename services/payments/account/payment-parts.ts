import { leftOf } from "../paying/payment-presenter.ts"
import type { Payment, PaymentEvent } from "../paying/payments.store.ts"
import { isTakenBack } from "../paying/state-machine.ts"

/** Money of a payment that was given or taken back, in cents. */
export interface PaymentPart {
  /** `refundFailed`: the money of an earlier refund was returned to us. */
  kind: "refund" | "refundFailed" | "returned" | "disputeLost"
  amount: number
  at: Date
}

/**
 * The part that each event of a payment represents, in their order; undefined for other events.
 */
export function paymentPartsOf(
  payment: Payment,
  events: readonly PaymentEvent[],
): (PaymentPart | undefined)[] {
  let refunded = 0
  return events.map(({ status, refundedTotal, at }) => {
    if (isTakenBack(status)) {
      const kind = status === "disputeLost" ? "disputeLost" : "returned"
      return { kind, amount: leftOf(payment), at }
    }
    if (refundedTotal === null) return undefined
    const before = refunded
    refunded = refundedTotal
    const kind = refunded < before ? "refundFailed" : "refund"
    return { kind, amount: Math.abs(refunded - before), at }
  })
}
