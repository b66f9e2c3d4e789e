import type { Queries } from "#database/sql.ts"
import type { Deps } from "#services/deps.ts"
import { isNumberTaken } from "./late-payments.store.ts"

const mostTries = 5

/**
 * Runs the transaction again if another payment of the product took the same number meanwhile: a
 * late payment takes the next one.
 */
export async function repeatTakenNumber(
  database: Deps["database"],
  work: (tx: Queries) => Promise<void>,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await database.transaction(work)
    } catch (error) {
      if (!isNumberTaken(error) || tries === mostTries) throw error
    }
  }
}
