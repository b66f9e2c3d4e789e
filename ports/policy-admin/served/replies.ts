import { createHash } from "node:crypto"
import type { Clock } from "#platform/clock.ts"
import { milliseconds } from "#platform/time.ts"

/** A key that came with another request before. */
export class KeyReused extends Error {
  override name = "KeyReused"
}

const keptForMs = milliseconds({ hours: 24 })
const mostKept = 100_000

/**
 * Makes a change once for each Idempotency-Key, and gives every repetition its reply, also while the
 * change is under way. A change that failed may be tried again.
 *
 * Replies are kept in memory for a day. After a restart, the ids of payments, refunds and corrections
 * still keep the account system from posting them twice.
 */
export function createReplies(clock: Clock) {
  const kept = new Map<string, { asked: string; reply: Promise<string>; until: number }>()

  /** Errors: those of `make`; `KeyReused`. */
  return async function once(
    key: string,
    request: string,
    make: () => Promise<string>,
  ): Promise<string> {
    const now = clock.now().getTime()
    const asked = createHash("sha256").update(request).digest("base64")
    const known = kept.get(key)
    if (known && known.until > now) {
      if (known.asked !== asked) throw new KeyReused("Another request had this key.")
      return await known.reply
    }
    const reply = make()
    kept.delete(key)
    kept.set(key, { asked, reply, until: now + keptForMs })
    for (const [oldest, { until }] of kept) {
      if (until > now && kept.size <= mostKept) break
      kept.delete(oldest)
    }
    try {
      return await reply
    } catch (error) {
      if (kept.get(key)?.reply === reply) kept.delete(key)
      throw error
    }
  }
}
