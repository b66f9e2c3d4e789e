import { availableParallelism } from "node:os"
import { findHeadlessChromium } from "#testing/chromium.ts"
import { folderInMemory, type Postgres, startPostgres } from "#testing/postgres.ts"
import { isBuildStale } from "#tools/build.ts"
import { runBrowserTests } from "./browser-tests.ts"
import { runCheck } from "./command.ts"
import { raiseFloor, readFloor, tooFew } from "./floor.ts"
import { runNodeTests } from "./node-tests.ts"
import { type Outcome, sumOf } from "./outcome.ts"
import type { Part, Selection } from "./select.ts"
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

/** More than there are cores, because a test often waits: for a time limit or another process. */
const processes = availableParallelism() + 2

/** The part that runs all tests of a kind. */
const partOfKind: Record<string, Part> = {
  unit: "unit",
  PostgreSQL: "integration",
  PGlite: "integration",
  browser: "e2e",
}

/**
 * Runs everything selected in parallel, with at most two processes more than there are cores: checks,
 * build and tests. Prints failures and one line for each kind.
 */
export async function runTests(selection: Selection, signal: AbortSignal): Promise<Outcome> {
  const { whole, files, namePattern, repeat, engine } = selection
  const start = performance.now()
  const slots = createSlots(processes)
  const shared = {
    signal,
    ...(namePattern !== undefined && { namePattern }),
    ...(repeat !== undefined && { repeat }),
  }
  const counts: Record<string, Outcome> = {}
  let postgres: Promise<Postgres> | undefined
  const postgresUrl = async () => {
    postgres ??= startPostgres(undefined, folderInMemory())
    return (await postgres).url
  }

  const ofBrowser = files.filter(({ kind }) => kind === "browser")
  const ofNode = files.filter(({ kind }) => kind !== "browser")

  async function check(name: string, command: string[]): Promise<void> {
    await slots.use(1, () => step(name, async () => ({ [name]: await runCheck(command, signal) })))
  }

  async function nodeTests(): Promise<void> {
    const run = { ...shared, postgresUrl, slots, workers: processes, ...(engine && { engine }) }
    await step("tests in Node", () => runNodeTests(ofNode, run))
  }

  async function browserTests(): Promise<void> {
    if (isBuildStale()) await check("build", ["node", "tools/build.ts"])
    const chromiumPath = findHeadlessChromium()
    const env = { TEST_DATABASE_URL: await postgresUrl() }
    const paths = ofBrowser.map(({ path }) => path)
    const isWhole = whole.includes("e2e")
    // A file that is asked for by name runs its tests with @prove too.
    const projects = isWhole ? ["desktop", "phone"] : ["desktop", "desktop-prove", "phone"]
    const run = { ...shared, files: paths, projects, isWhole, chromiumPath, env }
    await slots.use(2, () =>
      step("browser tests", async () => ({ browser: await runBrowserTests(run) })),
    )
  }

  async function step(name: string, work: () => Promise<Record<string, Outcome>>): Promise<void> {
    const stepStart = performance.now()
    const outcomes = await work().catch((error: Error): Record<string, Outcome> => {
      console.log(`\n✗ ${name}\n${error.stack}`)
      return { [name]: { passed: 0, failed: 1 } }
    })
    for (const [kind, { passed, failed }] of Object.entries(outcomes)) {
      counts[kind] = { passed, failed }
      const result = failed === 0 ? `${passed} passed` : `${passed} passed, ${failed} failed`
      console.log(`${failed === 0 ? "✓" : "✗"} ${kind}: ${result} in ${secondsSince(stepStart)}`)
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
  if (namePattern !== undefined && sumOf(Object.values(counts)).passed === 0) {
    failed(counts, "name", `No test passed whose name matches ${namePattern}.`)
  }
  checkCounts(selection, counts)
  console.log(`All of it took ${secondsSince(start)}.`)
  return sumOf(Object.values(counts))
}

/** A kind that ran as a whole must have at least the number of tests accepted last. */
function checkCounts({ whole, acceptCount, repeat }: Selection, counts: Record<string, Outcome>) {
  if (repeat !== undefined) return
  const kinds = Object.keys(partOfKind).filter((kind) => whole.includes(partOfKind[kind] as Part))
  const floor = readFloor()
  for (const kind of kinds) {
    const why = tooFew(kind, counts[kind] ?? { passed: 0, failed: 0 }, floor)
    if (why !== undefined) failed(counts, `number of tests (${kind})`, why)
  }
  const isGreen = sumOf(Object.values(counts)).failed === 0
  if (acceptCount && isGreen) {
    raiseFloor(
      Object.fromEntries(kinds.flatMap((kind) => (counts[kind] ? [[kind, counts[kind]]] : []))),
    )
  }
}

function failed(counts: Record<string, Outcome>, name: string, why: string): void {
  console.log(`\n✗ ${name}\n${why}`)
  counts[name] = { passed: 0, failed: 1 }
}

function secondsSince(start: number): string {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`
}
