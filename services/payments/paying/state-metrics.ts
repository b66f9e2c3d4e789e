import type { PaymentMetrics } from "#platform/http/payment-metrics.ts"
import { declinedReasons, paymentReasons, refusedReasons } from "./payment-reasons.ts"
import type { Payment } from "./payments.store.ts"

const known = new Set<string>(paymentReasons)

/**
 * Initializes the counters behind alerts at 0: an alert does not notice growth in a counter that
 * first appears above 0.
 */
export function countFromZero({ states }: Pick<PaymentMetrics, "states">): void {
  for (const origin of ["payNow", "autoPay"]) {
    states.inc({ origin, state: "accepted", reason: "" }, 0)
    for (const reason of declinedReasons) states.inc({ origin, state: "declined", reason }, 0)
    for (const reason of refusedReasons) states.inc({ origin, state: "canceled", reason }, 0)
  }
}

/** Counts the states that payments entered. Call it after the transaction that saved them. */
export function countStates(
  { states }: Pick<PaymentMetrics, "states">,
  payments: readonly Pick<Payment, "origin" | "status" | "reason">[],
): void {
  for (const { origin, status, reason } of payments) {
    const counted = reason === "" || known.has(reason) ? reason : "other"
    states.inc({ origin, state: status, reason: counted })
  }
}
