import type { Database } from "#database/open.ts"
import { lacksDatabase } from "#database/unavailable.ts"
import type { Clock } from "#platform/clock.ts"
import { plainMessage, shortUsage, UsageError } from "../config/command-line.ts"
import type { Config } from "../config/config.ts"

/** Where a command prints; each text is one or more whole lines. */
export interface Printer {
  out(text: string): void
  err(text: string): void
}

/** The surroundings of a command: in its own process, or in the server that holds the database. */
export interface Workplace extends Printer {
  config: Config
  database: Database
  clock: Clock
  /** The person who typed the command: their name on this machine. */
  user: string
  /** Standard input, if the command takes it; empty otherwise. */
  input: string
  /** Aborted when the person, or the server that runs the command, ends it. */
  signal: AbortSignal
  /** The absolute path of a file or folder that the person named relative to their own folder. */
  pathOf(typed: string): string
}

/** The command's work. Returns its exit code: 0, or 1 for findings and refusals. */
export type Work = (place: Workplace) => Promise<number>

/** The command was ended; the message says what it has done, and what remains. */
export class Stopped extends Error {
  override name = "Stopped"
}

/**
 * A command of the operator that needs the database. While a server holds the database, the command
 * runs in that server: see `runOperatorCommand`.
 */
export interface OperatorCommand {
  /** The usage of what was typed, as printed after "Usage: ": see `readCommandLine`. */
  usageOf(typed: string[]): string
  /** Parses what was typed; touches neither files nor the database. Errors: `UsageError`. */
  read(typed: string[]): Work
  /** Whether it reads standard input, typed as this. */
  takesInput?(typed: string[]): boolean
  /**
   * Whether its work heeds the signal of its place, and then throws `Stopped`. The work of any other
   * command is one step, which is done whole or not at all.
   */
  canStop?: true
  /** Whether it uses a database of any version. Another command needs one that is migrated to this version. */
  keepsVersion?: true
  /**
   * Refuses what was typed before the command begins a new database or brings one up to date. No command without this
   * makes tables. Errors: an `Error` with one line.
   */
  beforeMigrating?(typed: string[], pathOf: (path: string) => string): Promise<void>
  /** The exit code of a failure; 1 by default. */
  failureCode?: 2
  /** An error of the work as text; its message by default. */
  explain?(error: Error): string
}

/** Loads the command with this name; undefined if there is none. */
export type FindCommand = (name: string) => Promise<OperatorCommand | undefined>

/** The exit code of a command that Ctrl-C ended. Source: 128 and the number of SIGINT, as shells say it. */
export const stoppedCode = 130

/**
 * Runs a command to its end and returns its exit code: 2 if it was typed wrong, `stoppedCode` if it was
 * stopped, 1 if it failed.
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
    if (error instanceof Stopped) return stoppedCode
    return isUsage || lacksDatabase(error) ? 2 : (command.failureCode ?? 1)
  }
}
