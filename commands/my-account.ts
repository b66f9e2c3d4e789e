// The command line of operators: npm run my-account -- COMMAND …

import { closest, distance } from "fastest-levenshtein"
import { runOperatorCommand } from "#server/commands/run-operator-command.ts"
import { terminal } from "#server/config/typed-as.ts"
import { runLocalCommand } from "./command.ts"
import { type Command, commands, tasks } from "./commands.ts"

/** Today's names of commands, by their names in the version before. Remove them in the version after 1.1. */
const renamed: Readonly<Record<string, string>> = {
  "portal check": "check-folder",
  "portal refused-postings": "failed-postings",
  "portal untold-notices": "unsent-notices",
}

/** A misspelled name is at most this many letters away. */
const mostLetters = 3

const [name, ...typed] = typedWords(process.argv.slice(2))

if (name === undefined || ["--help", "-h", "help"].includes(name)) {
  terminal.out(help())
} else if (!Object.hasOwn(commands, name)) {
  terminal.err(unknown(name))
  process.exitCode = 2
} else await run(name, commands[name] as Command)

async function run(chosen: string, command: Command): Promise<void> {
  if ("local" in command) {
    const local = await command.local()
    if (refuseTaken(chosen, Object.keys(local.options ?? {}))) return
    process.exitCode = await runLocalCommand(local, typed)
    return
  }
  if ("database" in command) {
    const operator = await command.database()
    const options = operator.usageOf(typed).match(/(?<=--)[a-z][\w-]+/g) ?? []
    if (refuseTaken(chosen, options)) return
    process.exitCode = await runOperatorCommand(chosen, operator, typed)
    return
  }
  if (refuseTaken(chosen, command.options)) return
  const [folder] = typed
  if (chosen === "check" && folder !== undefined && !folder.startsWith("-")) {
    terminal.err(`To check a folder: npm run my-account -- check-folder ${folder}`)
  }
  process.argv.splice(2, process.argv.length, ...typed)
  await command.program()
}

/**
 * Whether npm took an option of this command for itself, because no "--" stood before the command.
 * The command would run without it, so it is refused. npm stores such an option in `npm_config_…`.
 */
function refuseTaken(chosen: string, options: readonly string[]): boolean {
  const isTyped = (option: string) =>
    typed.some((word) => word === `--${option}` || word.startsWith(`--${option}=`))
  const taken = options.find(
    (option) => process.env[`npm_config_${option.replaceAll("-", "_")}`] && !isTyped(option),
  )
  if (taken === undefined) return false
  terminal.err(
    `npm took --${taken} for itself. Type "--" before the command: npm run my-account -- ${chosen} … --${taken}`,
  )
  process.exitCode = 2
  return true
}

/**
 * The name of the command and its parameters. In the version before, each command had a script of its
 * own, which passes its name, and `portal` had commands of its own.
 */
function typedWords(words: string[]): string[] {
  const all = withoutDashes(words)
  const isPortal = all[0] === "portal"
  const [first, ...parameters] = withoutDashes(isPortal ? withoutDashes(all.slice(1)) : all, 1)
  if (first === undefined) return []
  const now = (isPortal && renamed[`portal ${first}`]) || first
  const script = process.env.npm_lifecycle_event
  const before = isPortal ? `portal ${first}` : script === first && `npm run ${script}`
  if (before && Object.hasOwn(commands, now))
    terminal.err(`\`${before}\` is now \`npm run my-account -- ${now}\`.`)
  return [now, ...parameters]
}

/** The words without a "--" at this place: npm needs one before the parameters of a script. */
function withoutDashes(words: string[], place = 0): string[] {
  return words[place] === "--" ? words.toSpliced(place, 1) : words
}

function help(): string {
  const width = Math.max(...Object.keys(commands).map((one) => one.length))
  const lines = Object.entries(tasks).flatMap(([task, ofTask]) => [
    "",
    task,
    ...Object.entries(ofTask).map(([one, { summary }]) => `  ${one.padEnd(width)}  ${summary}`),
  ])
  return [
    "Usage: npm run my-account -- COMMAND",
    ...lines,
    "",
    "npm run my-account -- COMMAND --help explains a command and its options.",
    "Exit codes: 0 done; 1 findings or a failure; 2 a mistyped command, or no database.",
  ].join("\n")
}

function unknown(typedName: string): string {
  if (typedName.startsWith("-")) {
    return `Unknown option '${typedName}'.\nUsage: npm run my-account -- COMMAND\n--help explains it.`
  }
  const former = renamed[`portal ${typedName}`]
  if (former !== undefined) return `\`${typedName}\` is now \`npm run my-account -- ${former}\`.`
  const nearest = closest(typedName, Object.keys(commands))
  const isNear = distance(typedName, nearest) <= Math.min(mostLetters, nearest.length / 2)
  const meant = isNear ? ` Did you mean ${nearest}?` : ""
  return `There is no command '${typedName}'.${meant}\nUsage: npm run my-account -- COMMAND\n--help lists the commands.`
}
