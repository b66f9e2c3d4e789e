import type { Clock } from "../clock.ts"
import type { PeriodicJob } from "./job.ts"
import { type OldestKept, oldestKept, type Retention } from "./retention.ts"

/** Deletes rows that are not needed: those of its kind that ended before the moment of the kind. */
export type Tidy = (before: OldestKept) => Promise<void>

/** Deletes what is over, in all subjects. Several processes may do so at once. */
export function housekeepingJob({
  clock,
  tidies,
  retention,
}: {
  clock: Clock
  tidies: readonly Tidy[]
  retention: Retention
}) {
  return {
    name: "housekeeping",
    everySeconds: 3_600,
    async run() {
      const before = oldestKept(retention, clock.now())
      for (const tidy of tidies) await tidy(before)
    },
  } satisfies PeriodicJob
}
