import { waitAfter } from "#platform/jobs/backoff.ts"
import type { ClaimingJob } from "#platform/jobs/job.ts"
import { earlier, later } from "#platform/time.ts"
import type { Deps } from "#services/deps.ts"
import type { EventEndpoint } from "./endpoints.ts"
import { claimDeliveries, type DueDelivery, markDelivered, putOffDelivery } from "./events.store.ts"
import { EventNotSent, sendEvent } from "./send-event.ts"

/**
 * Much longer than one attempt, so that two processes never send the same event at the same time.
 */
const claimSeconds = 60
const giveUpAfterDays = 3
const waits = { first: 5, longest: 6 * 3_600 }

/**
 * Sends events to one endpoint, so that a slow or unavailable endpoint does not delay the others.
 * Each event is sent at least once: if a process dies after sending and before saving the result,
 * the next process sends the event again with the same webhook-id.
 */
export function eventDeliveryJob(
  { database, clock, log }: Pick<Deps, "database" | "clock" | "log">,
  endpoint: EventEndpoint,
): ClaimingJob<DueDelivery> {
  return {
    name: `events to ${endpoint.name}`,
    everySeconds: 2,
    runsAtStart: true,
    stopsLast: true,
    atOnce: 5,
    async claim(limit, now) {
      const leaseUntil = later(now, { seconds: claimSeconds })
      return await claimDeliveries(database, endpoint.name, now, leaseUntil, limit)
    },
    async run(delivery, signal) {
      const { eventId: id, body } = delivery
      await sendEvent(endpoint, { id, at: clock.now(), body }, signal)
      await markDelivered(database, delivery, clock.now())
    },
    async backOff(delivery, error) {
      // The event was sent, but saving that failed.
      if (!(error instanceof EventNotSent)) throw error
      const { eventId: event, tries, since } = delivery
      const { reason, isGone } = error
      const now = clock.now()
      const isOver = isGone || since <= earlier(now, { days: giveUpAfterDays })
      const data = { event, endpoint: endpoint.name, tries, reason }
      log.warn(data, isOver ? "An event was given up." : "An event was put off.")
      const seconds = waitAfter(tries, waits, Math.random())
      const nextTryAt = isOver ? null : later(now, { seconds })
      await putOffDelivery(database, delivery, { nextTryAt, reason, now })
    },
  }
}
