import { spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { stripVTControlCharacters } from "node:util"
import type { TestOptions } from "./node-tests.ts"
import type { FileOutcome } from "./outcome.ts"

const program = join(import.meta.dirname, "../../node_modules/.bin/playwright")
const report = join("test-results", "report.json")
const reporters = ["json", join(import.meta.dirname, "silent-reporter.ts")].join()
const folder = "e2e"
const usualProjects = ["desktop", "phone"]

export interface BrowserRun extends TestOptions {
  files: readonly string[]
  /** Projects of playwright.config.ts. */
  projects?: readonly string[]
  /** Whether the run includes every file of the project. */
  isWhole: boolean
  /** One shard of the tests, in the format of `--shard`: 2/4. */
  shard?: string
  chromiumPath: string
  signal: AbortSignal
  env?: Record<string, string>
}

interface Spec {
  title: string
  file: string
  line: number
  tests: {
    projectName: string
    status: string
    results: {
      duration: number
      errors: Failure[]
      stdout: { text?: string }[]
      stderr: { text?: string }[]
    }[]
  }[]
}

interface Failure {
  message?: string
  stack?: string
}

interface Suite {
  suites?: Suite[]
  specs: Spec[]
}

interface Report {
  suites: Suite[]
  /** Errors outside of any test, such as a spec that cannot be loaded. */
  errors: Failure[]
}

interface PartReport extends Report {
  code: number | null
  printed: string
}

/**
 * Runs Playwright and prints each failed test. A test counts as failed if it is skipped or passes
 * only on a retry, and so does a named file without tests. A run that prints anything fails.
 */
export async function runBrowserTests(run: BrowserRun): Promise<FileOutcome[]> {
  const { files, isWhole, namePattern } = run
  const reports: PartReport[] = []
  for (const part of partsOf(run)) reports.push(await playwright(part))
  const suites = reports.flatMap((one) => one.suites)
  const errors = reports.flatMap((one) => one.errors)
  const printed = reports.map((one) => one.printed).join("")
  const code = reports.find((one) => one.code !== 0)?.code
  const outcomes = new Map<string, FileOutcome>()
  const outcomeOf = (path: string) => {
    const none = { passed: 0, failed: 0, failures: [], milliseconds: 0 }
    const outcome: FileOutcome = outcomes.get(path) ?? { path, lane: "browser", ...none }
    outcomes.set(path, outcome)
    return outcome
  }
  const fail = (path: string, title: string, place: string, why: string) => {
    const outcome = outcomeOf(path)
    outcome.failed += 1
    outcome.failures.push(title)
    console.log(`\n✗ ${title}\n  ${place}\n${stripVTControlCharacters(why)}`)
  }

  const specs = suites.flatMap(specsOf)
  for (const { title, file, line, tests } of specs) {
    const path = `${folder}/${file}`
    for (const { status, results, projectName } of tests) {
      const outcome = outcomeOf(path)
      for (const { duration } of results) outcome.milliseconds += duration
      const printed = printedIn(results)
      const place = `${path}:${line} (${projectName})`
      if (status !== "expected") fail(path, title, place, `${whyOf(status, results)}\n${printed}`)
      else if (printed !== "") fail(path, title, place, `The test printed:\n${printed}`)
      else outcome.passed += 1
    }
  }
  for (const path of files) {
    if (namePattern !== undefined || outcomes.has(path)) continue
    if (!isWhole || run.shard === undefined) fail(path, path, path, "The file has no test.")
  }
  for (const error of errors) fail(folder, "outside of any test", folder, wordsOf(error))
  if (outcomes.size === 0 && run.shard === undefined)
    fail(folder, "outside of any test", folder, "No test matches.")
  const hasFailed = outcomes.values().some(({ failed }) => failed > 0)
  if (printed !== "") fail(folder, "prints nothing", folder, `The tests printed:\n${printed}`)
  // A browser or worker that fails outside of any test changes only the exit code.
  else if (!hasFailed && code !== undefined)
    fail(folder, "outside of any test", folder, `Exit code ${code}`)
  return [...outcomes.values()]
}

/**
 * In a random order, Playwright would mix the tests of all files and projects, and each change of
 * file or project starts another app. So each file runs alone in each project: its tests share an
 * app, and a test that depends on an earlier one fails.
 */
function partsOf(run: BrowserRun): BrowserRun[] {
  const { files, projects = usualProjects, shuffleSeed } = run
  if (shuffleSeed === undefined) return [run]
  return files.flatMap((file) =>
    projects.map((project) => ({ ...run, files: [file], projects: [project], isWhole: false })),
  )
}

async function playwright(run: BrowserRun): Promise<PartReport> {
  const { chromiumPath, env, signal } = run
  rmSync(report, { force: true })
  const child = spawn(program, ["test", `--reporter=${reporters}`, ...optionsOf(run)], {
    env: {
      ...process.env,
      ...env,
      CHROMIUM_PATH: chromiumPath,
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    },
    stdio: ["ignore", "pipe", "pipe"],
    signal,
  })
  const output = Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = (await once(child, "close")) as [number | null]
  return { ...readReport(), code, printed: (await output).join("") }
}

function optionsOf(run: BrowserRun): string[] {
  const { files, projects = usualProjects, isWhole } = run
  const { namePattern, repeat, shard, shuffleSeed, limitMs } = run
  return [
    ...projects.map((name) => `--project=${name}`),
    ...(isWhole ? [] : files.map((file) => `${file.replaceAll(".", "\\.")}$`)),
    ...(namePattern === undefined ? [] : ["--grep", namePattern]),
    ...(shard === undefined ? [] : [`--shard=${shard}`]),
    ...(repeat === undefined ? [] : [`--repeat-each=${repeat}`]),
    // Playwright shuffles only parallel tests. A file may have no tests for a project.
    ...(shuffleSeed === undefined
      ? []
      : [`--shuffle=${shuffleSeed}`, "--fully-parallel", "--workers=1", "--pass-with-no-tests"]),
    ...(limitMs === undefined ? [] : [`--timeout=${limitMs}`]),
  ]
}

function readReport(): Report {
  try {
    return JSON.parse(readFileSync(report, "utf8")) as Report
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error
    return { suites: [], errors: [{ message: "Playwright wrote no report." }] }
  }
}

function whyOf(status: string, results: Spec["tests"][number]["results"]): string {
  if (status === "flaky") return "It is flaky: it failed, then passed."
  if (status === "skipped") return "It is skipped."
  return results
    .flatMap(({ errors }) => errors)
    .map(wordsOf)
    .join("\n")
}

function wordsOf({ message = "", stack }: Failure): string {
  return stack ?? message
}

function printedIn(results: Spec["tests"][number]["results"]): string {
  return results
    .flatMap(({ stdout, stderr }) => [...stdout, ...stderr])
    .map(({ text: printed = "" }) => printed)
    .join("")
}

function specsOf({ specs, suites = [] }: Suite): Spec[] {
  return [...specs, ...suites.flatMap(specsOf)]
}
