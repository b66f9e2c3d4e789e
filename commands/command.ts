import { resolve } from "node:path"
import type { ParseArgsConfig } from "node:util"
import { LoadRefused, problemsInLines } from "#platform/files/problems.ts"
import type { OperatorCommand, Printer, Workplace } from "#server/commands/operator-command.ts"
import { ownShell, type Shell } from "#server/commands/run-operator-command.ts"
import {
  isHelp,
  plainMessage,
  readCommandLine,
  shortUsage,
  UsageError,
} from "#server/config/command-line.ts"
import { NotReady } from "./readiness/not-ready.ts"

/** The words and options after the name of a command. */
export interface Typed {
  /** The words without a dash, in order. */
  words: string[]
  /** The options by name, without the dashes. */
  values: Record<string, string | string[] | boolean | undefined>
}

/** The result of a command: as text, and as JSON for `--json`. */
export interface CommandResult {
  text: string
  json: unknown
  /** 1 if the command found something wrong; 0 by default. */
  code?: 0 | 1
}

interface Common {
  /** The words after `npm run my-account --`, such as "releases CLIENT". */
  usage: string
  /** A sentence that describes its work. */
  summary: string
  /** Lines that `--help` adds: options and examples. */
  help?: string
  options?: NonNullable<ParseArgsConfig["options"]>
  /** The least and the most words; none by default. */
  words?: readonly [least: number, most: number]
  /** Removes words that Node would parse as options, and returns them apart. */
  prepare?(typed: string[]): { typed: string[]; words: string[] }
}

/** A command that works with the database, maybe inside the server that holds it. */
export interface DatabaseCommand extends Common {
  work(typed: Typed, place: Workplace): Promise<CommandResult>
}

/** A command that works in its own process with files alone. It may ask questions. */
export interface LocalCommand extends Common {
  workHere(typed: Typed, place: LocalPlace): Promise<CommandResult>
}

export type LocalPlace = Printer & Pick<Workplace, "pathOf">

/** The form of a command that a server can run. */
export function operatorCommandOf(command: DatabaseCommand): OperatorCommand {
  return {
    usageOf: () => usageOf(command),
    read(typed) {
      const { order, isJson } = readTyped(command, typed)
      return async (place) => await printed(place, isJson, () => command.work(order, place))
    },
    explain,
  }
}

/** Runs a command in this process to its end, and returns the exit code. */
export async function runLocalCommand(
  command: LocalCommand,
  typed: string[],
  { out, err, folder }: Pick<Shell, "out" | "err" | "folder"> = ownShell,
): Promise<number> {
  if (isHelp(typed)) {
    out(`Usage: ${usageOf(command)}`)
    return 0
  }
  try {
    const { order, isJson } = readTyped(command, typed)
    const pathOf = (path: string) => resolve(folder, path)
    const place = { out, err, pathOf }
    return await printed(place, isJson, () => command.workHere(order, place))
  } catch (error) {
    const isUsage = error instanceof UsageError
    err(explain(error as Error))
    if (isUsage) err(shortUsage(usageOf(command)))
    return isUsage ? 2 : 1
  }
}

function explain(error: Error): string {
  if (error instanceof NotReady) return `${error.message}\nNothing was published.`
  return error instanceof LoadRefused ? problemsInLines(error, "changed") : plainMessage(error)
}

/** Errors: `UsageError`. */
function readTyped(command: Common, typed: string[]): { order: Typed; isJson: boolean } {
  const { usage, options = {}, words: limits = [0, 0], prepare } = command
  const prepared = prepare?.(typed) ?? { typed, words: [] }
  const [least, most] = limits
  const taken = prepared.words.length
  const line = {
    usage,
    options: { ...options, json: { type: "boolean" } },
    words: [Math.max(least - taken, 0), most - taken],
  } as const
  const { values, words } = readCommandLine(line, prepared.typed)
  const { json, ...others } = values as Typed["values"]
  return { order: { words: [...words, ...prepared.words], values: others }, isJson: json === true }
}

/** Prints the result. With `--json` standard output holds one JSON value, also for an error. */
async function printed(
  { out }: Printer,
  isJson: boolean,
  work: () => Promise<CommandResult>,
): Promise<number> {
  try {
    const { text, json, code = 0 } = await work()
    const shown = isJson ? JSON.stringify(json, null, 2) : text
    if (shown !== "") out(shown)
    return code
  } catch (error) {
    if (isJson) out(JSON.stringify(problemOf(error as Error), null, 2))
    throw error
  }
}

function problemOf(error: Error) {
  const isRefusal = error instanceof LoadRefused || error instanceof NotReady
  return {
    error: isRefusal ? "refused" : error.message,
    ...(error instanceof LoadRefused && { problems: error.problems }),
    ...(error instanceof NotReady && { findings: error.findings }),
  }
}

function usageOf({ usage, summary, help }: Common): string {
  const rest = help === undefined ? [] : [help.replace(/^\n|\s+$/g, "")]
  return [
    `npm run my-account -- ${usage} [--json]`,
    summary,
    ...rest,
    "  --json  prints the result, or the refusal, as JSON",
    "Exit codes: 0 done; 1 findings or a refusal; 2 a mistyped command, or no database.",
  ].join("\n")
}
