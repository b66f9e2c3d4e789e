import type { Database } from "#database/open.ts"
import type { Clock } from "#platform/clock.ts"
import { later } from "#platform/time.ts"
import { claimDuePayments } from "./charging.store.ts"
import type { Payment } from "./payments.store.ts"
import { claimSeconds } from "./state-changes.ts"

/** Payments that one process works on at the same time, beside those that people wait for. */
const atOnce = 10
/** For payments whose process is gone, and those that were put off. */
const pollSeconds = 2

interface Needs {
  database: Database
  clock: Clock
  log: { warn(data: object, text: string): void }
  /** Goes on with a payment that is claimed for it. Never throws. */
  run: (payment: Payment) => Promise<void>
}

/**
 * Goes on with payments that nobody works on any more: whose process died, whose gateway or account
 * system was away. Any number of processes may do so: each payment is claimed by one.
 */
export function startPaymentWorker({ database, clock, log, run }: Needs) {
  const working = new Set<Promise<void>>()
  let looking: Promise<void> | undefined
  let lookAgain = false
  let stopped = false
  const poll = setInterval(wake, pollSeconds * 1000)
  wake()

  /** Looks for due payments now. Never throws. */
  function wake() {
    if (stopped) return
    lookAgain = true
    looking ??= look().finally(() => {
      looking = undefined
    })
  }

  async function look() {
    try {
      while (lookAgain && !stopped) {
        lookAgain = false
        await claim()
      }
    } catch (error) {
      log.warn({ reason: (error as Error).name }, "Payments could not be read; trying again soon.")
    }
  }

  async function claim() {
    const free = atOnce - working.size
    if (free === 0) return
    const now = clock.now()
    const until = later(now, { seconds: claimSeconds })
    const payments = await claimDuePayments(database, now, until, free)
    const isBacklog = payments.length === free
    for (const payment of payments) {
      const work = run(payment).finally(() => {
        working.delete(work)
        if (isBacklog) wake()
      })
      working.add(work)
    }
  }

  /** Resolves when no payment is being looked for or worked on. */
  async function idle() {
    while (looking || working.size > 0) await Promise.all([looking, ...working])
  }

  return {
    wake,
    idle,
    /** Takes no more payments, and waits for those that it works on. */
    async stop() {
      stopped = true
      clearInterval(poll)
      await idle()
    },
  }
}
