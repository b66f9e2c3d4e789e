import { ApiError } from "#contracts/messages.ts"
import { proofMinutes } from "#contracts/rules.ts"
import type { CustomerSession, StaffSession } from "#services/call-request.ts"

/**
 * Refuses a customer's session in which no one-time code was entered within the last
 * `proofMinutes`. What staff may change is decided by the contract's caller.
 *
 * Errors: `proof.required`.
 */
export function checkProof(session: CustomerSession | StaffSession | null, now: Date): void {
  if (session?.kind === "customer" && session.agentUserid !== null) return
  const provenAt = session?.kind === "customer" ? session.provenAt : null
  const age = provenAt === null ? Number.POSITIVE_INFINITY : now.getTime() - provenAt.getTime()
  if (age >= proofMinutes * 60_000) throw new ApiError("proof.required")
}
