import type { ClaimingJob } from "#platform/jobs/job.ts"
import { later } from "#platform/time.ts"
import type { Deps } from "#services/deps.ts"
import { claimSeconds } from "../paying/state-changes.ts"
import type { createRefunding } from "./refunding.ts"
import { claimRefunds, type RefundRow } from "./refunds.store.ts"

/** Continues refunds whose process died, or whose gateway or account system was away. */
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
    // `run` itself saves when a refund has work again, and never throws.
    backOff: async () => {},
  }
}
