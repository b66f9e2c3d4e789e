import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { text } from "node:stream/consumers"

const commands = join(import.meta.dirname, "..", "commands")

export interface CommandOutcome {
  code: number | null
  out: string
  err: string
}

/**
 * Runs a program of commands/ in a separate process until it ends. The process gets only these
 * settings, not the environment of the test run.
 */
export async function runCommand(
  program: string,
  parameters: string[],
  settings: NodeJS.ProcessEnv,
  input = "",
): Promise<CommandOutcome> {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, [join(commands, program), ...parameters], {
    env: { PATH, NODE_COMPILE_CACHE, ...settings },
  })
  child.stdin.end(input)
  const printed = Promise.all([text(child.stdout), text(child.stderr)])
  await once(child, "close")
  const [out, err] = await printed
  return { code: child.exitCode, out, err }
}
