// Runs every test that a change must pass: npm test. For a part of it, see `npm test -- --help`.

import { join } from "node:path"
import { readCommandLine, runCommandLine } from "#server/config/command-line.ts"
import { cpuTime } from "./test/cpu.ts"
import { type FileOutcome, sumOf } from "./test/outcome.ts"
import { runTests, secondsSince } from "./test/run-tests.ts"
import { type Selection, select } from "./test/select.ts"

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

// Workers read the code that another process has compiled.
process.env.NODE_COMPILE_CACHE ??= join(process.cwd(), "node_modules", ".cache", "node")
// The run starts a separate PostgreSQL.
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
  if (stopping.signal.aborted) console.log("The run was stopped before all files had begun.")
  const again = stopping.signal.aborted ? words : wordsOf(outcomes, words)
  const options = optionsOf(selection, values)
  const { MODEL_SEEDS } = process.env
  const seeds = MODEL_SEEDS === undefined ? [] : [`MODEL_SEEDS=${MODEL_SEEDS}`]
  const line = [...seeds, "npm test", ...dashed([...again, ...options])].join(" ")
  console.log(`To run them again: ${line}`)
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

/** Lists the failed tests at the end of a failed run. */
function printFailed(outcomes: readonly FileOutcome[]): void {
  const red = outcomes.filter(({ failed }) => failed > 0)
  console.log("\nFailed:")
  for (const { path, lane, failures } of red) {
    for (const title of failures)
      console.log(`  ✗ ${path === "" ? "" : `${path} (${lane}): `}${title}`)
  }
}

/** The failed files, and the typed arguments if a failure has no file. */
function wordsOf(outcomes: readonly FileOutcome[], typed: readonly string[]): string[] {
  const paths = new Set(outcomes.flatMap(({ failed, path }) => (failed > 0 ? path : [])))
  // A spec that cannot be loaded also fails its folder.
  if ([...paths].some((path) => path.startsWith("e2e/"))) paths.delete("e2e")
  return paths.has("") ? [...typed] : [...paths]
}

/** The options that decide which tests run, and in which order. */
function optionsOf(
  { options: { shuffleSeed } }: Selection,
  {
    name,
    repeat,
    limit,
    engine,
  }: { name?: string; repeat?: string; limit?: string; engine?: string },
): string[] {
  const seed = shuffleSeed?.toString()
  return Object.entries({ name, repeat, seed, limit, engine }).flatMap(([option, value]) =>
    value === undefined ? [] : [`--${option}`, value],
  )
}

/** These arguments for a command line, quoted where a shell would read them differently. */
function dashed(words: readonly string[]): string[] {
  const quoted = words.map((word) =>
    /^[\w./:=,@+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`,
  )
  return quoted.length === 0 ? [] : ["--", ...quoted]
}
