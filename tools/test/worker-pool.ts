import { type ChildProcess, fork } from "node:child_process"
import { join } from "node:path"
import type { Outcome } from "./outcome.ts"
import type { Slots } from "./slots.ts"
import type { Order, Report } from "./worker.ts"

/** A file without progress for this time is ended. */
const stuckMs = 300_000

export interface Job extends Order {
  /** Workers of one lane share an environment. */
  lane: string
  env: Record<string, string>
}

export interface JobOutcome extends Outcome {
  job: Job
  milliseconds: number
}

interface Worker {
  lane: string
  process: ChildProcess
}

/**
 * Runs each file in a long-lived worker of its lane, at most one for each free slot. A worker that
 * a file ended or left in a bad state is replaced. Prints failures as they happen.
 */
export async function runJobs(
  jobs: readonly Job[],
  run: { slots: Slots; workers: number; signal: AbortSignal; isAlone: boolean },
): Promise<JobOutcome[]> {
  const { slots, workers, signal, isAlone } = run
  const waiting = [...jobs]
  const outcomes: JobOutcome[] = []

  const takeFor = (worker: Worker | undefined): Job | undefined => {
    const sameLane = waiting.findIndex(({ lane }) => lane === worker?.lane)
    return waiting.splice(Math.max(sameLane, 0), 1)[0]
  }

  async function work(): Promise<void> {
    let worker: Worker | undefined
    while (waiting.length > 0 && !signal.aborted) {
      await slots.use(1, async () => {
        const job = takeFor(worker)
        if (job === undefined) return
        if (worker?.lane !== job.lane) {
          await stop(worker)
          worker = start(job)
        }
        const { isReusable, ...outcome } = await runJob(worker, job, signal)
        outcomes.push(outcome)
        if (isReusable && !isAlone) return
        await stop(worker)
        worker = undefined
      })
    }
    await stop(worker)
  }

  await Promise.all(Array.from({ length: Math.min(workers, jobs.length) }, work))
  return outcomes
}

function start({ lane, env }: Job): Worker {
  const child = fork(join(import.meta.dirname, "worker.ts"), {
    // The pinned Node is used with its experimental features on purpose.
    execArgv: ["--disable-warning=ExperimentalWarning"],
    env: { ...process.env, ...env },
  })
  return { lane, process: child }
}

async function stop(worker: Worker | undefined): Promise<void> {
  if (!worker || worker.process.exitCode !== null || worker.process.signalCode !== null) return
  const ended = new Promise((resolve) => worker.process.once("exit", resolve))
  worker.process.kill("SIGKILL")
  await ended
}

async function runJob(
  { process: child }: Worker,
  job: Job,
  signal: AbortSignal,
): Promise<JobOutcome & { isReusable: boolean }> {
  const start = performance.now()
  const { promise, resolve } = Promise.withResolvers<Outcome & { isReusable: boolean }>()
  let failed = 0
  let running = "its imports"

  const fail = (name: string, place: string, why: string) => {
    failed += 1
    console.log(`\n✗ ${name}\n  ${place} (${job.lane})\n${why}`)
  }
  const giveUp = (why: string) => {
    fail(job.path, job.path, `${why} It is known to have begun ${running}.`)
    resolve({ passed: 0, failed, isReusable: false })
  }
  const onExit = (code: number | null, name: string | null) =>
    giveUp(`The process ended inside a test (${name ?? `code ${code}`}).`)
  const onAbort = () => giveUp("The run was stopped.")
  let stuck: NodeJS.Timeout | undefined
  const restartTimer = () => {
    clearTimeout(stuck)
    stuck = setTimeout(() => giveUp(`No progress for ${stuckMs / 1000} s.`), stuckMs)
  }
  const onMessage = (report: Report) => {
    restartTimer()
    if (report.type === "started") running = `"${report.name}"`
    if (report.type === "failed") fail(report.name, report.place, report.why)
    if (report.type === "ended") {
      resolve({ passed: report.passed, failed, isReusable: report.isReusable })
    }
  }

  child.on("message", onMessage).on("exit", onExit)
  signal.addEventListener("abort", onAbort)
  restartTimer()
  const { path, namePattern } = job
  child.send({ path, ...(namePattern !== undefined && { namePattern }) } satisfies Order)
  const outcome = await promise
  clearTimeout(stuck)
  child.off("message", onMessage).off("exit", onExit)
  signal.removeEventListener("abort", onAbort)
  return { ...outcome, job, milliseconds: performance.now() - start }
}
