import { Failure, type MessageId } from "#contracts/messages.ts"
import type { Database } from "#database/open.ts"
import type { Queries } from "#database/sql.ts"
import type { Clock } from "#ports/clock.ts"
import { waitingTime } from "#services/words.ts"
import { countCall, forgetBudgets } from "./budgets.store.ts"

export interface Budget {
  calls: number
  minutes: number
  /** What is said when it is used up, with `{wait}`; `request.tooMany` unless given. */
  message?: MessageId
}

const keepHours = 24

/** How often something may be tried, counted in the database, so that every process counts alike. */
export function createBudgets({ database, clock }: { database: Database; clock: Clock }) {
  return {
    /**
     * Spends one call of `key`'s budget; inside a transaction, with it.
     *
     * Errors: the budget's message with the seconds to wait when it is used up.
     */
    async spend(key: string, budget: Budget, queries: Queries = database): Promise<void> {
      const length = budget.minutes * 60_000
      const now = clock.now().getTime()
      const windowStart = now - (now % length)
      const calls = await countCall(queries, key, new Date(windowStart))
      if (calls <= budget.calls) return
      const seconds = Math.ceil((windowStart + length - now) / 1000)
      throw new Failure(
        budget.message ?? "request.tooMany",
        { wait: waitingTime(seconds) },
        seconds,
      )
    },
    /** Removes counts that no window needs any more. */
    async forgetOld(): Promise<void> {
      await forgetBudgets(database, new Date(clock.now().getTime() - keepHours * 3_600_000))
    },
  }
}

export type Budgets = ReturnType<typeof createBudgets>
