import type { EventMetrics } from "#platform/http/event-metrics.ts"
import type { PeriodicJob } from "#platform/jobs/job.ts"
import type { Deps } from "#services/deps.ts"
import { findBacklogs } from "./backlog.store.ts"
import type { EventEndpoint } from "./endpoints.ts"

/**
 * Updates the backlog metrics of each endpoint, including endpoints that are no longer configured.
 */
export function eventBacklogJob(
  { database, clock }: Pick<Deps, "database" | "clock">,
  endpoints: readonly EventEndpoint[],
  { waiting, oldest, dead }: Pick<EventMetrics, "waiting" | "oldest" | "dead">,
) {
  return {
    name: "event backlog",
    everySeconds: 15,
    runsAtStart: true,
    async run() {
      const backlogs = await findBacklogs(database)
      for (const metric of [waiting, oldest, dead]) {
        metric.reset()
        for (const { name } of endpoints) metric.set({ endpoint: name }, 0)
      }
      for (const { endpoint, ...of } of backlogs) {
        const since = of.oldestSince ?? clock.now()
        waiting.set({ endpoint }, of.waiting)
        oldest.set({ endpoint }, (clock.now().getTime() - since.getTime()) / 1000)
        dead.set({ endpoint }, of.dead)
      }
    },
  } satisfies PeriodicJob
}
