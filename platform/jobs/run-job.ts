import { AsyncLocalStorage } from "node:async_hooks"
import { errorName } from "../error-name.ts"
import { ClocksDiffer, type SharedTime } from "../shared-time.ts"
import { waitAfter } from "./backoff.ts"
import type { ClaimingJob, Job, JobLog, PeriodicJob } from "./job.ts"
import type { JobMetrics } from "./job-metrics.ts"
import type { Scheduler } from "./scheduler.ts"

/** Seconds. While a job fails, the pauses between its runs grow up to this length. */
const longestPauseSeconds = 30

interface Tools {
  log: JobLog
  scheduler: Scheduler
  sharedTime: Pick<SharedTime, "now">
  metrics: JobMetrics
  /** Aborts when a stop has waited long enough for running work. */
  signal: AbortSignal
}

/**
 * Runs one job at its interval and whenever it is woken, as the scheduler decides, and never twice
 * at the same time. A wake during a run leads to one more run. A failed run is logged; the next one
 * comes with the interval. While the clock of this process is wrong, the job does not run.
 */
export function runJob(job: Job, { log, scheduler, sharedTime, metrics, signal }: Tools) {
  // A run belongs to no call, even if a call wakes it.
  const outsideOfCalls = AsyncLocalStorage.snapshot()
  const rowsUnderWay = new Set<Promise<void>>()
  let running: Promise<void> | undefined
  let endTicks: (() => void) | undefined
  let isWanted = false
  let isStopped = false
  let failures = 0
  let ticksToSkip = 0

  function start() {
    if (endTicks) return
    endTicks = scheduler.repeat(job, tick)
    if (job.runsAtStart || isWanted) wake()
  }

  function tick() {
    if (ticksToSkip === 0) return wake()
    ticksToSkip -= 1
  }

  /**
   * Requests a run, or one more if the job is running. Before the start, the wake waits for the
   * start.
   */
  function wake() {
    isWanted = true
    if (endTicks && !isStopped) scheduler.want(job, run)
  }

  async function run() {
    // A run in progress may have done this one's work, or the job may have stopped since the wake.
    if (isWanted && !isStopped) running ??= outsideOfCalls(runWhileWanted)
    await idle()
  }

  async function runWhileWanted() {
    while (isWanted && !isStopped) {
      isWanted = false
      await runOnce()
    }
    // This happens in the same tick as the check above, so that no wake falls between the two.
    running = undefined
  }

  async function runOnce() {
    try {
      if ("claim" in job) await claimRows(job)
      else await runWhole(job)
      failures = 0
      ticksToSkip = 0
      metrics.succeeded(job.name)
    } catch (error) {
      // The comparison of the clocks has already logged it.
      if (error instanceof ClocksDiffer) return
      failures += 1
      ticksToSkip = ticksAfter(failures, job.everySeconds)
      metrics.failed(job.name)
      log.warn(
        { job: job.name, reason: errorName(error), failures },
        "A job failed. It will run again.",
      )
    }
  }

  async function runWhole(periodic: PeriodicJob) {
    if (!periodic.ignoresClock) await sharedTime.now()
    await metrics.time(job.name, () => periodic.run(signal))
  }

  async function claimRows(claiming: ClaimingJob<unknown>) {
    const free = claiming.atOnce - rowsUnderWay.size
    if (free === 0) return
    const rows = await claiming.claim(free, await sharedTime.now())
    const hasMore = rows.length === free
    for (const row of rows) {
      const work = workOn(claiming, row).finally(() => {
        rowsUnderWay.delete(work)
        if (hasMore) wake()
      })
      rowsUnderWay.add(work)
    }
  }

  /** Never throws. */
  async function workOn(claiming: ClaimingJob<unknown>, row: unknown): Promise<void> {
    try {
      await metrics.time(job.name, () => claiming.run(row, signal))
      metrics.rowEnded(job.name, "done")
    } catch (error) {
      metrics.rowEnded(job.name, "failed")
      await claiming.backOff?.(row, error).catch((noted: unknown) => {
        log.warn(
          { job: job.name, reason: errorName(noted) },
          "A job could not save that a row failed. The row is due again when its claim expires.",
        )
      })
    }
  }

  /** Resolves when no run and no work on a row is in progress. */
  async function idle(): Promise<void> {
    while (running || rowsUnderWay.size > 0) await Promise.all([running, ...rowsUnderWay])
  }

  return {
    name: job.name,
    start,
    wake,
    idle,
    /** Starts no further run. Resolves when the running work has ended. */
    async stop(): Promise<void> {
      isStopped = true
      endTicks?.()
      await idle()
    },
  }
}

/** Number of ticks to skip: the pause doubles with each failure, up to half a minute. */
function ticksAfter(failures: number, everySeconds: number): number {
  const longest = Math.max(1, longestPauseSeconds / everySeconds)
  return Math.floor(waitAfter(failures, { first: 1, longest })) - 1
}
