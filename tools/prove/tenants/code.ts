import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { comparisonTests } from "./comparison-tests.ts"
import type { Comparison } from "./comparisons.ts"
import { equivalents } from "./equivalents.ts"

const hook = resolve(import.meta.dirname, "replace-source.ts")
const timeoutMs = 300_000

/**
 * What no test notices, a line each: the tests of a file run on its text without the comparison,
 * after they have passed on its text as it is.
 */
export async function unnoticed(
  comparisons: readonly Comparison[],
  log: (line: string) => void,
): Promise<string[]> {
  const wrong: string[] = []
  const sound = new Map<string, boolean>()
  const folder = await mkdtemp(join(tmpdir(), "my-account-tenants-"))
  const replacement = join(folder, "replaced.ts")

  async function firstFailing({ file, without }: Comparison): Promise<string | undefined> {
    for (const test of comparisonTests[file] ?? []) {
      if (!sound.has(test)) sound.set(test, await passes(test))
      if (!sound.get(test)) throw new Error(`${test} fails with nothing taken out.`)
      await writeFile(replacement, without)
      if (!(await passes(test, { file, replacement }))) return test
    }
    return undefined
  }

  try {
    for (const comparison of comparisons) {
      const { file, line, written, instead } = comparison
      const what = `${file}:${line} with ${instead} for ${written}`
      const failing = await firstFailing(comparison)
      const isListed = `${file} ${written}` in equivalents
      log(`${what}: ${failing ?? (isListed ? "equivalent" : "no test fails")}`)
      if (failing === undefined && !isListed) wrong.push(`${what}: no test fails`)
      if (failing !== undefined && isListed) {
        wrong.push(`${what}: a test fails, so it is not equivalent`)
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return wrong
}

/** Errors: an `Error` when the test does not end. */
async function passes(
  test: string,
  replaced?: { file: string; replacement: string },
): Promise<boolean> {
  const hooks = replaced ? ["--import", hook] : []
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", ...hooks, test], {
    env: {
      ...process.env,
      ...(replaced && {
        REPLACED_FILE: resolve(replaced.file),
        REPLACED_BY: replaced.replacement,
      }),
    },
    stdio: "ignore",
    timeout: timeoutMs,
  })
  const [code] = (await once(child, "close")) as [number | null]
  if (code === null) throw new Error(`${test} did not end.`)
  return code === 0
}
