import { availableParallelism } from "node:os"
import { forThrowAway, startPostgres } from "#testing/postgres.ts"
import { allTestFiles, type TestFile } from "#tools/test/files.ts"
import { type Engine, runNodeTests } from "#tools/test/node-tests.ts"
import { sumOf } from "#tools/test/outcome.ts"
import { createSlots } from "#tools/test/slots.ts"
import type { Part, Run } from "./part.ts"

interface Choice {
  files: TestFile[]
  /** Replaces the engines that the files ask for. */
  engine?: Engine
  env?: Record<string, string>
  /** Settings of PostgreSQL besides the usual ones. */
  settings?: Record<string, string>
  /** Starts what the tests need beside PostgreSQL, and says how they find it. */
  beside?: (postgresUrl: string) => Promise<{
    env: Record<string, string>
    stop(): Promise<void>
  }>
  /** Runs each file in its own process. */
  isAlone?: boolean
}

/** A part that runs test files of the project as `choose` says. The runner prints failures. */
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
    const lanes = await runNodeTests(files, {
      postgresUrl: async () => postgres.url,
      slots: createSlots(workers),
      workers,
      signal: AbortSignal.any([]),
      env: { ...env, ...beside?.env },
      isAlone,
      ...(engine && { engine }),
    })
    for (const [lane, { passed, failed }] of Object.entries(lanes)) {
      run.log(`${lane}: ${passed} passed, ${failed} failed`)
    }
    const { failed } = sumOf(Object.values(lanes))
    return failed === 0 ? [] : [`${failed} tests failed, printed above`]
  }
}

/**
 * The files with the marker `@prove-only NAME` or `@prove-also NAME`, at full size and with new
 * seeds. The small form has new seeds at the size of `npm test`.
 */
export function markedPart(name: string, extraEnv: Record<string, string> = {}): Part {
  return testFilesPart((all, { small, seed }): Choice => {
    const files = all.filter(({ proofs }) => proofs.includes(name))
    if (small) return { files, env: { MODEL_SEEDS: String(seed), ...extraEnv } }
    const seeds = [seed, seed + 1, seed + 2].join(",")
    return { files, env: { TEST_SIZE: "full", MODEL_SEEDS: seeds, ...extraEnv } }
  })
}
