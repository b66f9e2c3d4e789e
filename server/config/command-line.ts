import { type ParseArgsConfig, parseArgs } from "node:util"
import { DatabaseUnavailable } from "#database/unavailable.ts"

/** What the operator typed cannot be meant; the usage is printed with it. */
export class UsageError extends Error {
  override name = "UsageError"
}

interface Usage {
  /** What can be typed, as it is printed. */
  usage: string
  options?: ParseArgsConfig["options"]
  /** How many words without a dash may follow, at least and at most; none unless given. */
  words?: readonly [least: number, most: number]
}

/**
 * Reads what was typed behind the name of a command. An option or a word that the command does not
 * know is an error, so that a mistyped option is never ignored.
 *
 * Errors: `UsageError` with one line that names what was mistyped.
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
    // Node goes on to explain how to type a word that begins with a dash. No command takes one.
    const [what] = (error as Error).message.split(/\.\s/)
    throw new UsageError(`${what}.`, { cause: error })
  }
}

/**
 * Runs a command to its end. `--help` prints the usage. A `UsageError` is printed with the usage
 * and ends the command with code 2. So does a database that is not available: a command does not
 * wait for it. Every other error is printed and ends the command with `failureCode`.
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
