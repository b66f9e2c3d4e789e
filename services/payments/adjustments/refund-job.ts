import type { ClaimingJob } from "#platform/jobs/job.ts"
import { later } from "#platform/time.ts"
import type { Deps } from "#services/deps.ts"
import { claimSeconds } from "../paying/state-changes.ts"
import type { createRefunding } from "./refunding.ts"
import { claimRefunds, type RefundRow } from "./refunds.store.ts"

/**
 * Continues refunds whose process died, or that failed while the gateway or account system was
 * unavailable.
 */
export function refundJob(
  { database }: Pick<Deps, "database">,
  { run }: Pick<ReturnType<typeof createRefunding>, "run">,
): ClaimingJob<RefundRow> {
  return {
    name: "refunds",
    everySeconds: 2,
    runsAtStart: true,
    atOnce: 5,
    async claim(limit, now) {
      return await claimRefunds(database, now, later(now, { seconds: claimSeconds }), limit)
    },
    run,
  }
}
