import { join, resolve } from "node:path"
import { z } from "zod"

/**
 * The longest path of a Unix socket in bytes, on each supported system. Source: `sun_path` of
 * sockaddr_un has 104 bytes on macOS, 108 on Linux, and ends with a zero.
 */
const mostBytes = 103

/** A command for the server: one line of JSON. Any second line asks to stop it. */
export type CommandOrder = z.output<typeof orderShape>
export const orderShape = z.object({
  name: z.string(),
  typed: z.array(z.string()),
  /** The folder in which the command was typed. */
  folder: z.string(),
  user: z.string(),
  /** Standard input, if the command takes it; callers of earlier versions leave it out. */
  input: z.string().default(""),
})

/** Lines of JSON from the server: the command's output, then its result. */
export type CommandAnswer = { out: string } | { err: string } | { code: number }

/**
 * The socket in the data folder on which a server that holds the database accepts commands.
 *
 * `problem` is the reason if there cannot be one: then a command works only while no server runs.
 */
export function commandSocket(dataFolder: string): { path: string; problem: string | undefined } {
  const path = join(resolve(dataFolder), "commands.sock")
  return { path, problem: problemOf(path) }
}

function problemOf(path: string): string | undefined {
  if (process.platform === "win32") return "Windows has no sockets in folders."
  const bytes = Buffer.byteLength(path)
  if (bytes <= mostBytes) return undefined
  return `The path of the socket ${path} has ${bytes} bytes, and a system allows ${mostBytes}: set DATA_DIR to a shorter path.`
}
