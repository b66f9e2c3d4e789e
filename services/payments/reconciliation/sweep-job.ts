import type { PeriodicJob } from "#platform/jobs/job.ts"
import { instantOf, later } from "#platform/time.ts"
import { dayAt } from "#platform/time-zone.ts"
import type { Deps } from "#services/deps.ts"
import { claimSweep, releaseSweep } from "./sweep.store.ts"
import type { Sweep } from "./sweep.ts"

/** A sweep that takes longer is considered dead. Overlapping sweeps do no harm. */
const claimMinutes = 120

/** Sweeps once a day in UTC, in the process that claims the day first, until it succeeds. */
export function sweepJob({ database, clock, log }: Deps, { run }: Pick<Sweep, "run">) {
  return {
    name: "gateway sweep",
    everySeconds: 900,
    async run() {
      const now = clock.now()
      const day = dayAt(now, "UTC").toString()
      const until = later(now, { minutes: claimMinutes })
      if (!(await claimSweep(database, day, now, until))) return
      // After one account was away, only that one is swept again.
      const since = instantOf(`${day}T00:00:00Z`)
      try {
        const report = await run(since)
        log.info({ ...report }, "The gateway sweep of the day is done.")
      } catch (error) {
        await releaseSweep(database, day, clock.now())
        throw error
      }
    },
  } satisfies PeriodicJob
}
