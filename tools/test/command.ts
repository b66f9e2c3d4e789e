import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import type { Outcome } from "./outcome.ts"

const programs = join(import.meta.dirname, "../../node_modules/.bin")

/** Runs a program of node_modules/.bin as one check. Prints its output only if it fails. */
export async function runCheck(
  [program = "", ...parameters]: string[],
  signal: AbortSignal,
): Promise<Outcome> {
  const child = spawn(join(programs, program), parameters, { signal })
  const printed = Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = await once(child, "close")
  if (code === 0) return { passed: 1, failed: 0 }
  console.log((await printed).join(""))
  return { passed: 0, failed: 1 }
}
