import { waitAfter } from "#platform/jobs/backoff.ts"
import type { ClaimingJob } from "#platform/jobs/job.ts"
import { earlier, later } from "#platform/time.ts"
import type { Deps } from "#services/deps.ts"
import type { EventEndpoint } from "./endpoints.ts"
import { claimDeliveries, type DueDelivery, markDelivered, putOffDelivery } from "./events.store.ts"
import { EventNotSent, sendEvent } from "./send-event.ts"

/** Much longer than a try takes, so that two processes never send one event at the same time. */
const claimSeconds = 60
const giveUpAfterDays = 3
const waits = { first: 5, longest: 6 * 3_600 }

/**
 * Sends events to one endpoint, so that an endpoint that is slow or away delays no other. Each event
 * is sent at least once: if a process dies between sending it and saving that, the next one sends it
 * again with the same webhook-id.
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
      // It was sent, but that could not be saved.
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
