import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { text } from "node:stream/consumers"

const root = join(import.meta.dirname, "..")

export interface CommandOutcome {
  code: number | null
  out: string
  err: string
}

/**
 * Runs a command of `my-account`, or a program with a path from the root, in a separate process until
 * it ends. The process gets only these settings, not the environment of the test run.
 */
export async function runCommand(
  program: string,
  parameters: string[],
  settings: NodeJS.ProcessEnv,
  input = "",
): Promise<CommandOutcome> {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, [...scriptOf(program), ...parameters], {
    env: { PATH, NODE_COMPILE_CACHE, ...settings },
  })
  child.stdin.end(input)
  const printed = Promise.all([text(child.stdout), text(child.stderr)])
  await once(child, "close")
  const [out, err] = await printed
  return { code: child.exitCode, out, err }
}

/** The file and the words that start a command, `my-account` itself, or a program with a path from the root. */
function scriptOf(program: string): string[] {
  if (program.endsWith(".ts")) return [join(root, program)]
  return [join(root, "commands/my-account.ts"), ...(program === "my-account" ? [] : [program])]
}
