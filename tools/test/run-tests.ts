import { availableParallelism } from "node:os"
import { folderInMemory, type Postgres, startPostgres } from "#testing/postgres.ts"
import { isBuildStale } from "#tools/build.ts"
import { runBrowserTests } from "./browser-tests.ts"
import { runCheck } from "./command.ts"
import { lostTests, raiseFloor } from "./floor.ts"
import { runNodeTests } from "./node-tests.ts"
import { type FileOutcome, sumOf, sumsByLane } from "./outcome.ts"
import { parts, type Selection } from "./select.ts"
import { createSlots } from "./slots.ts"

const checks: Record<string, string[]> = {
  "format and lint": ["biome", "check", "--error-on-warnings"],
  imports: ["oxlint"],
  // More checkers finish earlier on idle cores, but each checks shared types again.
  types: ["tsc", "--checkers", "1"],
  "unused code": ["knip"],
  "production packages": [
    ...["knip", "-c", "knip.production.jsonc", "--production", "--strict", "--dependencies"],
  ],
}

/** More processes than cores, because a test often waits: for a time limit or another process. */
const processes = availableParallelism() + 2

/**
 * Runs everything selected in parallel, with at most two processes more than there are cores: checks,
 * build and tests. Prints failures as they happen, and one line for each kind.
 */
export async function runTests(
  selection: Selection,
  signal: AbortSignal,
): Promise<readonly FileOutcome[]> {
  const { whole, files, options, engine } = selection
  const slots = createSlots(processes)
  const shared = { signal, ...options }
  const outcomes: FileOutcome[] = []
  let postgres: Promise<Postgres> | undefined
  const postgresUrl = async () => {
    postgres ??= startPostgres(undefined, folderInMemory())
    return (await postgres).url
  }

  const ofBrowser = files.filter(({ kind }) => kind === "browser")
  const ofNode = files.filter(({ kind }) => kind !== "browser")

  async function check(name: string, command: string[]): Promise<void> {
    await slots.use(1, () =>
      step(name, async () => [await runCheck("lint", name, command, signal)]),
    )
  }

  async function nodeTests(): Promise<void> {
    const run = { ...shared, postgresUrl, slots, workers: processes, ...(engine && { engine }) }
    await step("tests in Node", () => runNodeTests(ofNode, run))
  }

  async function browserTests(): Promise<void> {
    if (isBuildStale()) await check("build", ["node", "tools/build.ts"])
    // Loading Playwright takes longer than many test files do.
    const { findHeadlessChromium } = await import("#testing/chromium.ts")
    const chromiumPath = findHeadlessChromium()
    const env = { TEST_DATABASE_URL: await postgresUrl() }
    const paths = ofBrowser.map(({ path }) => path)
    const isWhole = whole.includes("e2e")
    // A file that is named also runs its tests with @prove.
    const projects = isWhole ? ["desktop", "phone"] : ["desktop", "desktop-prove", "phone"]
    const run = { ...shared, files: paths, projects, isWhole, chromiumPath, env }
    await slots.use(2, () => step("browser tests", () => runBrowserTests(run)))
  }

  async function step(name: string, work: () => Promise<FileOutcome[]>): Promise<void> {
    const start = performance.now()
    const added = await work().catch((error: Error) => [failed(name, error.stack ?? "")])
    outcomes.push(...added)
    for (const [lane, sum] of sumsByLane(added)) {
      const result = `${sum.passed} passed${sum.failed === 0 ? "" : `, ${sum.failed} failed`}`
      console.log(`${sum.failed === 0 ? "✓" : "✗"} ${lane}: ${result} in ${secondsSince(start)}`)
    }
  }

  try {
    await Promise.all([
      ...(ofBrowser.length > 0 ? [browserTests()] : []),
      ...(whole.includes("lint")
        ? Object.entries(checks).map(([name, command]) => check(name, command))
        : []),
      ...(ofNode.length > 0 ? [nodeTests()] : []),
    ])
  } finally {
    await (await postgres)?.stop()
  }
  const { passed, failed: broken } = sumOf(outcomes)
  if (options.namePattern !== undefined && passed + broken === 0) {
    outcomes.push(failed("name", `There is no test whose name matches ${options.namePattern}.`))
  }
  return [...outcomes, ...numberOfTests(selection, outcomes)]
}

/**
 * Compares the number of tests of each file that ran in full with the floor. A green run raises the
 * floor, except in continuous integration.
 */
function numberOfTests(selection: Selection, outcomes: readonly FileOutcome[]): FileOutcome[] {
  const { whole, files, options, engine } = selection
  if (options.namePattern !== undefined || options.repeat !== undefined || engine) return []
  // A named browser file runs more tests than in a whole run.
  const counted = outcomes.filter(
    ({ path, lane }) => path.includes(".") && (lane !== "browser" || whole.includes("e2e")),
  )
  const lost = lostTests(
    counted,
    parts.every((part) => whole.includes(part)),
  )
  if (lost.length > 0) return lost.map(({ path, why }) => failed("number of tests", why, path))
  // Other seeds add tests to a file for one run.
  const isUsual = process.env.CI === undefined && process.env.MODEL_SEEDS === undefined
  if (sumOf(outcomes).failed === 0 && isUsual) {
    const ofProve = new Set(files.flatMap(({ path, isProofOnly }) => (isProofOnly ? path : [])))
    raiseFloor(counted.filter(({ path }) => !ofProve.has(path)))
  }
  return []
}

/** A failed check; `path` is "" if it has no file. */
function failed(name: string, why: string, path = ""): FileOutcome {
  console.log(`\n✗ ${name}\n${why}`)
  return { path, lane: name, passed: 0, failed: 1, failures: [name], milliseconds: 0 }
}

export function secondsSince(start: number): string {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`
}
