import { spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import type { Outcome } from "./outcome.ts"

interface BrowserOutcome extends Outcome {
  /** File, line and title of each failed test. */
  failures: string[]
}

const program = join(import.meta.dirname, "../../node_modules/.bin/playwright")
const report = join("test-results", "report.json")

export interface BrowserRun {
  files: readonly string[]
  /** Projects of playwright.config.ts. */
  projects?: readonly string[]
  /** Whether the run includes every file of the project. */
  isWhole: boolean
  /** One part of the tests, as `--shard` names it: 2/4. */
  shard?: string
  chromiumPath: string
  signal: AbortSignal
  namePattern?: string
  repeat?: number
  env?: Record<string, string>
}

interface Suite {
  file: string
  suites?: Suite[]
  specs: { title: string; file: string; line: number; tests: { status: string }[] }[]
}

/**
 * Runs Playwright, which prints its tests as they finish. A test counts as failed if it is skipped
 * or passes only on a retry, and so does a named file without tests.
 */
export async function runBrowserTests(run: BrowserRun): Promise<BrowserOutcome> {
  const { files, projects = ["desktop", "phone"], isWhole, chromiumPath, signal } = run
  const { namePattern, repeat, shard, env } = run
  rmSync(report, { force: true })
  const options = [
    ...projects.map((name) => `--project=${name}`),
    ...(isWhole ? [] : files.map((file) => `${file.replaceAll(".", "\\.")}$`)),
    ...(namePattern === undefined ? [] : ["--grep", namePattern]),
    ...(shard === undefined ? [] : [`--shard=${shard}`]),
    ...(repeat === undefined ? [] : [`--repeat-each=${repeat}`]),
  ]
  const child = spawn(program, ["test", ...options], {
    env: {
      ...process.env,
      ...env,
      CHROMIUM_PATH: chromiumPath,
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    },
    stdio: "inherit",
    signal,
  })
  const [code] = await once(child, "close")
  const { suites } = JSON.parse(readFileSync(report, "utf8")) as { suites: Suite[] }
  const specs = suites.flatMap(specsOf)
  let passed = 0
  const failures: string[] = []
  for (const { title, file, line, tests } of specs) {
    for (const { status } of tests) {
      if (status === "expected") passed += 1
      else failures.push(`${file}:${line} ${title}`)
      if (status === "flaky")
        console.log(`\n✗ ${title}\n  ${file}:${line}\nIt is flaky: it failed, then passed.`)
      if (status === "skipped") console.log(`\n✗ ${title}\n  ${file}:${line}\nIt is skipped.`)
    }
  }
  if (namePattern === undefined) {
    for (const path of files) {
      if (specs.some(({ file }) => path.endsWith(file))) continue
      failures.push(path)
      console.log(`\n✗ ${path}\nThe file has no test.`)
    }
  }
  // A browser or worker that fails outside of any test changes only the exit code.
  if (failures.length === 0 && code !== 0) failures.push("a browser or worker, outside of any test")
  return { passed, failed: failures.length, failures }
}

function specsOf({ specs, suites = [] }: Suite): Suite["specs"] {
  return [...specs, ...suites.flatMap(specsOf)]
}
