import { ApiError, type MessageId } from "#contracts/messages.ts"
import { ConflictingChange } from "./product-lock.store.ts"

/** How often something is read and stored if something else of the product is stored meanwhile. */
export const attempts = 5

/**
 * Reads and stores by `work`, and again while something of the product is stored in between. Errors:
 * those of `work`; `otherwise` after the last attempt.
 */
export async function readAgain<Result>(
  work: () => Promise<Result>,
  otherwise: MessageId,
): Promise<Result> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof ConflictingChange)) throw error
    }
  }
  throw new ApiError(otherwise)
}
