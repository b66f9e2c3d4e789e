import { type ParseArgsConfig, parseArgs } from "node:util"
import { closest, distance } from "fastest-levenshtein"
import { lacksDatabase } from "#database/unavailable.ts"
import { systemReason } from "#platform/system-error.ts"
import { port } from "./settings/forms.ts"
import { terminal } from "./typed-as.ts"

/** The typed command is invalid; its usage is printed as well. */
export class UsageError extends Error {
  override name = "UsageError"
}

interface Usage {
  /**
   * The text of `--help`: the usage line, with its continuation lines indented; then, unindented,
   * the description of the command, each argument and option, and the exit codes.
   */
  usage: string
  options?: ParseArgsConfig["options"]
  /** The minimum and maximum number of positional arguments; none by default. */
  words?: readonly [least: number, most: number]
}

/**
 * Parses the arguments of a command. An unknown option or word is an error, so that a mistyped
 * option is never ignored.
 *
 * Errors: `UsageError` with one line that names the mistyped argument.
 */
export function readCommandLine<const Command extends Usage>(
  { usage, options, words: [least, most] = [0, 0] }: Command,
  typed: string[] = process.argv.slice(2),
) {
  const { values, positionals } = parsed(options ?? {}, typed)
  if (positionals.length < least) {
    throw new UsageError(`${wordAt(usage, positionals.length)} is missing.`)
  }
  const extra = positionals[most]
  if (extra !== undefined) throw new UsageError(`Unexpected argument '${extra}'.`)
  return { values: values as Values<Command>, words: positionals }
}

type Values<Command extends Usage> = ReturnType<
  typeof parseArgs<{
    options: Command["options"] extends object ? Command["options"] : Record<never, never>
    allowPositionals: true
  }>
>["values"]

function parsed(options: NonNullable<ParseArgsConfig["options"]>, typed: string[]) {
  try {
    return parseArgs({ args: typed, options, allowPositionals: true })
  } catch (error) {
    throw new UsageError(slipOf(error as Error, Object.keys(options)), { cause: error })
  }
}

/**
 * The word of the usage line at this position, such as FOLDER or <folder>. Indented lines may
 * continue the usage line.
 */
function wordAt(usage: string, place: number): string {
  const [line = ""] = usage.split(/\n(?! {4})/)
  const words = line
    .replace(/\[[^\]]*\]|\|.*$/g, " ")
    .replace(/--[a-z][\w-]*[ =]\S+/g, " ")
    .match(/<[^>]+>|\b[A-Z]{2,}\b/g)
  return words?.[place] ?? "A word"
}

/** The most letters in which a misspelled option may differ. */
const mostLetters = 3

/** Node's message about the command line, reworded, with the option that was probably meant. */
function slipOf({ message }: Error, options: string[]): string {
  // Drops Node's explanation of how to pass an argument that begins with a dash, because no command
  // takes one.
  const what = `${message.split(/\.\s/)[0]}.`
  const valueless = /^Option '(?:-\w, )?(--[\w-]+)(?: <value>)?' argument/.exec(what)?.[1]
  if (valueless !== undefined)
    return `${valueless} needs a value, which does not begin with a dash.`
  const unknown = /^Unknown option '--?([^']+)'/.exec(what)?.[1]
  const nearest = unknown === undefined || options.length === 0 ? "" : closest(unknown, options)
  const most = Math.min(mostLetters, nearest.length / 2)
  if (nearest === "" || distance(unknown ?? "", nearest) > most) return what
  return `${what} Did you mean --${nearest}?`
}

/** Whether the arguments ask for the help of a command. */
export function isHelp(typed: readonly string[]): boolean {
  return typed.includes("--help") || typed.includes("-h")
}

/** The usage to print after a mistake, without the explanations of `--help`. */
export function shortUsage(usage: string): string {
  const lines = usage.split("\n")
  const end = lines.findIndex((line, index) => index > 0 && !/^\s+\S/.test(line))
  if (end === -1) return `Usage: ${usage}`
  return [`Usage: ${lines[0]}`, ...lines.slice(1, end), "--help explains it."].join("\n")
}

/** The port in the option --port. Errors: `UsageError`. */
export function portOption(typed: string | undefined, otherwise: number): number {
  if (typed === undefined) return otherwise
  const number = port.read(typed)
  if (number === undefined) throw new UsageError(`--port must be ${port.must}, not "${typed}".`)
  return number
}

/**
 * The message of an error. An operating system error is worded as the path and the problem with it.
 */
export function plainMessage(error: Error): string {
  const { path, code = "" } = error as NodeJS.ErrnoException
  const reason = path !== undefined && /^[A-Z]+: /.test(error.message) && systemReason(error)
  return reason ? `${path} cannot be used: ${reason}.` : error.message || code
}

/**
 * Runs a command to its end. `--help` and `-h` print the usage. A `UsageError` is printed with the
 * usage and exits with code 2. So does an unavailable database, because a command does not wait for
 * it. Every other error is printed and exits with `failureCode`.
 */
export async function runCommandLine(
  { usage }: Usage,
  work: () => Promise<void> | void,
  { failureCode = 1, explain = plainMessage } = {},
): Promise<void> {
  if (isHelp(process.argv.slice(2))) {
    terminal.out(`Usage: ${usage}`)
    return
  }
  try {
    await work()
  } catch (error) {
    const isUsage = error instanceof UsageError
    terminal.err(explain(error as Error))
    if (isUsage) terminal.err(shortUsage(usage))
    process.exitCode = isUsage || lacksDatabase(error) ? 2 : failureCode
  }
}
