import type { OperatorCommand, Work } from "#server/commands/operator-command.ts"
import { readCommandLine, UsageError } from "#server/config/command-line.ts"
import { erase, eraseAgain, lift, listErasures } from "./erase-commands.ts"
import { exportToFolder } from "./export-to-folder.ts"

const usage = `npm run my-account -- person <command>
  export <client> <account> [--to <folder>]
  erase <client> <account> [--confirm <account number>]
  erase --again <file>
  erasures [--to <file>]
  lift <client> <account number>
Exports or erases everything about one person at one client; docs/privacy.md explains it.
  export                      writes a folder with person.json and the documents
  erase                       prints what would be erased and kept; with --confirm, erases it
  erasures                    prints the erasures that are in force, without naming anyone
  lift                        lets imports bring an erased person back
  <account>                   the account number, or the userid if no account has that number
  --to <folder>               the new folder or file that is written; an export goes to DATA_DIR/exports without it
  --confirm <account number>  the account number once more: erases, and cannot be undone
  --again <file>              repeats the erasures of this file after a database was restored
Exit codes: 0 done; 1 refused or only printed; 2 a mistyped command, or no database.`

const word = { type: "string" } as const
const commandLine = {
  usage,
  options: { to: word, confirm: word, again: word },
  words: [1, 3],
} as const

export type Flags = ReturnType<typeof readCommandLine<typeof commandLine>>["values"]

interface Command {
  /** The words after the name. */
  words: number
  flags: readonly (keyof Flags)[]
  read(words: readonly [client: string, key: string], flags: Flags): Work
}

const commands: Record<string, Command> = {
  export: {
    words: 2,
    flags: ["to"],
    read: ([client, key], { to }) => exportToFolder(client, key, to),
  },
  erase: {
    words: 2,
    flags: ["confirm"],
    read: ([client, key], { confirm }) => erase(client, key, confirm),
  },
  erasures: { words: 0, flags: ["to"], read: (_, { to }) => listErasures(to) },
  lift: { words: 2, flags: [], read: ([client, key]) => lift(client, key) },
}
const again: Command = {
  words: 0,
  flags: ["again"],
  read: (_, flags) => eraseAgain(flags.again ?? ""),
}

/** Exports and erases the data of one person: `npm run my-account -- person`; docs/privacy.md explains it. */
export const personCommand: OperatorCommand = {
  usageOf: () => usage,
  read(typed) {
    const { values: flags, words } = readCommandLine(commandLine, typed)
    const [name = "", client = "", key = ""] = words
    const isAgain = name === "erase" && flags.again !== undefined
    const command = isAgain ? again : Object.hasOwn(commands, name) ? commands[name] : undefined
    if (!command) throw new UsageError(`There is no command '${name}'.`)
    const extra = words[command.words + 1]
    if (extra !== undefined) throw new UsageError(`Unexpected argument '${extra}'.`)
    const given = words.slice(1)
    if (given.length < command.words || given.includes("")) {
      throw new UsageError(`${given.length === 0 ? "The client" : "The account"} is missing.`)
    }
    for (const flag of Object.keys(flags) as (keyof Flags)[]) {
      if (!command.flags.includes(flag)) throw new UsageError(`${name} does not take --${flag}.`)
    }
    return command.read([client, key], flags)
  },
}
