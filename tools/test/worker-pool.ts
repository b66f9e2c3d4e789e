import { type ChildProcess, fork } from "node:child_process"
import { join } from "node:path"
import { setImmediate as nextRound } from "node:timers/promises"
import type { FileOutcome } from "./outcome.ts"
import type { Slots } from "./slots.ts"
import type { Order, Report } from "./worker.ts"

/** A file without progress for this long beyond the limit of a test is ended. */
const stuckMs = 300_000
const graceMs = 30_000

export interface Job extends Order {
  /** The kind of test, as the outcome names it. */
  lane: string
  /** Jobs with the same key share a worker, because their environments are equal. */
  workerKey: string
  env: Record<string, string>
}

interface Worker {
  key: string
  process: ChildProcess
  /** Returns the output of the process since the last call. */
  takePrinted(): string
}

/**
 * Runs each file in a long-lived worker, at most one for each free slot. A worker that a file ended
 * or left in a bad state is replaced. Prints failures as they happen. A file that prints anything
 * fails: a server that logs an error in a test has met a fault that the test did not expect.
 */
export async function runJobs(
  jobs: readonly Job[],
  run: { slots: Slots; workers: number; signal: AbortSignal; isAlone: boolean },
): Promise<FileOutcome[]> {
  const { slots, workers, signal, isAlone } = run
  const waiting = [...jobs]
  const outcomes: FileOutcome[] = []

  const takeFor = (worker: Worker | undefined): Job | undefined => {
    const same = waiting.findIndex(({ workerKey }) => workerKey === worker?.key)
    return waiting.splice(Math.max(same, 0), 1)[0]
  }

  async function work(): Promise<void> {
    let worker: Worker | undefined
    while (waiting.length > 0 && !signal.aborted) {
      await slots.use(1, async () => {
        const job = takeFor(worker)
        if (job === undefined) return
        if (worker?.key !== job.workerKey) {
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

function start({ workerKey, env }: Job): Worker {
  const child = fork(join(import.meta.dirname, "worker.ts"), {
    execArgv: [
      // The pinned Node is used with its experimental features on purpose.
      "--disable-warning=ExperimentalWarning",
      // Megabytes for young objects. With more room, the collector runs less often.
      ...["--min-semi-space-size=32", "--max-semi-space-size=64"],
    ],
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  })
  let printed = ""
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (part: string) => {
      printed += part
    })
  }
  const takePrinted = () => {
    const taken = printed
    printed = ""
    return taken
  }
  return { key: workerKey, process: child, takePrinted }
}

async function stop(worker: Worker | undefined): Promise<void> {
  if (!worker || worker.process.exitCode !== null || worker.process.signalCode !== null) return
  const ended = new Promise((resolve) => worker.process.once("exit", resolve))
  worker.process.kill("SIGKILL")
  await ended
}

async function runJob(
  { process: child, takePrinted }: Worker,
  job: Job,
  signal: AbortSignal,
): Promise<FileOutcome & { isReusable: boolean }> {
  const start = performance.now()
  type Ended = Pick<FileOutcome, "passed" | "cpuMilliseconds"> & { isReusable: boolean }
  const { promise, resolve } = Promise.withResolvers<Ended>()
  const { lane, workerKey, env, ...order } = job
  const failures: string[] = []
  let running = "none that had time to report it"

  const fail = (name: string, place: string, why: string) => {
    failures.push(name)
    console.log(`\n✗ ${name}\n  ${place} (${workerKey})\n${why}`)
  }
  const giveUp = (why: string) => {
    fail(job.path, job.path, `${why} The last test that is known to have begun: ${running}.`)
    resolve({ passed: 0, isReusable: false })
  }
  const onExit = (code: number | null, name: string | null) =>
    giveUp(`The process ended inside a test (${name ?? `code ${code}`}).`)
  const onAbort = () => giveUp("The run was stopped.")
  let stuck: NodeJS.Timeout | undefined
  const mostMs = order.limitMs === undefined ? stuckMs : order.limitMs + graceMs
  const restartTimer = () => {
    clearTimeout(stuck)
    stuck = setTimeout(() => giveUp(`No progress for ${mostMs / 1000} s.`), mostMs)
  }
  const onMessage = (report: Report) => {
    restartTimer()
    if (report.type === "started") running = report.name
    if (report.type === "failed") fail(report.name, report.place, report.why)
    if (report.type === "ended") resolve(report)
  }

  child.on("message", onMessage).on("exit", onExit)
  signal.addEventListener("abort", onAbort)
  restartTimer()
  child.send(order satisfies Order)
  const { passed, cpuMilliseconds, isReusable } = await promise
  clearTimeout(stuck)
  child.off("message", onMessage).off("exit", onExit)
  signal.removeEventListener("abort", onAbort)
  // Output sent before the report arrives in the same round of events, or in the next.
  await nextRound()
  await nextRound()
  const printed = takePrinted()
  if (printed !== "") fail("prints nothing", job.path, `The file printed:\n${printed}`)
  return {
    path: job.path,
    lane,
    passed,
    failed: failures.length,
    failures,
    milliseconds: performance.now() - start,
    ...(cpuMilliseconds !== undefined && { cpuMilliseconds }),
    isReusable,
  }
}
