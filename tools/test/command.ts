import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import type { FileOutcome } from "./outcome.ts"

const programs = join(import.meta.dirname, "../../node_modules/.bin")

/**
 * Runs a program of node_modules/.bin as one check of `part`. Prints its output only if it fails.
 */
export async function runCheck(
  part: string,
  name: string,
  [program = "", ...parameters]: string[],
  signal: AbortSignal,
): Promise<FileOutcome> {
  const start = performance.now()
  const child = spawn(join(programs, program), parameters, { signal })
  const printed = Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = await once(child, "close")
  const isGood = code === 0
  if (!isGood) console.log(`\n✗ ${name}\n${(await printed).join("")}`)
  return {
    path: part,
    lane: name,
    passed: isGood ? 1 : 0,
    failed: isGood ? 0 : 1,
    failures: isGood ? [] : [name],
    milliseconds: performance.now() - start,
  }
}
