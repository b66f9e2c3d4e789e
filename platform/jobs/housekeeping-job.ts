import type { Clock } from "../clock.ts"
import { earlier } from "../time.ts"
import type { PeriodicJob } from "./job.ts"

/** Rows stay this long after they end, so that staff can find out what happened. */
const keepDays = 30

/**
 * Deletes rows that are not needed. Most keep rows that ended after `endedBefore`. Some have their
 * own period: sent emails (`keepFinishedDays`), devices (`deviceDays`), and links to unsubscribe
 * (`linkDays`).
 */
export type Tidy = (endedBefore: Date) => Promise<void>

/** Deletes what is over, in all subjects. Several processes may do so at once. */
export function housekeepingJob({ clock, tidies }: { clock: Clock; tidies: readonly Tidy[] }) {
  return {
    name: "housekeeping",
    everySeconds: 3_600,
    async run() {
      const endedBefore = earlier(clock.now(), { days: keepDays })
      for (const tidy of tidies) await tidy(endedBefore)
    },
  } satisfies PeriodicJob
}
