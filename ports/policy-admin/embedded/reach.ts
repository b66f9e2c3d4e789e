import { DatabaseUnavailable } from "#database/unavailable.ts"
import { AccountSystemAway } from "../port.ts"

/** Distinguishes an unavailable database from an invalid statement, which is our own fault. */
export async function reach<Result>(answer: Promise<Result>): Promise<Result> {
  try {
    return await answer
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error
    throw new AccountSystemAway("The database of the account system cannot be reached.", {
      cause: error,
    })
  }
}
