import { type ParseArgsConfig, parseArgs } from "node:util"
import { DatabaseUnavailable } from "#database/unavailable.ts"
import { port } from "./settings/forms.ts"

/** The typed command is invalid; its usage is printed as well. */
export class UsageError extends Error {
  override name = "UsageError"
}

interface Usage {
  /** The usage line, as printed. */
  usage: string
  options?: ParseArgsConfig["options"]
  /** The minimum and maximum number of words without a dash; none by default. */
  words?: readonly [least: number, most: number]
}

/**
 * Parses the arguments of a command. An unknown option or word is an error, so that a mistyped
 * option is never ignored.
 *
 * Errors: `UsageError` with one line that names the mistyped argument.
 */
export function readCommandLine<const Command extends Usage>(
  { options, words: [least, most] = [0, 0] }: Command,
  typed: string[] = process.argv.slice(2),
) {
  const { values, positionals } = parsed(options ?? {}, typed)
  if (positionals.length < least) throw new UsageError("Something is missing.")
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
    // Node's message explains how to pass a word that begins with a dash. No command takes one.
    const [what] = (error as Error).message.split(/\.\s/)
    throw new UsageError(`${what}.`, { cause: error })
  }
}

/** The port in the option --port. Errors: `UsageError`. */
export function portOption(typed: string | undefined, otherwise: number): number {
  if (typed === undefined) return otherwise
  const number = port.read(typed)
  if (number === undefined) throw new UsageError(`--port must be ${port.must}, not "${typed}".`)
  return number
}

/**
 * Runs a command to its end. `--help` prints the usage. A `UsageError` is printed with the usage
 * and exits with code 2. So does an unavailable database: a command does not wait for it. Every
 * other error is printed and exits with `failureCode`.
 */
export async function runCommandLine(
  { usage }: Usage,
  work: () => Promise<void> | void,
  { failureCode = 1, explain = (error: Error) => error.message } = {},
): Promise<void> {
  if (process.argv.slice(2).includes("--help")) {
    console.log(`Usage: ${usage}`)
    return
  }
  try {
    await work()
  } catch (error) {
    const isUsage = error instanceof UsageError
    console.error(explain(error as Error))
    if (isUsage) console.error(`Usage: ${usage}`)
    const isTooEarly = isUsage || error instanceof DatabaseUnavailable
    process.exitCode = isTooEarly ? 2 : failureCode
  }
}
