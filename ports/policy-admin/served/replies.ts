import { createHash } from "node:crypto"
import type { Clock } from "#platform/clock.ts"
import { earlier } from "#platform/time.ts"

/** The key already came with another request. */
export class KeyReused extends Error {
  override name = "KeyReused"
}

/** The reply to a change, and the digest of its request. */
export interface GivenReply {
  asked: Buffer
  reply: string
}

/** The replies of the last day, by the digest of operation and key. */
export interface GivenReplies {
  /** A reply that was given after `since`. */
  find(key: Buffer, since: Date): Promise<GivenReply | undefined>
  /** Stores a reply, unless one is already stored. Returns the stored one. */
  keep(key: Buffer, given: GivenReply, at: { now: Date; since: Date }): Promise<GivenReply>
}

const keptHours = 24
const mostInMemory = 100_000

/**
 * Makes a change once for each Idempotency-Key, and gives every repetition its reply, also while
 * the change is in progress. A failed change may be tried again.
 */
export function createReplies(clock: Clock, given: GivenReplies = repliesInMemory()) {
  const underWay = new Map<string, Promise<GivenReply>>()

  /** Errors: those of `make` and of `given`; `KeyReused`. */
  return async function once(
    name: string,
    request: string,
    make: () => Promise<string>,
  ): Promise<string> {
    const key = digestOf(name)
    const id = key.toString("base64")
    const asked = digestOf(request)
    let made = underWay.get(id)
    if (!made) {
      made = findOrMake(key, asked, make).finally(() => underWay.delete(id))
      underWay.set(id, made)
    }
    const { asked: first, reply } = await made
    if (!first.equals(asked)) throw new KeyReused("Another request had this key.")
    return reply
  }

  async function findOrMake(key: Buffer, asked: Buffer, make: () => Promise<string>) {
    const now = clock.now()
    const since = earlier(now, { hours: keptHours })
    const known = await given.find(key, since)
    return known ?? (await given.keep(key, { asked, reply: await make() }, { now, since }))
  }
}

/**
 * Stores replies in memory. After a restart, the ids of payments, refunds and corrections still
 * prevent duplicate postings.
 */
function repliesInMemory(): GivenReplies {
  const kept = new Map<string, GivenReply & { at: Date }>()
  return {
    async find(key, since) {
      const known = kept.get(key.toString("base64"))
      return known && known.at > since ? known : undefined
    },
    async keep(key, given, { now, since }) {
      const id = key.toString("base64")
      kept.delete(id)
      kept.set(id, { ...given, at: now })
      for (const [oldest, { at }] of kept) {
        if (at > since && kept.size <= mostInMemory) break
        kept.delete(oldest)
      }
      return given
    },
  }
}

function digestOf(text: string): Buffer {
  return createHash("sha256").update(text).digest()
}
