// Runs the tests of `npm test` again, with one change each time.

import { createHash } from "node:crypto"
import { findHeadlessChromium } from "#testing/chromium.ts"
import { runBrowserTests } from "#tools/test/browser-tests.ts"
import type { TestFile } from "#tools/test/files.ts"
import { sumOf } from "#tools/test/outcome.ts"
import type { Part, Run } from "./part.ts"
import { testFilesPart } from "./test-files.ts"

/**
 * Every database test that can run on PGlite. The small form leaves out those that `npm test` runs
 * there, and runs a third of the others, selected by its seed.
 */
export const engines: Part = testFilesPart((all, run) => ({
  files: shareOf(
    all.filter(
      ({ kind, onBothEngines, needsPostgres, isProofOnly }) =>
        kind === "database" && !needsPostgres && !isProofOnly && !(run.small && onBothEngines),
    ),
    run,
    3,
  ),
  engine: "PGlite",
}))

/**
 * The time zones farthest east and west, and one of the United States: for a part of the day, their
 * date differs from UTC's.
 */
const zonesOfDays = ["Pacific/Kiritimati", "Pacific/Pago_Pago", "America/Los_Angeles"]

/** Unit and database tests in each time zone; in the small form, unit tests in one of them. */
export const zones: Part = async (run) => {
  const wrong: string[] = []
  const chosen = zonesOfDays.filter((_, index) => !run.small || index === run.seed % 3)
  for (const zone of chosen) {
    run.log(zone)
    const part = testFilesPart((all) => ({
      files: all.filter(
        ({ kind, isProofOnly }) =>
          !isProofOnly && (kind === "unit" || (kind === "database" && !run.small)),
      ),
      env: { TZ: zone },
    }))
    wrong.push(...(await part(run)).map((line) => `${zone}: ${line}`))
  }
  return wrong
}

/**
 * The database tests at the isolation levels of distributed engines, some of which have only one.
 * The small form runs a sixth of the files at each level, selected by its seed. At `serializable`,
 * PostgreSQL holds the read locks of all transactions until the longest has ended, which needs
 * memory.
 */
export const levels: Part = async (run) => {
  const wrong: string[] = []
  for (const level of ["repeatable read", "serializable"]) {
    run.log(level)
    const part = testFilesPart((all) => ({
      ...onPostgresOnly(all, run, 6),
      settings: { default_transaction_isolation: level, max_pred_locks_per_transaction: "1024" },
    }))
    wrong.push(...(await part(run)).map((line) => `${level}: ${line}`))
  }
  return wrong
}

/**
 * The database tests on a schema whose brand tables are partitioned by client, which refuses keys
 * that do not begin with it. The small form runs a sixth of the files, selected by its seed.
 */
export const partitions: Part = testFilesPart((all, run) => ({
  ...onPostgresOnly(all, run, 6),
  env: { TEST_SCHEMA: "partitioned" },
}))

function onPostgresOnly(all: readonly TestFile[], run: Run, parts: number) {
  const files = all.filter(({ kind, isProofOnly }) => kind === "database" && !isProofOnly)
  return { files: shareOf(files, run, parts), engine: "PostgreSQL" as const }
}

/**
 * Each test file in a separate process, so that no file depends on the leftovers of another. The
 * small form runs a sixth of the files, selected by its seed.
 */
export const alone: Part = testFilesPart((all, run) => ({
  files: shareOf(
    all.filter(({ kind, isProofOnly }) => !isProofOnly && kind !== "browser"),
    run,
    6,
  ),
  isAlone: true,
}))

/** Every browser test at phone width; in the small form a quarter, selected by its seed. */
export const phone: Part = async (run) => await browserProjects(["phone-all"], run, shardOf(run, 4))

/**
 * The browser tests of signing in and of money with an account system over HTTP, behind faults; in
 * the small form a sixth, selected by its seed.
 */
export const overHttp: Part = async (run) =>
  await browserProjects(["over-http", "over-http-prove"], run, shardOf(run, 6))

/** The browser tests that `npm test` leaves out, at desktop width. */
export const screens: Part = async (run) => await browserProjects(["desktop-prove"], run, undefined)

/** Runs the tests of these projects of playwright.config.ts. */
export async function browserProjects(
  projects: string[],
  { log, seed }: Run,
  shard: string | undefined,
) {
  const outcomes = await runBrowserTests({
    // Some files have no test for this project.
    files: [],
    projects,
    isWhole: true,
    ...(shard !== undefined && { shard }),
    chromiumPath: findHeadlessChromium(),
    env: { PROVE_SEED: String(seed) },
    signal: AbortSignal.any([]),
  })
  const { passed, failed } = sumOf(outcomes)
  log(`${passed} passed, ${failed} failed`)
  return outcomes.flatMap(({ path, failures }) => failures.map((title) => `${path}: ${title}`))
}

/**
 * All items, or in the small form the share that the seed selects. A file stays in its share when
 * other files come and go.
 */
export function shareOf<Item extends { path: string }>(
  items: readonly Item[],
  { small, seed }: Run,
  parts: number,
): Item[] {
  return items.filter(({ path }) => !small || numberOf(path) % parts === seed % parts)
}

function numberOf(path: string): number {
  return createHash("sha256").update(path).digest().readUInt32BE()
}

/** The share of the browser tests in the small form, selected by the seed. */
function shardOf({ small, seed }: Run, parts: number): string | undefined {
  return small ? `${(seed % parts) + 1}/${parts}` : undefined
}
