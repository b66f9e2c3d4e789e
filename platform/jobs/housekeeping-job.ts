import type { Clock } from "../clock.ts"
import type { PeriodicJob } from "./job.ts"
import { type OldestCached, oldestCached, type Retention } from "./retention.ts"

/** Deletes rows that are not needed: those of its kind that ended before the moment of the kind. */
export type Cleanup = (before: OldestCached) => Promise<void>

/** Deletes what is over, in all subjects. Several processes may do so at once. */
export function housekeepingJob({
  clock,
  cleanups,
  retention,
}: {
  clock: Clock
  cleanups: readonly Cleanup[]
  retention: Retention
}) {
  return {
    name: "housekeeping",
    everySeconds: 3_600,
    async run() {
      const before = oldestCached(retention, clock.now())
      for (const cleanUp of cleanups) await cleanUp(before)
    },
  } satisfies PeriodicJob
}
