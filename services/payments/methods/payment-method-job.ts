import type { Database } from "#database/open.ts"
import type { Clock } from "#platform/clock.ts"
import { later } from "#platform/time.ts"
import {
  claimDueRequests,
  deleteOldRequests,
  deleteUsedOnce,
  type MethodRequest,
  tryRequestLater,
} from "./payment-method-requests.store.ts"

const pollSeconds = 15
const atOnce = 10
/** How long one process has for what it has taken. */
const claimSeconds = 120
const longestWaitSeconds = 3_600
/** A method for one payment is not needed longer: the payment is decided by then. */
const keepOnceHours = 24
const keepEndedDays = 30

interface Needs {
  database: Database
  clock: Clock
  log: { warn(data: object, text: string): void }
  carryOut: (request: MethodRequest) => Promise<unknown>
}

/**
 * Goes on with requests that nobody waits for any more: whose process died, whose gateway did not
 * answer. Any number of processes may do so: each request is taken by one.
 */
export function startMethodWorker({ database, clock, log, carryOut }: Needs) {
  let working: Promise<void> | undefined
  const poll = setInterval(() => void work(), pollSeconds * 1000)
  poll.unref()

  /** Never throws. */
  function work(): Promise<void> {
    working ??= look()
      .catch((error: unknown) => {
        log.warn({ reason: nameOf(error) }, "Requests about payment methods could not be read.")
      })
      .finally(() => {
        working = undefined
      })
    return working
  }

  async function look() {
    const now = clock.now()
    await deleteUsedOnce(database, after(now, -keepOnceHours * 3_600), now)
    await deleteOldRequests(database, after(now, -keepEndedDays * 86_400))
    const until = after(now, claimSeconds)
    for (const request of await claimDueRequests(database, now, until, atOnce)) await run(request)
  }

  async function run(request: MethodRequest) {
    try {
      await carryOut(request)
    } catch (error) {
      const { id, tries } = request
      log.warn({ request: id, tries, reason: nameOf(error) }, "A payment method has to wait.")
      const wait = Math.min(pollSeconds * 2 ** tries, longestWaitSeconds)
      await tryRequestLater(database, id, after(clock.now(), wait))
    }
  }

  return {
    work,
    async stop() {
      clearInterval(poll)
      await working
    },
  }
}

function after(time: Date, seconds: number): Date {
  return later(time, { seconds })
}

/** What kind of error it is; its message could hold what the request holds. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown"
  return (error as NodeJS.ErrnoException).code ?? error.name
}
