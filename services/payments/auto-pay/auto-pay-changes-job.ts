import type { PeriodicJob } from "#platform/jobs/job.ts"
import { earlier } from "#platform/time.ts"
import type { Deps } from "#services/deps.ts"
import { longestRetrySeconds } from "../paying/posting-failures.ts"
import { findWaitingProducts } from "./auto-pay.store.ts"
import type { AutoPayChanges } from "./auto-pay-changes.ts"
import { findAccountsWithOpenSkips } from "./skips.store.ts"
import type { AutoPaySkips } from "./skips.ts"

/** Seconds after which the process that made the change is considered dead. */
const waitSeconds = 60

/**
 * Completes open changes and skips whose process died, or that failed while the account system was
 * unavailable.
 */
export function autoPayChangesJob(
  { database, clock }: Deps,
  { finish }: Pick<AutoPayChanges, "finish">,
  skips: Pick<AutoPaySkips, "finish">,
) {
  return {
    name: "auto pay changes",
    everySeconds: 15,
    async run() {
      const before = earlier(clock.now(), { seconds: waitSeconds })
      for (const { client, policyNumber } of await findWaitingProducts(database, before)) {
        if ((await finish(client, policyNumber)) === "away") return
      }
      const refusedBefore = earlier(clock.now(), { seconds: longestRetrySeconds })
      const accounts = await findAccountsWithOpenSkips(database, before, refusedBefore)
      for (const { client, accountNumber } of accounts) {
        if ((await skips.finish(client, accountNumber)) === "away") return
      }
    },
  } satisfies PeriodicJob
}
