import { ApiError } from "#contracts/messages.ts"
import { proofMinutes } from "#contracts/rules.ts"
import { earlier } from "#platform/time.ts"
import type { CustomerSession, StaffSession } from "#services/call-request.ts"

/**
 * Refuses a customer's session in which no one-time code was entered within the last
 * `proofMinutes`. What staff may change is decided by the contract's caller.
 *
 * Errors: `proof.required`.
 */
export function checkProof(session: CustomerSession | StaffSession | null, now: Date): void {
  if (session?.kind === "customer" && session.staffUserid !== null) return
  const provenAt = session?.kind === "customer" ? session.provenAt : null
  const isRecent = provenAt !== null && provenAt > earlier(now, { minutes: proofMinutes })
  if (!isRecent) throw new ApiError("proof.required")
}
