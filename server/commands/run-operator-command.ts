import { createConnection, type Socket } from "node:net"
import { userInfo } from "node:os"
import { resolve } from "node:path"
import { createInterface } from "node:readline"
import { text } from "node:stream/consumers"
import { isMissing } from "#database/open.ts"
import { NoDatabase } from "#database/unavailable.ts"
import { systemClock } from "#platform/clock.ts"
import { isHelp } from "../config/command-line.ts"
import { type Config, readConfig } from "../config/config.ts"
import { terminal } from "../config/typed-as.ts"
import { openMigratedDatabase, openPresentDatabase } from "../migrated-database.ts"
import { type CommandAnswer, type CommandOrder, commandSocket } from "./command-socket.ts"
import {
  type OperatorCommand,
  type Printer,
  runWork,
  stoppedCode,
  type Work,
} from "./operator-command.ts"

/** The settings and the input of a command that a person types, and where it prints. */
export interface Shell extends Printer {
  /** The person's folder. npm runs in the project folder, but paths are relative to this one. */
  folder: string
  /** Errors: those of `readConfig`. */
  config(): Config
  /** Reads standard input to its end. */
  readInput(): Promise<string>
}

/** The shell that has started this process. */
export const ownShell: Shell = {
  ...terminal,
  folder: process.env.INIT_CWD ?? "",
  config: () => readConfig(process.env),
  readInput: () => text(process.stdin),
}

/**
 * Runs an operator command in this process to its end, and returns the exit code. While a server
 * holds the database of the data folder (PGlite), that server runs the command, and this process
 * prints its output.
 *
 * `--help` and `-h` print the usage. Codes: 0; 1 for findings and failures; 2 for wrong arguments
 * or an unavailable database; 130 for a command that Ctrl-C stopped.
 */
export async function runOperatorCommand(
  name: string,
  command: OperatorCommand,
  typed: string[] = process.argv.slice(2),
  shell: Shell = ownShell,
): Promise<number> {
  if (isHelp(typed)) {
    shell.out(`Usage: ${command.usageOf(typed)}`)
    return 0
  }
  const folder = resolve(shell.folder)
  return await runWork(command, typed, shell, async (work) => {
    const config = shell.config()
    const input = command.takesInput?.(typed) ? await shell.readInput() : ""
    const order: CommandOrder = { name, typed, folder, user: userName(), input }
    return (
      (await inServer(config, order, shell)) ?? (await here(config, order, shell, command, work))
    )
  })
}

async function inServer(
  { database, dataFolder }: Config,
  order: CommandOrder,
  printer: Printer,
): Promise<number | undefined> {
  if ("url" in database) return undefined
  const { path, problem } = commandSocket(dataFolder)
  if (problem !== undefined) return undefined
  const { signal, end } = stopSignal("The server still works on this command.")
  return await askServer(path, order, printer, signal).finally(end)
}

/** Terminal and npm may both forward a single Ctrl-C. */
const samePressMs = 500

/**
 * A signal that the first Ctrl-C aborts; the second one ends this process and prints `left`. `end`
 * restores the usual effect of Ctrl-C.
 */
function stopSignal(left: string): { signal: AbortSignal; end: () => void } {
  const stopping = new AbortController()
  let pressedAt = 0
  const press = () => {
    if (!stopping.signal.aborted) pressedAt = performance.now()
    else if (performance.now() - pressedAt > samePressMs) {
      console.error(left)
      process.exit(stoppedCode)
    }
    stopping.abort()
  }
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const
  for (const name of signals) process.on(name, press)
  const end = () => {
    for (const name of signals) process.off(name, press)
  }
  return { signal: stopping.signal, end }
}

async function here(
  config: Config,
  { typed, folder, user, input }: CommandOrder,
  printer: Printer,
  { canStop, keepsVersion, beforeMigrating }: OperatorCommand,
  work: Work,
): Promise<number> {
  const pathOf = (path: string) => resolve(folder, path)
  if (!beforeMigrating) refuseMissing(config)
  await beforeMigrating?.(typed, pathOf)
  const opened = beforeMigrating
    ? openMigratedDatabase(config)
    : openPresentDatabase(config, { isAnyVersion: keepsVersion })
  const database = await opened.catch((error: Error) => {
    throw explained(error, config)
  })
  // A single-step command ends with the process, and the database rolls it back.
  const { signal, end } = canStop ? stopSignal("Stopped.") : neverStopped
  try {
    const own = { config, database, clock: systemClock, user, input, signal, pathOf }
    return await work({ out: printer.out, err: printer.err, ...own })
  } finally {
    end()
    await database.close()
  }
}

/** Errors: `NoDatabase`, so that a mistyped DATA_DIR does not look like an empty installation. */
export function refuseMissing({ database }: Pick<Config, "database">): void {
  if (isMissing(database)) throw new NoDatabase(database.folder)
}

const neverStopped = { signal: new AbortController().signal, end() {} }

/** A folder in use has a server without a socket; the message gives the reason. */
function explained(error: Error, { database, dataFolder }: Config): Error {
  const { problem } = commandSocket(dataFolder)
  if ("url" in database || problem === undefined || !/ is in use by /.test(error.message)) {
    return error
  }
  return new Error(`${error.message} ${problem}`, { cause: error })
}

function userName(): string {
  try {
    return userInfo().username
  } catch {
    // A container may run under a user id without a name.
    return String(process.getuid?.() ?? "")
  }
}

/**
 * Makes the server behind this socket run a command, and prints its output. `signal` asks the
 * server to stop it.
 *
 * Returns the exit code; undefined if no server listens there. Errors: an `Error` if the server
 * ended before the command did, or if the socket belongs to another user.
 */
export async function askServer(
  path: string,
  order: CommandOrder,
  { out, err }: Printer,
  signal?: AbortSignal,
): Promise<number | undefined> {
  const socket = await connect(path)
  if (!socket) return undefined
  socket.on("error", () => {})
  socket.write(`${JSON.stringify(order)}\n`)
  const stop = () => socket.write("stop\n")
  if (signal?.aborted) stop()
  else signal?.addEventListener("abort", stop, { once: true })
  for await (const line of createInterface({ input: socket })) {
    const part = JSON.parse(line) as CommandAnswer
    if ("out" in part) out(part.out)
    else if ("err" in part) err(part.err)
    else {
      socket.end()
      return part.code
    }
  }
  throw new Error("The server ended before the command did. Please check what it has done.")
}

async function connect(path: string): Promise<Socket | undefined> {
  return await new Promise((done, fail) => {
    const socket = createConnection(path)
    socket.once("connect", () => done(socket))
    socket.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT" || error.code === "ECONNREFUSED") done(undefined)
      else if (error.code === "EACCES") {
        fail(new Error(`Only the user who runs the server may use ${path}.`, { cause: error }))
      } else fail(error)
    })
  })
}
