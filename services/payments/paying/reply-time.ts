import { later } from "#platform/time.ts"
import type { Payment } from "./payments.store.ts"

/**
 * Seconds that the customer waits for an answer, counted from the arrival of the request. The
 * payment then continues in the background.
 */
export const replySeconds = 12

/**
 * The part of that time that reads of the account system may take before the charge. If they take
 * longer, nothing is charged; without this limit, an answer after 12 seconds could come before the
 * charge began.
 */
export const readSeconds = 8

/**
 * Whether the answer to a payment by hand did not contain the result that was reached at
 * `decidedAt`: it came too late, or the customer had to confirm the payment with their bank. They
 * may have left.
 */
export function mayHaveLeft(
  { origin, submittedAt, authenticateBy }: Payment,
  decidedAt: Date,
): boolean {
  if (origin !== "payNow") return false
  return authenticateBy !== null || decidedAt > later(submittedAt, { seconds: replySeconds })
}
