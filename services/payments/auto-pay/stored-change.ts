import { ApiError } from "#contracts/messages.ts"
import { AccountSystemAway } from "#ports/policy-admin/port.ts"

/**
 * Reads for the reply to a stored change. If the account system becomes unavailable in the
 * meantime, the change is not undone, and the customer must not repeat it. Errors:
 * `autoPay.pending`, errors of `read`.
 */
export async function afterStored<Value>(read: Promise<Value>): Promise<Value> {
  return await read.catch((error: unknown) => {
    if (error instanceof AccountSystemAway) throw new ApiError("autoPay.pending")
    throw error
  })
}
