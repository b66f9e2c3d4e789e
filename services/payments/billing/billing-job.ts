import type { PeriodicJob } from "#platform/jobs/job.ts"
import { later } from "#platform/time.ts"
import type { Deps } from "#services/deps.ts"
import { claimRun, finishRun } from "./billing-run.store.ts"
import type { BillingRun } from "./billing-run.ts"

/** A run that takes longer is considered killed. Two runs that overlap do no harm. */
const claimMinutes = 30

/**
 * Runs billing once a day, in the process that claims the day first: within five minutes after
 * midnight of `clock.today()`, or when a process starts and the day has no run yet. Another run
 * replaces one that failed or was killed, at most `claimMinutes` later.
 */
export function billingJob({ database, clock, log }: Deps, { run }: Pick<BillingRun, "run">) {
  return {
    name: "billing",
    everySeconds: 300,
    runsAtStart: true,
    async run() {
      const day = clock.today().toString()
      const now = clock.now()
      const isClaimed = await claimRun(database, day, now, later(now, { minutes: claimMinutes }))
      if (!isClaimed) return
      const report = await run()
      // The run that takes over tries again what could not be tried.
      if (report && report.failed > 0) return
      await finishRun(database, day, clock.now())
      log.info({ day, ...report }, "The day's billing run is done.")
    },
  } satisfies PeriodicJob
}
