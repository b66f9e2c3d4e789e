import { mkdir, readdir, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { createInterface } from "node:readline/promises"
import { UsageError } from "#server/config/command-line.ts"
import { type BrandAnswers, questions, slugOf } from "./answers.ts"
import { type BrandFiles, brandFiles } from "./folder.ts"
import { readLogo } from "./logo.ts"

/** Asks a question; `fault` is the reason why the previous answer was wrong. */
export type Ask = (question: string, fault?: string) => Promise<string>

/** Typed answers by option; an absent option is asked for or gets its default. */
export type Options = Partial<Record<string, string>>

/**
 * The answers to the ten questions: from `options`, from `ask`, or by default. `name` is the
 * argument of `new-brand`, a code or a name.
 *
 * Errors: a wrong answer in an option, with the reason. A wrong answer from `ask` is asked for
 * again.
 */
export async function answersFor(
  name: string,
  options: Options,
  ask: Ask | undefined,
): Promise<BrandAnswers> {
  const known: Record<string, string> = { client: slugOf(name) }
  for (const question of questions) {
    const { key, option, isAsked = () => true } = question
    const isName = key === "name" && name !== slugOf(name)
    const otherwise = isName ? name : question.otherwise(known)
    const given = options[option]
    known[key] =
      given === undefined
        ? await answerTo(question, otherwise, isAsked(known) ? ask : undefined)
        : given.trim()
    const fault = question.fault(known[key])
    if (fault) throw new Error(`--${option}: ${fault}`)
  }
  return known as unknown as BrandAnswers
}

async function answerTo(
  { ask: words, fault }: (typeof questions)[number],
  otherwise: string,
  ask: Ask | undefined,
): Promise<string> {
  if (!ask) return otherwise
  let reason: string | undefined
  for (;;) {
    const typed = (await ask(`${words}${otherwise && ` [${otherwise}]`}: `, reason)).trim()
    const answer = typed === "" ? otherwise : typed
    reason = fault(answer)
    if (reason === undefined) return answer
  }
}

/**
 * Asks on the terminal, or reads one answer per line from a pipe or file.
 *
 * Errors: `UsageError` if the lines end early, or if a line of a pipe is wrong.
 */
export async function onTerminal<Result>(work: (ask: Ask) => Promise<Result>): Promise<Result> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  // Created before the first question, because a pipe has all lines at once.
  const lines = terminal[Symbol.asyncIterator]()
  try {
    return await work(async (question, fault) => {
      if (fault !== undefined && !process.stdin.isTTY) {
        throw new UsageError(`${question.replace(/( \[.*\])?: $/, "")}: ${fault}`)
      }
      if (fault !== undefined) console.log(`  ${fault}`)
      terminal.setPrompt(question)
      terminal.prompt()
      const { value, done } = await lines.next()
      if (!done) return value
      throw new UsageError(
        "The answers ended early, and nothing was written. Options answer questions, and --yes takes the defaults.",
      )
    })
  } finally {
    terminal.close()
  }
}

/**
 * Writes the folder of a new brand, which only its owner can read, because it will contain people.
 * `logoAt` is the path of the logo file, if the answers name one.
 *
 * Errors: the folder already contains files; the logo cannot be read.
 */
export async function writeBrand(
  folder: string,
  answers: BrandAnswers,
  logoAt: string | undefined,
): Promise<BrandFiles> {
  const existing = await readdir(folder).catch(() => [])
  if (existing.length > 0) throw new Error(`${folder} has files already. Choose another --folder.`)
  const logo = logoAt === undefined ? undefined : readLogo(logoAt)
  const files = brandFiles(answers, logo)
  for (const [name, content] of Object.entries(files)) {
    const file = join(folder, name)
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    await writeFile(file, content, { mode: 0o600 })
  }
  return files
}
