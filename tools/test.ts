// Every test that a change must pass: npm test. Less of it: see `npm test -- --help`.

import { join } from "node:path"
import { readCommandLine, runCommandLine } from "#server/config/command-line.ts"
import { cpuTime } from "./test/cpu.ts"
import { type FileOutcome, sumOf } from "./test/outcome.ts"
import { runTests, secondsSince } from "./test/run-tests.ts"
import { select } from "./test/select.ts"

const command = {
  usage: `npm test -- [WORD …] [OPTION …]

A WORD is a part (lint, unit, integration, e2e), a test file, a folder, a part of a test file's
path, or a file of the product, which selects all tests that use it. No WORD: everything.

  --changed         what the changes since main touch, with what is not committed
  --name PATTERN    only tests whose name matches, such as --name "wrong code"
  --repeat N        each test N times
  --shuffle         the tests of each file in a random order
  --seed N          the random order of an earlier run
  --limit SECONDS   fails a test that takes longer (300)
  --engine ENGINE   database tests on PGlite or PostgreSQL alone
Exit codes: 0 all passed; 1 a check failed; 2 a mistyped command.`,
  options: {
    changed: { type: "boolean", default: false },
    name: { type: "string" },
    repeat: { type: "string" },
    shuffle: { type: "boolean", default: false },
    seed: { type: "string" },
    limit: { type: "string" },
    engine: { type: "string" },
  },
  words: [0, 1_000],
} as const

const slowestShown = 5

// Workers read what another process has compiled.
process.env.NODE_COMPILE_CACHE ??= join(process.cwd(), "node_modules", ".cache", "node")
// The run has a PostgreSQL of its own.
delete process.env.TEST_DATABASE_URL

const stopping = new AbortController()
for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(name, () => stopping.abort())

await runCommandLine(command, async () => {
  const { values, words } = readCommandLine(command)
  const start = performance.now()
  const selection = select(words, values)
  const outcomes = await runTests(selection, stopping.signal)
  const { passed, failed } = sumOf(outcomes)
  printCosts(outcomes, start)
  const { shuffleSeed } = selection.options
  if (shuffleSeed !== undefined) console.log(`Random order: --seed ${shuffleSeed}`)
  console.log(`${passed} passed, ${failed} failed`)
  if (failed === 0) return
  process.exitCode = 1
  printFailed(outcomes)
})

function printCosts(outcomes: readonly FileOutcome[], start: number): void {
  const cpu = cpuTime()
  const minutes = (milliseconds: number) => (milliseconds / 60_000).toFixed(1)
  const cpuText = cpu
    ? ` and ${minutes(cpu.user + cpu.system)} minutes of CPU (user ${minutes(cpu.user)}, system ${minutes(cpu.system)})`
    : ""
  console.log(`All of it took ${secondsSince(start)}${cpuText}.`)
  const slowest = outcomes
    .filter(({ path }) => path.includes("."))
    .sort((a, b) => b.milliseconds - a.milliseconds)
    .slice(0, slowestShown)
  if (slowest.length < slowestShown) return
  console.log("The slowest files:")
  for (const { path, lane, milliseconds } of slowest) {
    console.log(`  ${(milliseconds / 1_000).toFixed(1).padStart(5)} s  ${path} (${lane})`)
  }
}

/** Ends a red run with its failed tests and the command that runs their files again. */
function printFailed(outcomes: readonly FileOutcome[]): void {
  const red = outcomes.filter(({ failed }) => failed > 0)
  console.log("\nFailed:")
  for (const { path, lane, failures } of red) {
    for (const title of failures)
      console.log(`  ✗ ${path === "" ? "" : `${path} (${lane}): `}${title}`)
  }
  const words = [...new Set(red.map(({ path }) => path))].filter((path) => path !== "")
  console.log(`To run them again: npm test${words.length === 0 ? "" : ` -- ${words.join(" ")}`}`)
}
