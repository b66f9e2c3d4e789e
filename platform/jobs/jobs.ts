import type { SharedTime } from "../shared-time.ts"
import { milliseconds } from "../time.ts"
import type { Job, JobLog } from "./job.ts"
import { createJobMetrics } from "./job-metrics.ts"
import { runJob } from "./run-job.ts"
import type { Scheduler } from "./scheduler.ts"

/** Seconds after which the signal asks running work to end. */
const patienceSeconds = 5
/**
 * Seconds after which a stop no longer waits. The claims of rows expire, and another process takes
 * over.
 */
const longestStopSeconds = 25

/** The background jobs of this process. */
export function createJobs({ log, scheduler, sharedTime }: JobTools) {
  const stopping = new AbortController()
  const metrics = createJobMetrics()
  const jobs: (ReturnType<typeof runJob> & Pick<Job, "stopsLast">)[] = []

  /** Adds a job, which runs after `start`. */
  function add(job: Job): RunningJob {
    const added = runJob(job, { log, scheduler, sharedTime, metrics, signal: stopping.signal })
    metrics.add(job.name, job.everySeconds)
    jobs.push({ ...added, ...(job.stopsLast && { stopsLast: true }) })
    return added
  }

  return {
    /** The metrics for `serveMetrics`. */
    metrics: metrics.all,
    add,
    /** Starts these jobs and those that were added. Running jobs continue. */
    start(others: readonly Job[] = []) {
      for (const job of others) add(job)
      for (const job of jobs) job.start()
    },
    /** Starts no further run, and waits at most 25 seconds for the running work. */
    async stop(waitSeconds = patienceSeconds): Promise<void> {
      const abort = setTimeout(() => stopping.abort(), milliseconds({ seconds: waitSeconds }))
      const over = Promise.withResolvers<void>()
      const end = setTimeout(over.resolve, milliseconds({ seconds: longestStopSeconds }))
      for (const isLast of [undefined, true] as const) {
        const group = jobs.filter(({ stopsLast }) => stopsLast === isLast)
        await Promise.race([Promise.all(group.map(({ stop }) => stop())), over.promise])
      }
      clearTimeout(abort)
      clearTimeout(end)
    },
  }
}

interface JobTools {
  log: JobLog
  scheduler: Scheduler
  sharedTime: Pick<SharedTime, "now">
}

export interface RunningJob {
  /** Requests a run of the job, or one more if it is running. Never throws. */
  wake(): void
  /** Resolves when the job has no work in progress. */
  idle(): Promise<void>
}
