// Every test that a change must pass: npm test. One part of it: npm test unit | integration | e2e | lint

import { join } from "node:path"
import { readCommandLine, runCommandLine, UsageError } from "#server/config/command-line.ts"
import { findHeadlessChromium } from "#testing/chromium.ts"
import { type Postgres, startPostgres } from "#testing/postgres.ts"
import { build, isBuildStale } from "./build.ts"
import { runBrowserTests } from "./test/browser-tests.ts"
import { runCheck } from "./test/command.ts"
import { runNodeTests, testFiles } from "./test/node-tests.ts"
import type { Outcome } from "./test/outcome.ts"

interface Step {
  part: "lint" | "unit" | "integration" | "e2e"
  name: string
  run(): Promise<Outcome>
}

// Each file has a process of its own; what one of them compiled, the others read.
process.env.NODE_COMPILE_CACHE ??= join(process.cwd(), "node_modules", ".cache", "node")

const stopping = new AbortController()
const { signal } = stopping
let postgres: Postgres | undefined

const steps: Step[] = [
  {
    part: "lint",
    name: "format and lint",
    run: () => runCheck(["biome", "check", "--error-on-warnings"], signal),
  },
  {
    part: "lint",
    name: "imports",
    run: () => runCheck(["node", "tools/imports/lint.ts"], signal),
  },
  { part: "lint", name: "types", run: () => runCheck(["tsc"], signal) },
  { part: "lint", name: "unused code", run: () => runCheck(["knip"], signal) },
  {
    part: "lint",
    name: "production dependencies",
    run: () =>
      runCheck(
        ["knip", "-c", "knip.production.jsonc", "--production", "--strict", "--dependencies"],
        signal,
      ),
  },
  { part: "unit", name: "unit tests", run: () => runNodeTests(testFiles("unit"), signal) },
  {
    part: "integration",
    name: "database tests on PGlite",
    run: () => runNodeTests(testFiles("database"), signal),
  },
  {
    part: "integration",
    name: "database tests on PostgreSQL",
    run: () => onPostgres(() => runNodeTests(testFiles("database"), signal)),
  },
  {
    part: "e2e",
    name: "build",
    async run() {
      if (isBuildStale()) build()
      return { passed: 1, failed: 0 }
    },
  },
  {
    part: "e2e",
    name: "browser tests",
    run: () => onPostgres(() => runBrowserTests(findHeadlessChromium(), signal)),
  },
]

for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(name, () => stopping.abort())

const known = [...new Set(steps.map(({ part }) => part))]
const command = {
  usage: `npm test -- [${known.join(" | ")}] …`,
  words: [0, known.length],
} as const

await runCommandLine(command, async () => {
  try {
    const outcome = await runSteps(chosenSteps(readCommandLine(command).words))
    if (outcome.failed > 0) process.exitCode = 1
    console.log(`${outcome.passed} passed, ${outcome.failed} failed`)
  } finally {
    await postgres?.stop()
  }
})

function chosenSteps(parts: string[]): Step[] {
  const unknown = parts.find((name) => !known.some((part) => part === name))
  if (unknown !== undefined) throw new UsageError(`There is no part "${unknown}".`)
  return parts.length === 0 ? steps : steps.filter(({ part }) => parts.includes(part))
}

async function runSteps(chosen: Step[]): Promise<Outcome> {
  const sum: Outcome = { passed: 0, failed: 0 }
  const start = performance.now()
  for (const { name, run } of chosen) {
    if (signal.aborted) return { ...sum, failed: sum.failed + 1 }
    const stepStart = performance.now()
    const { passed, failed } = await run().catch((error: Error): Outcome => {
      console.log(error.message)
      return { passed: 0, failed: 1 }
    })
    sum.passed += passed
    sum.failed += failed
    const counts = failed === 0 ? `${passed} passed` : `${passed} passed, ${failed} failed`
    console.log(`${failed === 0 ? "✓" : "✗"} ${name}: ${counts} in ${secondsSince(stepStart)}`)
  }
  console.log(`All of it took ${secondsSince(start)}.`)
  return sum
}

/** Test databases made inside stand on a PostgreSQL of this run's own. */
async function onPostgres(work: () => Promise<Outcome>): Promise<Outcome> {
  postgres ??= await startPostgres()
  process.env.TEST_DATABASE_URL = postgres.url
  try {
    return await work()
  } finally {
    delete process.env.TEST_DATABASE_URL
  }
}

function secondsSince(start: number): string {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`
}
