import { ApiError } from "#contracts/messages.ts"
import { AccountSystemAway } from "#ports/policy-admin/port.ts"

/**
 * Reads for the reply to a change. If it is stored and the account system goes away meanwhile, it is
 * not undone, and the customer must not do it again. Errors: `autoPay.pending`, those of `read`.
 */
export async function afterStored<Value>(isStored: boolean, read: Promise<Value>): Promise<Value> {
  return await read.catch((error: unknown) => {
    if (isStored && error instanceof AccountSystemAway) throw new ApiError("autoPay.pending")
    throw error
  })
}
