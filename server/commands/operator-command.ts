import type { Database } from "#database/open.ts"
import { lacksDatabase } from "#database/unavailable.ts"
import type { Clock } from "#platform/clock.ts"
import { plainMessage, shortUsage, UsageError } from "../config/command-line.ts"
import type { Config } from "../config/config.ts"

/** The output of a command; each text is one or more whole lines. */
export interface Printer {
  out(text: string): void
  err(text: string): void
}

/** The environment of a command: in its own process, or in the server that holds the database. */
export interface Workplace extends Printer {
  config: Config
  database: Database
  clock: Clock
  /** The name on this machine of the person who typed the command. */
  user: string
  /** Standard input, if the command takes it; empty otherwise. */
  input: string
  /** Aborts when the person, or the server that runs the command, stops it. */
  signal: AbortSignal
  /** The absolute path of a file or folder that the person gave relative to their own folder. */
  pathOf(typed: string): string
}

/** The command's work. Returns its exit code: 0, or 1 for findings and refusals. */
export type Work = (place: Workplace) => Promise<number>

/** The command was stopped; the message lists the completed and the remaining work. */
export class CommandStopped extends Error {
  override name = "Stopped"
}

/**
 * An operator command that needs the database. While a server holds the database, the command runs
 * in that server: see `runOperatorCommand`.
 */
export interface OperatorCommand {
  /** The usage for these arguments, as printed after "Usage: ": see `readCommandLine`. */
  usageOf(typed: string[]): string
  /** Parses the arguments without using files or the database. Errors: `UsageError`. */
  read(typed: string[]): Work
  /** Whether the command reads standard input with these arguments. */
  takesInput?(typed: string[]): boolean
  /**
   * Whether its work reacts to the signal of its place by throwing `CommandStopped`. The work of any other
   * command is one step, which is done completely or not at all.
   */
  canStop?: true
  /**
   * Whether it uses a database of any version. Any other command needs one that is migrated to this
   * version.
   */
  keepsVersion?: true
  /**
   * Checks the arguments before the command creates a new database or migrates one. A command
   * without this function does not create tables. Errors: an `Error` with one line.
   */
  beforeMigrating?(typed: string[], pathOf: (path: string) => string): Promise<void>
  /** The exit code of a failure; 1 by default. */
  failureCode?: 2
  /** An error of the work as text; its message by default. */
  explain?(error: Error): string
}

/** Loads the command with this name; undefined if there is none. */
export type FindCommand = (name: string) => Promise<OperatorCommand | undefined>

/**
 * The exit code of a command that Ctrl-C stopped. Source: 128 plus the number of SIGINT, the
 * convention of shells.
 */
export const stoppedCode = 130

/**
 * Runs a command to its end and returns its exit code: 2 for wrong arguments, `stoppedCode` if it
 * was stopped, 1 if it failed.
 */
export async function runWork(
  command: OperatorCommand,
  typed: string[],
  place: Printer,
  open: (work: Work) => Promise<number>,
): Promise<number> {
  try {
    return await open(command.read(typed))
  } catch (error) {
    const isUsage = error instanceof UsageError
    place.err((!isUsage && command.explain?.(error as Error)) || plainMessage(error as Error))
    if (isUsage) place.err(shortUsage(command.usageOf(typed)))
    if (error instanceof CommandStopped) return stoppedCode
    return isUsage || lacksDatabase(error) ? 2 : (command.failureCode ?? 1)
  }
}
