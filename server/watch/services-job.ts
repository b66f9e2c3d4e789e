import type { Clock } from "#platform/clock.ts"
import { createServiceMetric } from "#platform/http/backlog-metrics.ts"
import type { PeriodicJob } from "#platform/jobs/job.ts"

/** A back-end service as this process last saw it. */
export interface SeenService {
  name: string
  isUp: boolean
  /** When this process first saw it so. */
  since: Date
}

type Services = () => Promise<{ name: string; status: "UP" | "DOWN" }[]>

/** Asks each back-end service every few seconds whether it answers, and keeps since when. */
export function watchServices(services: Services, clock: Clock) {
  const up = createServiceMetric()
  const seen = new Map<string, SeenService>()

  async function look(): Promise<SeenService[]> {
    for (const { name, status } of await services()) {
      const isUp = status === "UP"
      up.set({ service: name }, isUp ? 1 : 0)
      if (seen.get(name)?.isUp !== isUp) seen.set(name, { name, isUp, since: clock.now() })
    }
    return [...seen.values()]
  }

  const job: PeriodicJob = {
    name: "service checks",
    everySeconds: 15,
    runsAtStart: true,
    async run() {
      await look()
    },
  }
  return { job, look, metric: up }
}
