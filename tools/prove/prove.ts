// Runs long tests in addition to `npm test`. docs/testing.md describes the parts.

import { fork } from "node:child_process"
import { once } from "node:events"
import { setTimeout as sleep } from "node:timers/promises"
import { readCommandLine, runCommandLine, UsageError } from "#server/config/command-line.ts"
import { build, isBuildStale } from "#tools/build.ts"
import { filesChangedSince } from "#tools/test/changed.ts"
import { partsFor, seedOfCommit } from "./changed-parts.ts"
import { NotRunError, type Size } from "./part.ts"
import { gate, isPart, type PartName, partNames, parts, withoutSmallForm } from "./parts.ts"

const command = {
  usage: `npm run prove -- [OPTION …] [PART …]
Runs the long tests at full size; docs/testing.md describes the parts. No PART: all of them.
  PART            ${partNames.join(" | ")}
  --gate          the parts that every change must pass, in bounded forms
  --since COMMIT  the parts that the changes since then need
  --size SIZE     small | change | full (full)
  --skip-missing  leaves out parts whose programs this machine lacks
PROVE_SEED repeats the random choices of a run.
Exit codes: 0 all passed; 1 a part failed; 2 a mistyped command.`,
  options: {
    gate: { type: "boolean", default: false },
    since: { type: "string" },
    size: { type: "string" },
    "skip-missing": { type: "boolean", default: false },
  },
  words: [0, partNames.length],
} as const

/** The gate makes the same choices each time, so that only a change can make it fail. */
const gateSeed = 20_261_126
const sizes = ["small", "change", "full"] as const
const mostLines = 20
/** A part that takes longer hangs, and a run without an end would hide the reason. */
const mostMinutes: Record<Size, number> = { small: 20, change: 60, full: 1_440 }

interface Plan {
  /** Rows run in parallel, each in a separate process. */
  rows: { name: PartName; size: Size }[][]
  seed: number
  skipsMissing: boolean
  since?: string
}

interface Result {
  name: PartName
  size: Size
  minutes: number
  wrong: string[]
  /** The reason why the part did not run. */
  notRun?: string
  /** Whether the part has not ended, and its processes still run. */
  hangs?: boolean
}

await runCommandLine(command, async () => {
  const { values, words } = readCommandLine(command)
  const plan = planOf(values, words)
  // Most parts start servers, which serve the built pages.
  if (isBuildStale()) build()
  const rows = plan.rows.length > 1 ? plan.rows.map((row) => inProcess(row, plan.seed)) : []
  const results = rows.length > 0 ? (await Promise.all(rows)).flat() : await runRow(plan)
  if (process.send) process.send(results)
  else summarize(results, plan)
  // Ends what a part that hangs has started; `onPostgres` handles the signal.
  if (results.some(({ hangs }) => hangs)) process.kill(process.pid, "SIGTERM")
})

async function runRow({ rows: [row = []], seed, since }: Plan): Promise<Result[]> {
  const results: Result[] = []
  for (const part of row) results.push(await run(part, seed, since))
  return results
}

/** Runs the parts of a row in a separate process, because a part may keep its process busy. */
async function inProcess(row: Plan["rows"][number], seed: number): Promise<Result[]> {
  const names = row.map(({ name }) => name)
  const [{ size } = { size: "small" }] = row
  const env = { ...process.env, PROVE_SEED: String(seed) }
  const child = fork(import.meta.filename, ["--size", size, ...names], { env })
  let results: Result[] = []
  child.on("message", (message) => {
    results = message as Result[]
  })
  const [code] = await once(child, "exit")
  if (results.length > 0) return results
  const wrong = [`its process ended with ${code}`]
  return row.map((part) => ({ ...part, minutes: 0, wrong }))
}

function planOf(
  values: ReturnType<typeof readCommandLine<typeof command>>["values"],
  words: readonly string[],
): Plan {
  const { gate: isGate, since, "skip-missing": skipsMissing } = values
  if (
    [isGate, since !== undefined, values.size !== undefined || words.length > 0].filter(Boolean)
      .length > 1
  ) {
    throw new UsageError("--gate and --since stand alone: they choose the parts and their sizes.")
  }
  const chosenSeed = process.env.PROVE_SEED
  if (chosenSeed !== undefined && !/^\d{1,10}$/.test(chosenSeed)) {
    throw new UsageError(`PROVE_SEED must be a whole number, not "${chosenSeed}".`)
  }
  const seedOr = (usual: number) => (chosenSeed === undefined ? usual : Number(chosenSeed))
  if (isGate) {
    const rows = gate.map((row) => row.map((name) => ({ name, size: "small" as const })))
    return { rows, seed: seedOr(gateSeed), skipsMissing }
  }
  if (since !== undefined) {
    const needed = partsFor(changedSince(since))
    if (needed.unmapped.length > 0) {
      const places = needed.unmapped.join(", ")
      throw new UsageError(`docs/testing.md lists no parts for these files: ${places}`)
    }
    const listed = needed.parts.map((name) => ({ name, size: parts[name].forChange }))
    return { rows: [listed], seed: seedOr(seedOfCommit()), skipsMissing: true, since }
  }
  const size = sizes.find((one) => one === (values.size ?? "full"))
  if (size === undefined) throw new UsageError(`There is no size "${values.size}".`)
  const named = words.length > 0 ? words.map(partNamed) : partNames
  const hasForm = (name: PartName) => size !== "small" || !withoutSmallForm.includes(name)
  const lacking = words.length > 0 ? named.find((name) => !hasForm(name)) : undefined
  if (lacking !== undefined) throw new UsageError(`"${lacking}" has no small form beside npm test.`)
  const listed = named.filter(hasForm).map((name) => ({ name, size }) as const)
  return { rows: [listed], seed: seedOr(Date.now() % 1_000_000), skipsMissing }
}

function changedSince(commit: string): string[] {
  try {
    return filesChangedSince(commit)
  } catch (error) {
    const { message } = error as Error
    throw new UsageError(`--since needs a commit of this repository: ${message}`, { cause: error })
  }
}

function partNamed(name: string): PartName {
  if (isPart(name)) return name
  throw new UsageError(`There is no part "${name}".`)
}

/** Each line has the name of its part if other parts run in parallel. */
async function run(
  { name, size }: Plan["rows"][number][number],
  seed: number,
  since: string | undefined,
): Promise<Result> {
  const start = performance.now()
  const indent = process.send ? `${name}: ` : "  "
  console.log(`${name} (${size}, seed ${seed})`)
  let last = "nothing"
  const log = (line: string) => {
    last = line
    console.log(`${indent}${line}`)
  }
  const ended = parts[name]
    .run({ size, small: size === "small", seed, since, log })
    .then((wrong) => ({ wrong }))
    .catch((error: Error) =>
      error instanceof NotRunError
        ? { wrong: [], notRun: error.message }
        : { wrong: [`ended with ${error.stack}`] },
    )
  const limit = mostMinutes[size]
  const outcome = await Promise.race([
    ended,
    sleep(limit * 60_000, undefined, { ref: false }).then(() => ({
      wrong: [`has not ended after ${limit} minutes; the last that it printed: ${last}`],
      hangs: true,
    })),
  ])
  printWrong(outcome.wrong, indent)
  return { name, size, minutes: (performance.now() - start) / 60_000, ...outcome }
}

/** One line for each part, and at the end the failures with the command that repeats them. */
function summarize(results: readonly Result[], { seed, skipsMissing }: Plan): void {
  const hasFailed = ({ wrong, notRun }: Result) =>
    wrong.length > 0 || (notRun !== undefined && !skipsMissing)
  for (const result of results) {
    const { name, size, minutes, wrong, notRun } = result
    const outcome = notRun === undefined ? `${wrong.length} do not hold` : `not run: ${notRun}`
    const text = wrong.length === 0 && notRun === undefined ? "holds" : outcome
    const mark = hasFailed(result) ? "✗" : "✓"
    const columns = [name.padEnd(10), size.padEnd(6), `${minutes.toFixed(1).padStart(5)} min`]
    console.log(`${mark} ${columns.join("  ")}  seed ${seed}  ${text}`)
  }
  const failed = results.filter(hasFailed)
  const skipped = results.filter((one) => one.notRun !== undefined && !hasFailed(one)).length
  const passed = results.length - failed.length - skipped
  console.log(
    `${passed} passed, ${failed.length} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`,
  )
  if (failed.length === 0) return
  // Repeated at the end, where the reader of a long output looks first.
  for (const { name, wrong } of failed) {
    console.log(name)
    printWrong(wrong)
  }
  for (const [size, ofSize] of Map.groupBy(failed, (one) => one.size)) {
    const option = size === "full" ? "" : `--size ${size} `
    const names = ofSize.map(({ name }) => name).join(" ")
    console.log(`To repeat: PROVE_SEED=${seed} npm run prove -- ${option}${names}`)
  }
  process.exitCode = 1
}

function printWrong(wrong: readonly string[], indent = "  "): void {
  for (const line of wrong.slice(0, mostLines)) console.log(`${indent}✗ ${line}`)
  if (wrong.length > mostLines) console.log(`${indent}… and ${wrong.length - mostLines} more`)
}
