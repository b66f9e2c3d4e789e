import type { ParseArgsConfig } from "node:util"
import type { Printer, Workplace } from "#server/commands/operator-command.ts"

/** The words and options after the name of a command of `npm run portal`. */
export interface Typed {
  /** The words without a dash, in order. */
  words: string[]
  /** The options by name, without the dashes. */
  values: Record<string, string | string[] | boolean | undefined>
}

/** The result of a command: as text, and as JSON for `--json`. */
export interface Outcome {
  text: string
  json: unknown
  /** 1 if the command found something wrong; 0 by default. */
  code?: 0 | 1
}

interface Common {
  /** The words after `npm run portal --`, such as "releases CLIENT". */
  usage: string
  /** Its work, as a sentence. */
  summary: string
  /** Lines that `--help` adds: options and examples. */
  help?: string
  options?: NonNullable<ParseArgsConfig["options"]>
  /** The least and the most words; none by default. */
  words?: readonly [least: number, most: number]
  /** Takes words out of what was typed that Node would read as options. */
  prepare?(typed: string[]): { typed: string[]; words: string[] }
}

/** A command that works with the database, maybe inside the server that holds it. */
export interface DatabaseSubcommand extends Common {
  work(typed: Typed, place: Workplace): Promise<Outcome>
}

/** A command that works in its own process with files alone. It may ask questions. */
export interface LocalSubcommand extends Common {
  workHere(typed: Typed, place: LocalPlace): Promise<Outcome>
}

export type LocalPlace = Printer & Pick<Workplace, "pathOf">

export type Subcommand = DatabaseSubcommand | LocalSubcommand
