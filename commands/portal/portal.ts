// Works on brands and their releases: npm run portal -- COMMAND

import { resolve } from "node:path"
import { runOperatorCommand } from "#server/commands/run-operator-command.ts"
import { isHelp, shortUsage, UsageError } from "#server/config/command-line.ts"
import { terminal } from "#server/config/typed-as.ts"
import { localCommand, portalCommand } from "./portal-command.ts"

const typed = process.argv.slice(2)
const local = isHelp(typed) ? undefined : localCommandTyped()

if (local) {
  try {
    const pathOf = (path: string) => resolve(process.env.INIT_CWD ?? "", path)
    process.exitCode = await local({ ...terminal, pathOf })
  } catch (error) {
    const isUsage = error instanceof UsageError
    terminal.err(portalCommand.explain?.(error as Error) ?? "")
    if (isUsage) terminal.err(shortUsage(portalCommand.usageOf(typed)))
    process.exitCode = isUsage ? 2 : 1
  }
} else await runOperatorCommand("portal", portalCommand, typed)

/** A mistyped command is explained by `runOperatorCommand`. */
function localCommandTyped() {
  try {
    return localCommand(typed)
  } catch (error) {
    if (error instanceof UsageError) return undefined
    throw error
  }
}
