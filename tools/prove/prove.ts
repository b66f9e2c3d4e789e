// Runs long tests at full size, in addition to `npm test`:
//
//   npm run prove                     every part
//   npm run prove -- PART …           some parts
//   npm run prove -- --small [PART …] bounded forms, for every change
//   npm run prove -- --skip-missing   a part whose packages cannot be installed does not fail
//
// PROVE_SEED repeats a run; the seed of each run is printed.

import { readCommandLine, runCommandLine, UsageError } from "#server/config/command-line.ts"
import { advisories } from "./advisories.ts"
import { backup } from "./backup/backup.ts"
import { billingDay } from "./billing/billing-day.ts"
import { firefox, older, webkit } from "./browsers.ts"
import { connect } from "./connect/connect.ts"
import { deployment } from "./deployment/deployment.ts"
import { importPeople } from "./import/import.ts"
import { monitoring } from "./monitoring/monitoring.ts"
import { outages } from "./outages.ts"
import { NotRunError, type Part } from "./part.ts"
import { payments } from "./payments.ts"
import { people } from "./people.ts"
import { production } from "./production.ts"
import { rotation } from "./rotation/rotation.ts"
import { pooler } from "./scale/pooler.ts"
import { replica } from "./scale/replica.ts"
import { soak } from "./soak.ts"
import {
  alone,
  engines,
  levels,
  overHttp,
  partitions,
  phone,
  screens,
  zones,
} from "./suite-parts.ts"
import { tenants } from "./tenants.ts"
import { markedPart } from "./test-files.ts"
import { upgrade } from "./upgrade/upgrade.ts"

/** The parts in their order: short ones first. */
const parts: Record<string, Part> = {
  advisories,
  tenants,
  models: markedPart("models"),
  matrix: markedPart("matrix"),
  kill: markedPart("kill"),
  year: markedPart("year"),
  timing: markedPart("timing", { TEST_HASH_COST: "recommended" }),
  faults: markedPart("faults"),
  commands: markedPart("commands"),
  plans: markedPart("plans"),
  conform: markedPart("conform"),
  screens,
  older,
  firefox,
  webkit,
  payments,
  backup,
  connect,
  "over-http": overHttp,
  billing: billingDay,
  import: importPeople,
  outages,
  zones,
  alone,
  engines,
  levels,
  partitions,
  pooler,
  replica,
  phone,
  production,
  upgrade,
  rotation,
  deployment,
  monitoring,
  people,
  soak,
}

const names = Object.keys(parts)
const command = {
  usage: `npm run prove -- [--small] [--skip-missing] [PART …]
Runs the long tests; docs/testing.md describes the parts. No PART: all of them.
  PART            ${names.join(" | ")}
  --small         bounded forms of the parts
  --skip-missing  leaves out parts whose programs this machine lacks
Exit codes: 0 all passed; 1 a part failed; 2 a mistyped command.`,
  options: {
    small: { type: "boolean", default: false },
    "skip-missing": { type: "boolean", default: false },
  },
  words: [0, names.length],
} as const
const mostLines = 20

async function main(): Promise<void> {
  const { values, words } = readCommandLine(command)
  const unknown = words.find((name) => !names.includes(name))
  if (unknown !== undefined) throw new UsageError(`There is no part "${unknown}".`)
  const seed = Number(process.env.PROVE_SEED ?? Date.now() % 1_000_000)
  const chosen = words.length > 0 ? words : names
  const failed: Record<string, string[]> = {}
  let skipped = 0
  for (const name of chosen) {
    console.log(`${name} (${values.small ? "small, " : ""}seed ${seed})`)
    const { wrong, notRun } = await run(name, { small: values.small, seed })
    if (notRun !== undefined) {
      console.log(`  ${values["skip-missing"] ? "–" : "✗"} not run: ${notRun}`)
      if (values["skip-missing"]) skipped += 1
      else failed[name] = [`not run: ${notRun}`]
      continue
    }
    printWrong(wrong)
    console.log(wrong.length === 0 ? "  ✓ holds" : `  ${wrong.length} do not hold`)
    if (wrong.length > 0) failed[name] = wrong
  }
  const count = Object.keys(failed).length
  const others = skipped > 0 ? `, ${skipped} skipped` : ""
  console.log(`${chosen.length - count - skipped} passed, ${count} failed${others}`)
  if (count === 0) return
  // Once more at the end, where the reader of a long output looks first.
  for (const [name, wrong] of Object.entries(failed)) {
    console.log(name)
    printWrong(wrong)
  }
  const again = Object.keys(failed).join(" ")
  console.log(`To repeat: PROVE_SEED=${seed} npm run prove -- ${sizeOf(values)}${again}`)
  process.exitCode = 1
}

function printWrong(wrong: readonly string[]): void {
  for (const line of wrong.slice(0, mostLines)) console.log(`  ✗ ${line}`)
  if (wrong.length > mostLines) console.log(`  … and ${wrong.length - mostLines} more`)
}

function sizeOf({ small }: { small: boolean }): string {
  return small ? "--small " : ""
}

async function run(
  name: string,
  { small, seed }: { small: boolean; seed: number },
): Promise<{ wrong: string[]; notRun?: string }> {
  const part = parts[name]
  if (part === undefined) return { wrong: [`there is no part "${name}"`] }
  try {
    return { wrong: await part({ small, seed, log: (line) => console.log(`  ${line}`) }) }
  } catch (error) {
    if (error instanceof NotRunError) return { wrong: [], notRun: error.message }
    return { wrong: [`ended with ${(error as Error).stack}`] }
  }
}

await runCommandLine(command, main)
