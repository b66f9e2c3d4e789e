import { ApiError } from "#contracts/messages.ts"
import { serverThreads } from "#platform/hashing/hash-pool.ts"
import { createLine } from "#platform/line.ts"

/** Enough to keep the hashing threads busy. Each takes a connection to the database at times. */
export const mostSignInsAtOnce = serverThreads + 2
/** At about 25 hashes a second and thread, four seconds of work for one thread. */
export const mostSignInsWaiting = 100
const retryAfterSeconds = 5

export type InLine = <Result>(work: () => Promise<Result>) => Promise<Result>

/**
 * The line of customers who sign in. They wait before anything is read from the database or counted,
 * so that a rush leaves its connections to other calls, and a customer who is refused has used up
 * no try.
 *
 * Errors: those of `work`; `server.busy` if the line is full.
 */
export function createSignInLine(): InLine {
  const line = createLine(mostSignInsAtOnce)
  return async (work) => {
    if (line.waiting() >= mostSignInsWaiting) {
      throw new ApiError("server.busy", {}, retryAfterSeconds)
    }
    return await line.run(work)
  }
}
