import type { PaymentMetrics } from "#platform/http/payment-metrics.ts"
import { reasonClasses } from "#ports/payment-gateway/port.ts"
import type { Payment } from "./payments.store.ts"
import type { CancelReason } from "./state-changes.ts"

const cancelReasons: Record<CancelReason, true> = {
  away: true,
  tooLate: true,
  alreadyPaid: true,
  suspended: true,
  notAuthenticated: true,
}
const known = new Set([...Object.keys(reasonClasses), ...Object.keys(cancelReasons), "methodGone"])

/** Begins the counts that alerts watch at 0: they see no growth in one that begins above it. */
export function countFromZero({ states }: Pick<PaymentMetrics, "states">): void {
  for (const origin of ["payNow", "autoPay"]) {
    states.inc({ origin, state: "accepted", reason: "" }, 0)
    for (const reason of [...Object.keys(reasonClasses), "methodGone"]) {
      states.inc({ origin, state: "declined", reason }, 0)
    }
  }
}

/** Counts the states that payments entered. Call it after the transaction that wrote them. */
export function countStates(
  { states }: Pick<PaymentMetrics, "states">,
  payments: readonly Pick<Payment, "origin" | "status" | "reason">[],
): void {
  for (const { origin, status, reason } of payments) {
    const counted = reason === "" || known.has(reason) ? reason : "other"
    states.inc({ origin, state: status, reason: counted })
  }
}
