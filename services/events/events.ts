import { createEventMetrics } from "#platform/http/event-metrics.ts"
import type { Tidy } from "#platform/jobs/housekeeping-job.ts"
import type { Job } from "#platform/jobs/job.ts"
import { earlier } from "#platform/time.ts"
import type { Deps } from "#services/deps.ts"
import { eventBacklogJob } from "./backlog-job.ts"
import type { EventSettings } from "./endpoints.ts"
import { eventDeliveryJob } from "./event-delivery-job.ts"
import { deleteOldEvents } from "./events.store.ts"

/** An event that was not sent stays so long, so that it can be replayed. */
const keepUnsentDays = 400

/** Events that we send to the account system and to others. */
export function createEvents(deps: Deps, { endpoints }: EventSettings) {
  const { database, clock } = deps
  const metrics = createEventMetrics()

  const forgetOldEvents: Tidy = async (endedBefore) => {
    await deleteOldEvents(database, endedBefore, earlier(clock.now(), { days: keepUnsentDays }))
  }

  return {
    jobs: [
      ...endpoints.map((endpoint) => eventDeliveryJob(deps, endpoint)),
      eventBacklogJob(deps, endpoints, metrics),
    ] as Job[],
    tidies: [forgetOldEvents],
    metrics: Object.values(metrics),
  }
}
