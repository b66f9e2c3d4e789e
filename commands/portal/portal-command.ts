import { LoadRefused } from "#platform/files/problems.ts"
import type { OperatorCommand, Printer } from "#server/commands/operator-command.ts"
import { readCommandLine, UsageError } from "#server/config/command-line.ts"
import { inLines } from "../load/load-command.ts"
import { NotReady } from "../readiness/not-ready.ts"
import type { LocalPlace, LocalSubcommand, Outcome, Subcommand, Typed } from "./subcommand.ts"
import { subcommands } from "./subcommands.ts"

/** Works on brands and their releases: `npm run portal -- COMMAND`. */
export const portalCommand: OperatorCommand = {
  usageOf: usageOfPortal,
  read(typed) {
    const { subcommand, order, isJson } = readTyped(typed)
    return async (place) => {
      if (!("work" in subcommand)) throw new Error("This command works without the server.")
      return await printed(place, isJson, () => subcommand.work(order, place))
    }
  },
  explain(error) {
    if (error instanceof NotReady) return `${error.message}\nNothing was published.`
    return error instanceof LoadRefused ? inLines(error, "changed") : error.message
  },
}

/** The command that was typed if it needs no database, ready to run; undefined for any other. */
export function localCommand(
  typed: string[],
): ((place: LocalPlace) => Promise<number>) | undefined {
  const { subcommand, order, isJson } = readTyped(typed)
  if (!isLocal(subcommand)) return undefined
  return (place) => printed(place, isJson, () => subcommand.workHere(order, place))
}

function isLocal(subcommand: Subcommand): subcommand is LocalSubcommand {
  return "workHere" in subcommand
}

/** Errors: `UsageError`. */
function readTyped(typed: string[]): { subcommand: Subcommand; order: Typed; isJson: boolean } {
  const [name = "", ...rest] = typed
  const subcommand = subcommandNamed(name)
  if (!subcommand) {
    // An option without a command is named as what it is.
    if (name.startsWith("-")) readCommandLine({ usage: "" }, typed)
    throw new UsageError(name === "" ? "Name a command." : `There is no command '${name}'.`)
  }
  const { usage, options = {}, words: limits = [0, 0], prepare } = subcommand
  const prepared = prepare?.(rest) ?? { typed: rest, words: [] }
  const [least, most] = limits
  const taken = prepared.words.length
  const line = {
    usage,
    options: { ...options, json: { type: "boolean" } },
    words: [Math.max(least - taken, 0), most - taken],
  } as const
  const { values, words } = readCommandLine(line, prepared.typed)
  const { json, ...others } = values as Typed["values"]
  const order = { words: [...words, ...prepared.words], values: others }
  return { subcommand, order, isJson: json === true }
}

function subcommandNamed(name: string): Subcommand | undefined {
  return Object.hasOwn(subcommands, name) ? subcommands[name] : undefined
}

/** Prints what a command found. With `--json` standard output holds one JSON value, also for an error. */
async function printed(
  { out }: Printer,
  isJson: boolean,
  work: () => Promise<Outcome>,
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

const exitCodes =
  "Exit codes: 0 done; 1 findings or a refusal; 2 a mistyped command, or no database."

function usageOfPortal([name = ""]: string[]): string {
  const subcommand = subcommandNamed(name)
  if (subcommand) {
    const { usage, summary, help } = subcommand
    const rest = help === undefined ? [] : [help.replace(/^\n|\s+$/g, "")]
    return [
      `npm run portal -- ${usage} [--json]`,
      summary,
      ...rest,
      "  --json  prints the result, or the refusal, as JSON",
      exitCodes,
    ].join("\n")
  }
  const all = Object.values(subcommands)
  const words = ({ usage }: Subcommand) => usage.replaceAll(/ \[--[^\]]*\]…?/g, "")
  const width = Math.max(...all.map((one) => words(one).length))
  return [
    "npm run portal -- COMMAND",
    ...all.map((one) => `  ${words(one).padEnd(width)}  ${one.summary}`),
    "Makes, checks and publishes brands; docs/brands.md explains how.",
    "npm run portal -- COMMAND --help explains one of them and its options.",
    exitCodes,
  ].join("\n")
}
