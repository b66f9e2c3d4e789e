import type { Queries } from "./sql.ts"
import { DatabaseUnavailable } from "./unavailable.ts"

/** Milliseconds for which the primary gets all reads after the replica was unavailable. */
const restMs = 10_000

/**
 * Reads that may be some seconds old: from the replica, or from the primary if the replica fails.
 * Never use them to decide about money, identity or a change.
 */
export function createLaggingReads(primary: Queries, replica: Queries): Queries {
  let restsUntil = 0
  return {
    async rows<Row extends object>(statement: Parameters<Queries["rows"]>[0]) {
      if (performance.now() < restsUntil) return await primary.rows<Row>(statement)
      return await replica.rows<Row>(statement).catch(async (error: unknown) => {
        if (error instanceof DatabaseUnavailable) restsUntil = performance.now() + restMs
        return await primary.rows<Row>(statement)
      })
    },
  }
}
