import { userInfo } from "node:os"
import { resolve } from "node:path"
import { systemClock } from "#platform/clock.ts"
import { type Config, readConfig } from "../config/config.ts"
import { openMigratedDatabase } from "../migrated-database.ts"
import { askServer } from "./ask-server.ts"
import { commandSocket, type Order } from "./command-socket.ts"
import { type OperatorCommand, type Printer, runWork, type Work } from "./operator-command.ts"

/**
 * Runs a command of the operator in this process to its end, and sets the exit code. While a server
 * holds the database of the data folder (PGlite), that server runs the command, and this process
 * prints what it prints.
 *
 * `--help` prints the usage. Codes: 0; 1 for findings and failures; 2 for what was typed wrong, or
 * a database that is away.
 */
export async function runOperatorCommand(
  name: string,
  command: OperatorCommand,
  typed: string[] = process.argv.slice(2),
): Promise<void> {
  if (typed.includes("--help")) {
    console.log(`Usage: ${command.usageOf(typed)}`)
    return
  }
  // npm runs in the project, but paths are relative to the operator's folder.
  const folder = resolve(process.env.INIT_CWD ?? "")
  const order: Order = { name, typed, folder, user: userName() }
  const printer: Printer = { out: console.log, err: console.error }
  process.exitCode = await runWork(command, typed, printer, async (work) => {
    const config = readConfig(process.env)
    return (await inServer(config, order, printer)) ?? (await here(config, order, printer, work))
  })
}

async function inServer(
  { database, dataFolder }: Config,
  order: Order,
  printer: Printer,
): Promise<number | undefined> {
  if ("url" in database) return undefined
  const { path, problem } = commandSocket(dataFolder)
  return problem === undefined ? await askServer(path, order, printer) : undefined
}

async function here(
  config: Config,
  { folder, user }: Order,
  printer: Printer,
  work: Work,
): Promise<number> {
  const database = await openMigratedDatabase(config).catch((error: Error) => {
    throw explained(error, config)
  })
  try {
    const pathOf = (path: string) => resolve(folder, path)
    return await work({ ...printer, config, database, clock: systemClock, user, pathOf })
  } finally {
    await database.close()
  }
}

/** A folder in use has a server without a socket: the message says why. */
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
    // A container may run under a number without a name.
    return String(process.getuid?.() ?? "")
  }
}
