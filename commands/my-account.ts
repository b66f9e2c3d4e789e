// The command line of operators: npm run my-account -- COMMAND …

import { closest, distance } from "fastest-levenshtein"
import { runOperatorCommand } from "#server/commands/run-operator-command.ts"
import { terminal } from "#server/config/typed-as.ts"
import { runLocalCommand } from "./command.ts"
import { type Command, commands, tasks } from "./commands.ts"

/** The names of the version before, by today's name. Remove them in the version after 1.1. */
const renamed: Readonly<Record<string, string>> = {
  "portal check": "check-folder",
  "portal refused-postings": "failed-postings",
  "portal untold-notices": "unsent-notices",
}

/** A misspelled name is at most this many letters away. */
const mostLetters = 3

const [name, ...typed] = typedWords(process.argv.slice(2))

if (name === undefined || name === "--help" || name === "-h") {
  terminal.out(help())
} else if (!Object.hasOwn(commands, name)) {
  terminal.err(unknown(name))
  process.exitCode = 2
} else await run(name, commands[name] as Command)

async function run(chosen: string, command: Command): Promise<void> {
  if ("local" in command) return await runLocalCommand(await command.local(), typed)
  if ("database" in command) {
    return await runOperatorCommand(chosen, await command.database(), typed)
  }
  process.argv.splice(2, process.argv.length, ...typed)
  await command.program()
}

/**
 * The name of the command and its parameters. In the version before, each command had a script of its
 * own, which passes its name, and `portal` had commands of its own.
 */
function typedWords(words: string[]): string[] {
  const isPortal = words[0] === "portal"
  const [first, ...parameters] = withoutDashes(isPortal ? withoutDashes(words.slice(1)) : words, 1)
  if (first === undefined) return []
  const now = (isPortal && renamed[`portal ${first}`]) || first
  const script = process.env.npm_lifecycle_event
  const before = isPortal ? `portal ${first}` : script === first && `npm run ${script}`
  if (before) terminal.err(`\`${before}\` is now \`npm run my-account -- ${now}\`.`)
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
  const nearest = closest(typedName, Object.keys(commands))
  const isNear = distance(typedName, nearest) <= Math.min(mostLetters, nearest.length / 2)
  const meant = isNear ? ` Did you mean ${nearest}?` : ""
  return `There is no command '${typedName}'.${meant}\nUsage: npm run my-account -- COMMAND\n--help lists the commands.`
}
