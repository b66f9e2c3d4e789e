import type { Database } from "#database/open.ts"
import type { Clock } from "#platform/clock.ts"
import { later } from "#platform/time.ts"
import { claimRun, finishRun } from "./billing-run.store.ts"
import type { BillingRun } from "./billing-run.ts"

/** How often a process looks whether the day's run is still to be done. */
const lookMinutes = 5
/** A run that takes longer is taken for killed; two that overlap do no harm. */
const claimMinutes = 30

interface Needs {
  database: Database
  clock: Clock
  run: BillingRun["run"]
  log: { info(data: object, text: string): void; warn(data: object, text: string): void }
}

/**
 * Does the day's billing once a day, from whichever process comes first. A run that failed or was
 * killed is made up for within the hour.
 */
export function startBillingSchedule({ database, clock, run, log }: Needs) {
  let looking: Promise<void> | undefined
  const timer = setInterval(look, lookMinutes * 60_000)
  timer.unref()
  look()

  function look() {
    looking ??= runIfDue()
      .catch((error: Error) => log.warn({ reason: error.name }, "The billing run did not end."))
      .finally(() => {
        looking = undefined
      })
  }

  async function runIfDue() {
    const day = clock.today().toString()
    const now = clock.now()
    const until = later(now, { minutes: claimMinutes })
    if (!(await claimRun(database, day, now, until))) return
    const report = await run()
    // What could not be tried is tried again by the run that takes over.
    if (report && report.failed > 0) return
    await finishRun(database, day, clock.now())
    log.info({ day, ...report }, "The day's billing run is done.")
  }

  return {
    async stop() {
      clearInterval(timer)
      await looking
    },
  }
}
