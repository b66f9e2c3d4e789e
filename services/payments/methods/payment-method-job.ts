import { errorName } from "#platform/error-name.ts"
import { waitAfter } from "#platform/jobs/backoff.ts"
import type { ClaimingJob } from "#platform/jobs/job.ts"
import { earlier, later } from "#platform/time.ts"
import type { Deps } from "#services/deps.ts"
import {
  claimDueRequests,
  deleteUsedOnce,
  type MethodRequest,
  tryRequestLater,
} from "./payment-method-requests.store.ts"

/** Seconds that a process has for a request that it claimed. */
const claimSeconds = 120
const waits = { first: 30, longest: 3_600 }
/** Hours after which a method for one payment is deleted: the payment is decided by then. */
const keepOnceHours = 24

/** Continues requests whose process died, or whose gateway did not answer. */
export function paymentMethodJob(
  { database, clock, log }: Deps,
  carryOut: (request: MethodRequest) => Promise<unknown>,
): ClaimingJob<MethodRequest> {
  return {
    name: "payment methods",
    everySeconds: 15,
    atOnce: 1,
    async claim(limit, now) {
      await deleteUsedOnce(database, earlier(now, { hours: keepOnceHours }), now)
      return await claimDueRequests(database, now, later(now, { seconds: claimSeconds }), limit)
    },
    async run(request) {
      await carryOut(request)
    },
    async backOff({ client, id, tries }, error) {
      log.warn({ request: id, tries, reason: errorName(error) }, "A payment method has to wait.")
      const seconds = waitAfter(tries, waits)
      await tryRequestLater(database, client, id, later(clock.now(), { seconds }))
    },
  }
}
