import { statSync } from "node:fs"
import { readCosts, writeCosts } from "./costs.ts"
import type { TestFile } from "./files.ts"
import type { FileOutcome } from "./outcome.ts"
import type { Slots } from "./slots.ts"
import { type Job, runJobs } from "./worker-pool.ts"

export type Engine = "PGlite" | "PostgreSQL"

/** How the tests of a run are chosen and limited. */
export interface TestOptions {
  namePattern?: string
  repeat?: number
  /** The tests of each file run in a random order that this seed repeats. */
  shuffleSeed?: number
  /** A test that takes longer fails. Milliseconds; without it, tests have no limit. */
  limitMs?: number
}

export interface NodeRun extends TestOptions {
  /** The PostgreSQL of the run, requested when the first file needs it. */
  postgresUrl: () => Promise<string>
  slots: Slots
  workers: number
  signal: AbortSignal
  /** Runs database tests on this engine only, instead of the engines that the file names. */
  engine?: Engine
  env?: Record<string, string>
  /** Runs each file in a separate process. */
  isAlone?: boolean
}

/**
 * Runs unit and database tests in long-lived workers, slowest files first. Database tests run on
 * PostgreSQL, and also on PGlite if the file asks for both.
 */
export async function runNodeTests(
  files: readonly TestFile[],
  run: NodeRun,
): Promise<FileOutcome[]> {
  const costs = readCosts()
  const jobs: Job[] = []
  for (const file of files) {
    for (let turn = 0; turn < (run.repeat ?? 1); turn += 1) {
      for (const lane of lanesOf(file, run.engine)) jobs.push(await jobOf(file, lane, turn, run))
    }
  }
  // On a new machine the largest files start first, at an estimated millisecond per 40 bytes.
  const lengthOf = ({ path, lane }: Job) =>
    costs[`${path} ${lane}`]?.duration ?? statSync(path).size / 40
  jobs.sort((a, b) => lengthOf(b) - lengthOf(a))
  const outcomes = await runJobs(jobs, { isAlone: false, ...run })
  writeCosts(outcomes)
  return outcomes
}

function lanesOf({ kind, onBothEngines }: TestFile, engine: Engine | undefined): string[] {
  if (kind === "unit") return ["unit"]
  if (engine) return [engine]
  return onBothEngines ? ["PostgreSQL", "PGlite"] : ["PostgreSQL"]
}

async function jobOf(
  { path }: TestFile,
  lane: string,
  turn: number,
  { postgresUrl, namePattern, shuffleSeed, limitMs, env }: NodeRun,
): Promise<Job> {
  return {
    path,
    lane,
    // A process imports a file only once, so each repetition has separate workers.
    workerKey: turn === 0 ? lane : `${lane} #${turn + 1}`,
    env: {
      ...env,
      ...(lane !== "unit" && { TEST_ENGINE: lane }),
      ...(lane === "PostgreSQL" && { TEST_DATABASE_URL: await postgresUrl() }),
    },
    ...(namePattern !== undefined && { namePattern }),
    ...(shuffleSeed !== undefined && { shuffleSeed: shuffleSeed + turn }),
    ...(limitMs !== undefined && { limitMs }),
  }
}
