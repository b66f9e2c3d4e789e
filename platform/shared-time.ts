import { Gauge } from "prom-client"
import type { Clock } from "./clock.ts"
import type { PeriodicJob } from "./jobs/job.ts"

/**
 * Seconds. A process whose clock differs more from the database's does nothing that depends on the
 * time.
 */
export const mostSecondsApart = 5

/** The clock of this process or of the database is wrong. */
export class ClocksDiffer extends Error {
  override name = "ClocksDiffer"
  constructor(seconds: number) {
    super(
      `The clocks of this machine and of the database differ by ${Math.abs(Math.round(seconds))} seconds. Set both by NTP.`,
    )
  }
}

/**
 * The database's time, and by how many seconds this process is ahead of it (negative if behind). A
 * difference that the duration of the reply may explain counts as 0.
 */
export async function compareClocks(
  clock: Clock,
  databaseTime: () => Promise<Date>,
): Promise<{ time: Date; secondsAhead: number }> {
  const asked = clock.now()
  const time = await databaseTime()
  const answered = clock.now()
  const early = asked.getTime() - time.getTime()
  const late = answered.getTime() - time.getTime()
  return { time, secondsAhead: (Math.max(0, early) + Math.min(0, late)) / 1000 }
}

/**
 * The time by which servers divide work and order events. A server with a wrong clock would
 * otherwise take another's work, bill a future day, or delete recent rows.
 */
export interface SharedTime {
  /** The database's time. Errors: `ClocksDiffer`; those of the database. */
  now(): Promise<Date>
  /** Whether the clocks agreed at the last comparison. */
  isRight(): boolean
  /** Compares the clocks. Errors: those of the database. */
  compare(): Promise<void>
  /** Compares the clocks every minute. */
  job: PeriodicJob
  /** The metric for `serveMetrics`. */
  metric: Gauge
}

export function createSharedTime({
  clock,
  databaseTime,
  log,
}: {
  clock: Clock
  databaseTime: () => Promise<Date>
  log: Record<"error" | "info", (data: object, text: string) => void>
}): SharedTime {
  const metric = new Gauge({
    name: "clock_difference_seconds",
    help: "By how many seconds this process is ahead of the database; below 0 if it is behind.",
    registers: [],
  })
  let isRight = true

  async function now(): Promise<Date> {
    const { time, secondsAhead } = await compareClocks(clock, databaseTime)
    metric.set(secondsAhead)
    const wasRight = isRight
    isRight = Math.abs(secondsAhead) <= mostSecondsApart
    if (isRight && !wasRight) log.info({ secondsAhead }, "The clock is right again.")
    if (isRight) return time
    const wrong = new ClocksDiffer(secondsAhead)
    if (wasRight) {
      const rest = "Until then this server takes up no work, bills nothing, and is not ready."
      log.error({ secondsAhead }, `${wrong.message} ${rest}`)
    }
    throw wrong
  }

  async function compare(): Promise<void> {
    await now().catch((error: unknown) => {
      if (!(error instanceof ClocksDiffer)) throw error
    })
  }

  return {
    now,
    isRight: () => isRight,
    compare,
    job: {
      name: "clock comparison",
      everySeconds: 60,
      ignoresClock: true,
      run: compare,
    },
    metric,
  }
}
