import { createEventMetrics } from "#platform/http/event-metrics.ts"
import type { Cleanup } from "#platform/jobs/housekeeping-job.ts"
import type { Job } from "#platform/jobs/job.ts"
import type { Deps } from "#services/deps.ts"
import { eventBacklogJob } from "./backlog-job.ts"
import type { EventSettings } from "./endpoints.ts"
import { eventDeliveryJob } from "./event-delivery-job.ts"
import { deleteOldEvents } from "./events.store.ts"
import { type Concerned, createEffects } from "./received/effects.ts"
import { deleteOldReceived } from "./received/received-events.store.ts"
import { createReceivedEvents } from "./received/received-events.ts"

/** Events that we send to the account system and other systems, and events that it sends us. */
export function createEvents(
  deps: Deps,
  { endpoints, senders }: EventSettings,
  concerned: Concerned,
) {
  const { database } = deps
  const metrics = createEventMetrics()
  const effects = createEffects(deps, concerned)
  const { receive } = createReceivedEvents(deps, senders, effects, metrics)

  const forgetOldEvents: Cleanup = async ({ ended, unsentEvents }) => {
    await deleteOldEvents(database, ended, unsentEvents)
    await deleteOldReceived(database, ended)
  }

  return {
    /** Receives an event of the account system. */
    receive,
    jobs: [
      ...endpoints.map((endpoint) => eventDeliveryJob(deps, endpoint)),
      eventBacklogJob(deps, endpoints, metrics),
    ] as Job[],
    cleanups: [forgetOldEvents],
    metrics: Object.values(metrics),
  }
}
