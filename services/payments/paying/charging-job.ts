import type { ClaimingJob } from "#platform/jobs/job.ts"
import { later } from "#platform/time.ts"
import type { Deps } from "#services/deps.ts"
import { claimDuePayments } from "./charging.store.ts"
import type { PaymentProcessing } from "./payment-processing.ts"
import type { Payment } from "./payments.store.ts"
import { claimSeconds } from "./state-changes.ts"

/**
 * Continues payments whose process died, or that failed while the gateway or account system was
 * unavailable. Payments with a waiting customer are charged outside this job, by `submit`.
 */
export function chargingJob(
  { database }: Deps,
  processing: Pick<PaymentProcessing, "run">,
): ClaimingJob<Payment> {
  return {
    name: "charging",
    everySeconds: 2,
    runsAtStart: true,
    atOnce: 10,
    async claim(limit, now) {
      return await claimDuePayments(database, now, later(now, { seconds: claimSeconds }), limit)
    },
    async run(payment) {
      await processing.run(payment)
    },
  }
}
