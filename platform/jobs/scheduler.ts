import { milliseconds } from "../time.ts"
import { waitForFirstRun } from "./backoff.ts"
import type { JobBase } from "./job.ts"

/** Decides when the jobs of a process run. */
export interface Scheduler {
  /** Calls `tick` at the interval of the job, until the returned function is called. */
  repeat(job: JobBase, tick: () => void): () => void
  /**
   * Calls `run`, now or later, because a run was requested. `run` never throws, and resolves when
   * no work is in progress.
   */
  want(job: JobBase, run: () => Promise<void>): void
}

/** Runs each job at its interval, and a requested job immediately. */
export const timers: Scheduler = {
  repeat({ everySeconds, runsAtStart }, tick) {
    const interval = setInterval(tick, milliseconds({ seconds: everySeconds }))
    interval.unref()
    const seconds = waitForFirstRun(everySeconds, Math.random())
    const runsSoon = runsAtStart || seconds === everySeconds
    const firstRun = runsSoon ? undefined : setTimeout(tick, milliseconds({ seconds }))
    firstRun?.unref()
    return () => {
      clearInterval(interval)
      clearTimeout(firstRun)
    }
  },
  want(_job, run) {
    void run()
  },
}
