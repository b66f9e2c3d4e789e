import { availableParallelism } from "node:os"
import { forThrowAway, startPostgres } from "#testing/postgres.ts"
import { allTestFiles, type TestFile } from "#tools/test/files.ts"
import { type Engine, runNodeTests } from "#tools/test/node-tests.ts"
import { sumsByLane } from "#tools/test/outcome.ts"
import { createSlots } from "#tools/test/slots.ts"
import type { Part, Run } from "./part.ts"

interface Choice {
  files: TestFile[]
  /** Replaces the engines that the files name. */
  engine?: Engine
  env?: Record<string, string>
  /** Settings of PostgreSQL besides the usual ones. */
  settings?: Record<string, string>
  /**
   * Starts what the tests need besides PostgreSQL, and returns the variables with which they find
   * it.
   */
  beside?: (postgresUrl: string) => Promise<{
    env: Record<string, string>
    stop(): Promise<void>
  }>
  /** Runs each file in its own process. */
  isAlone?: boolean
}

/**
 * A part that runs the test files of the project that `choose` selects. The runner prints failures.
 */
export function testFilesPart(choose: (all: TestFile[], run: Run) => Choice): Part {
  return async (run) => {
    const choice = choose(allTestFiles(), run)
    const { files, engine, env = {}, settings = {}, isAlone = false } = choice
    if (files.length === 0) return ["no test file belongs to this part"]
    run.log(`${files.length} test files`)
    const workers = availableParallelism() + 1
    await using stack = new AsyncDisposableStack()
    const postgres = await startPostgres({ ...forThrowAway, ...settings })
    stack.defer(() => postgres.stop())
    const beside = await choice.beside?.(postgres.url)
    if (beside) stack.defer(() => beside.stop())
    const outcomes = await runNodeTests(files, {
      postgresUrl: async () => postgres.url,
      slots: createSlots(workers),
      workers,
      signal: AbortSignal.any([]),
      env: { ...env, ...beside?.env },
      isAlone,
      ...(engine && { engine }),
    })
    for (const [lane, { passed, failed }] of sumsByLane(outcomes)) {
      run.log(`${lane}: ${passed} passed, ${failed} failed`)
    }
    return outcomes.flatMap(({ path, lane, failures }) =>
      failures.map((title) => `${path} (${lane}): ${title}`),
    )
  }
}

/**
 * The files with the marker `@prove-only NAME` or `@prove-also NAME`: at full size with three new
 * seeds, otherwise with one.
 */
export function markedPart(name: string, extraEnv: Record<string, string> = {}): Part {
  return testFilesPart((all, { size, seed }): Choice => {
    const files = all.filter(({ proofs }) => proofs.includes(name))
    const seeds = size === "full" ? [seed, seed + 1, seed + 2] : [seed]
    return { files, env: { TEST_SIZE: size, MODEL_SEEDS: seeds.join(), ...extraEnv } }
  })
}
