import { setTimeout as sleep } from "node:timers/promises"
import { DatabaseUnavailable, isToRepeat } from "./unavailable.ts"

const mostTries = 10
const firstWaitMs = 10
const longestWaitMs = 320

/**
 * Runs `work` again, at most ten times in all, while the database rolls it back because of a
 * deadlock or a serialization failure. Waits a random time in between, at most 2 s in all, so that
 * conflicting transactions do not meet again.
 *
 * Errors: those of `work`; `DatabaseUnavailable` after the last try.
 */
export async function repeatConflicts<Result>(
  place: string,
  work: () => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isToRepeat(error)) throw error
      if (tries === mostTries) throw new DatabaseUnavailable(place, { cause: error })
      await sleep(Math.random() * Math.min(firstWaitMs * 2 ** tries, longestWaitMs))
    }
  }
}
