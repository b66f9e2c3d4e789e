import { dayAt } from "#platform/time-zone.ts"
import type { Payment } from "../paying/payments.store.ts"
import type { FailedPayment } from "./auto-pay-failures.store.ts"

/** The failed charge, or the end of auto pay without one. `failedOn` is the client's day. */
export interface FailedCharge {
  /** Null if auto pay did not charge, because the method was deleted or the account closed. */
  paymentId: string | null
  origin: Payment["origin"]
  status: "declined" | "returned" | "disputeLost"
  reason: string
  /** Cents; null if no charge was tried. */
  amount: number | null
  /** Label such as "VISA ending in 4242"; "" for a deleted method. */
  method: string
  chargedOn: string
}

/** An earlier failure in the form that the attempt rules use. */
export function attemptOf(
  { submittedAt, failedAt, status, methodKind }: FailedPayment,
  timeZone: string,
) {
  return {
    chargedOn: dayAt(submittedAt, timeZone),
    failedOn: dayAt(failedAt, timeZone),
    isUndebited: status === "declined" && methodKind === "bank",
  }
}

/** A failed payment as customers see it. */
export function failedChargeOf(
  payment: Omit<FailedPayment, "failedAt">,
  timeZone: string,
): FailedCharge {
  const { id, origin, status, reason, amount, methodLabel, submittedAt } = payment
  return {
    paymentId: id,
    origin,
    status: status as FailedCharge["status"],
    reason,
    amount,
    method: methodLabel,
    chargedOn: dayAt(submittedAt, timeZone).toString(),
  }
}
