import type { Clock } from "../clock.ts"
import type { PeriodicJob } from "./job.ts"
import { type RetainedSince, type Retention, retainedSince } from "./retention.ts"

/** Deletes rows of one kind that ended before the kind's moment and are not needed. */
export type Cleanup = (before: RetainedSince) => Promise<void>

/** Deletes expired rows of all subjects. Several processes may do so at once. */
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
      const before = retainedSince(retention, clock.now())
      for (const cleanUp of cleanups) await cleanUp(before)
    },
  } satisfies PeriodicJob
}
