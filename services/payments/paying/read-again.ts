import { ApiError, type MessageId } from "#contracts/messages.ts"
import { ConflictingChange } from "./product-lock.store.ts"

/**
 * Maximum number of attempts to read and store when something else about the product is stored in
 * the meantime.
 */
export const attempts = 5

/**
 * Runs `work`, which reads and stores, and repeats it while something else about the product is
 * stored in between. Errors: errors of `work`; `otherwise` after the last attempt.
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
