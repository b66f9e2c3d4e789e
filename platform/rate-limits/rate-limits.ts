import { ApiError, type MessageId } from "#contracts/messages.ts"
import type { Database } from "#database/open.ts"
import type { Queries } from "#database/sql.ts"
import type { Secrets } from "#platform/keys/secrets.ts"
import { waitingTime } from "#platform/text/words.ts"
import type { Clock } from "../clock.ts"
import { earlier, later } from "../time.ts"
import { addCall, forgetRateLimits, lastCallInTheWay, type Window } from "./rate-limits.store.ts"

export interface RateLimit {
  /** The most calls in any window of this length. */
  calls: number
  minutes: number
  /** The message when the limit is reached, with `{wait}` and `{calls}`; default: `request.tooMany`. */
  message?: MessageId
}

/**
 * Rate limits, counted in the database so that all processes share the counts. A window slides: at
 * most `calls` calls happen within any `minutes` minutes. A refused call does not count.
 *
 * The database stores only keyed hashes of the keys of rate limits, because keys contain names and
 * addresses.
 */
export function createRateLimits({
  database,
  clock,
  secrets,
}: {
  database: Database
  clock: Clock
  secrets: Secrets
}) {
  function windowOf(key: string, { calls, minutes }: RateLimit): Window {
    const now = clock.now()
    return {
      keyHash: secrets.hash("rate limit", key),
      mostCalls: calls,
      now,
      from: earlier(now, { minutes }),
      overAt: later(now, { minutes }),
    }
  }

  return {
    /**
     * Uses one call of the rate limit of `key`; inside a transaction, a rollback takes it back.
     *
     * Errors: the limit's message, with the seconds until the next call is allowed.
     */
    async consume(key: string, rateLimit: RateLimit, queries: Queries = database): Promise<void> {
      const window = windowOf(key, rateLimit)
      if (await addCall(queries, window)) return
      const inTheWay = await lastCallInTheWay(queries, window)
      const wait = inTheWay ? inTheWay.getTime() - window.from.getTime() : 0
      const seconds = Math.max(1, Math.ceil(wait / 1000))
      throw new ApiError(
        rateLimit.message ?? "request.tooMany",
        { wait: waitingTime(seconds), calls: String(rateLimit.calls) },
        seconds,
      )
    },
    /**
     * Like `consume`, for code that can continue without the call: false when the limit is reached.
     */
    async isWithin(
      key: string,
      rateLimit: RateLimit,
      queries: Queries = database,
    ): Promise<boolean> {
      return await addCall(queries, windowOf(key, rateLimit))
    },
    /** Deletes rows that no window needs. */
    async forgetOld(): Promise<void> {
      await forgetRateLimits(database, clock.now())
    },
  }
}

export type RateLimits = ReturnType<typeof createRateLimits>
