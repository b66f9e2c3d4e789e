import type { Clock } from "#platform/clock.ts"
import { createPlannedMetric, createServiceMetric } from "#platform/http/backlog-metrics.ts"
import type { PeriodicJob } from "#platform/jobs/job.ts"
import type { SeenService } from "#services/staff/status/watched.ts"

type Services = () => Promise<{ name: string; status: "UP" | "DOWN" }[]>

interface Looks {
  clock: Clock
  /** A further check for every round of the job. */
  alsoLook: () => Promise<void>
  /** Whether the account system of a client is unavailable as planned. */
  isPlanned: () => Promise<boolean>
}

/** Checks every few seconds whether each back-end service answers, and stores since when. */
export function watchServices(services: Services, { clock, alsoLook, isPlanned }: Looks) {
  const up = createServiceMetric()
  const planned = createPlannedMetric()
  const seen = new Map<string, SeenService>()

  async function look(): Promise<SeenService[]> {
    for (const { name, status } of await services()) {
      const isUp = status === "UP"
      up.set({ service: name }, isUp ? 1 : 0)
      if (seen.get(name)?.isUp !== isUp) seen.set(name, { name, isUp, since: clock.now() })
    }
    return last()
  }

  /** The services as they were last seen. */
  function last(): SeenService[] {
    return [...seen.values()]
  }

  const job: PeriodicJob = {
    name: "service checks",
    everySeconds: 15,
    ignoresClock: true,
    runsAtStart: true,
    async run() {
      planned.set((await isPlanned()) ? 1 : 0)
      await look()
      await alsoLook()
    },
  }
  return { job, look, last, metrics: [up, planned] }
}
