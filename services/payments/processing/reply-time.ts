import { later } from "#platform/time.ts"
import type { Payment } from "./payments.store.ts"

/** The customer waits for an answer for this long. The payment then continues in the background. */
export const replySeconds = 12

/**
 * Whether the answer to a payment by hand did not contain the result that was reached at `decidedAt`:
 * it came too late, or the customer had to confirm the payment with their bank. They may have left.
 */
export function mayHaveLeft(
  { origin, submittedAt, authenticateBy }: Payment,
  decidedAt: Date,
): boolean {
  if (origin !== "payNow") return false
  return authenticateBy !== null || decidedAt > later(submittedAt, { seconds: replySeconds })
}
