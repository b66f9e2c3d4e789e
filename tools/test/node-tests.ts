import { statSync } from "node:fs"
import { readDurations, writeDurations } from "./durations.ts"
import type { TestFile } from "./files.ts"
import { type Outcome, sumOf } from "./outcome.ts"
import type { Slots } from "./slots.ts"
import { type Job, runJobs } from "./worker-pool.ts"

export type Engine = "PGlite" | "PostgreSQL"

export interface NodeRun {
  /** The PostgreSQL of the run, requested when the first file needs it. */
  postgresUrl: () => Promise<string>
  slots: Slots
  workers: number
  signal: AbortSignal
  namePattern?: string
  /** Runs database tests on this engine only, instead of the engines that the file names. */
  engine?: Engine
  env?: Record<string, string>
  repeat?: number
  /** Runs each file in its own process. */
  isAlone?: boolean
}

/**
 * Runs unit and database tests in long-lived workers, slowest files first. Database tests run on
 * PostgreSQL, and also on PGlite if the file asks for both. Returns the outcome of each lane.
 */
export async function runNodeTests(
  files: readonly TestFile[],
  run: NodeRun,
): Promise<Record<string, Outcome>> {
  const durations = readDurations()
  const jobs: Job[] = []
  for (const file of files) {
    for (let turn = 0; turn < (run.repeat ?? 1); turn += 1) {
      for (const lane of lanesOf(file, run.engine)) jobs.push(await jobOf(file, lane, turn, run))
    }
  }
  // On a new machine the largest files start first, at an estimated millisecond per 40 bytes.
  const lengthOf = ({ path, lane }: Job) => durations[`${path} ${lane}`] ?? statSync(path).size / 40
  jobs.sort((a, b) => lengthOf(b) - lengthOf(a))
  const outcomes = await runJobs(jobs, { isAlone: false, ...run })
  writeDurations(
    Object.fromEntries(
      outcomes.map(({ job, milliseconds }) => [
        `${job.path} ${job.lane}`,
        Math.round(milliseconds),
      ]),
    ),
  )
  const lanes = Object.groupBy(outcomes, ({ job }) => job.lane.replace(/ #\d+$/, ""))
  return Object.fromEntries(
    Object.entries(lanes).map(([lane, ofLane]) => [lane, sumOf(ofLane ?? [])]),
  )
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
  { postgresUrl, namePattern, env }: NodeRun,
): Promise<Job> {
  return {
    path,
    // A process imports a file only once, so each repetition has its own workers.
    lane: turn === 0 ? lane : `${lane} #${turn + 1}`,
    env: {
      ...env,
      ...(lane !== "unit" && { TEST_ENGINE: lane }),
      ...(lane === "PostgreSQL" && { TEST_DATABASE_URL: await postgresUrl() }),
    },
    ...(namePattern !== undefined && { namePattern }),
  }
}
