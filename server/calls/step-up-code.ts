import { proofMinutes } from "#contracts/identity/one-time-code-rules.ts"
import { ApiError } from "#contracts/messages.ts"
import { earlier } from "#platform/time.ts"
import type { CustomerSession, StaffSession } from "#services/call-request.ts"

/**
 * Refuses a customer's session without a step-up code within the last `proofMinutes`. The role of the
 * contract row decides what staff may change.
 *
 * Errors: `proof.required`.
 */
export function checkStepUpCode(session: CustomerSession | StaffSession | null, now: Date): void {
  if (session?.kind === "customer" && session.staffUserid !== null) return
  const provenAt = session?.kind === "customer" ? session.provenAt : null
  const isRecent = provenAt !== null && provenAt > earlier(now, { minutes: proofMinutes })
  if (!isRecent) throw new ApiError("proof.required")
}
