import { AsyncLocalStorage } from "node:async_hooks"
import { ApiError } from "#contracts/messages.ts"
import { type HashPool, serverThreads } from "#platform/hashing/hash-pool.ts"
import { createQueue } from "#platform/queue.ts"

/** How many calls run in parallel, and how many more may wait. */
interface Room {
  atOnce: number
  waiting: number
}

/**
 * Enough to keep the hashing threads busy. Each call occasionally takes a database connection. At
 * about 25 hashes per second and thread, a full queue is four seconds of work for one thread.
 */
export const customerRoom: Room = { atOnce: serverThreads + 2, waiting: 100 }
const staffRoom: Room = { atOnce: 2, waiting: 20 }
const retryAfterSeconds = 5

export type InLine = <Result>(work: () => Promise<Result>) => Promise<Result>

/** The queues of calls that hash passwords or security answers. */
export interface HashingQueues {
  customers: InLine
  /** A separate queue, so that a rush of customers does not block staff. */
  staff: InLine
}

/** True while a call runs that has waited in its queue. */
const turn = new AsyncLocalStorage<boolean>()

export function createHashingLines(): HashingQueues {
  return { customers: createInLine(customerRoom), staff: createInLine(staffRoom) }
}

/**
 * A call waits before it reads from the database or counts a try. So a rush leaves the connections
 * to other calls, and a refused person has not used up a try.
 *
 * Errors: those of `work`; `server.busy` if the queue is full.
 */
function createInLine({ atOnce, waiting }: Room): InLine {
  const line = createQueue(atOnce)
  return async (work) => {
    if (line.waiting() >= waiting) throw new ApiError("server.busy", {}, retryAfterSeconds)
    return await line.run(() => asWaited(work))
  }
}

/** Does work that may hash. Tests that call services without the server use it. */
export function asWaited<Result>(work: () => Promise<Result>): Promise<Result> {
  return turn.run(true, work)
}

/**
 * The threads of `pool` for calls that have waited in the queue. Errors: an `Error` for any other
 * call.
 */
export function afterWaiting(pool: HashPool): HashPool {
  return {
    ...pool,
    async hash(work) {
      if (!turn.getStore()) throw new Error("A call that hashes needs `waitsInLine`.")
      return await pool.hash(work)
    },
  }
}
