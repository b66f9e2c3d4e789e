import type { Database } from "#database/open.ts"
import type { Clock } from "#platform/clock.ts"
import { type OperatorCommand, runWork } from "#server/commands/operator-command.ts"
import { readConfig } from "#server/config/config.ts"
import type { CommandOutcome } from "#testing/command.ts"
import { secretKey } from "#testing/secret-key.ts"
import { type Files, writeFolder } from "../load/example-folder.ts"
import { loadCommand } from "../load/load-command.ts"
import { readyFiles } from "../readiness/mistakes-fixture.ts"
import { portalCommand } from "./portal-command.ts"

/** Runs the operator's commands in this process, as a server runs them. */
export function createCommands(database: Database, clock: Clock) {
  const config = readConfig({ SECRET_KEY: secretKey })

  async function run(command: OperatorCommand, typed: string[]): Promise<CommandOutcome> {
    const printed = { out: "", err: "" }
    const place = {
      ...{ config, database, clock, user: "kim" },
      out(text: string) {
        printed.out += `${text}\n`
      },
      err(text: string) {
        printed.err += `${text}\n`
      },
      pathOf: (path: string) => path,
    }
    const code = await runWork(command, typed, place, (work) => work(place))
    return { code, ...printed }
  }

  return {
    portal: (...typed: string[]) => run(portalCommand, typed),
    /** Runs a command with a folder of these files as its last word. */
    async portalWith(files: Files, ...typed: string[]) {
      const folder = await writeFolder(files)
      return await run(portalCommand, [...typed, folder.path]).finally(folder.remove)
    },
    async load(files: Files) {
      const folder = await writeFolder(files)
      return await run(loadCommand, [folder.path]).finally(folder.remove)
    },
  }
}

/** A folder that is ready for customers, without people and staff, so that no password is hashed. */
export function brandFiles() {
  const files: Files = readyFiles()
  const isBrand = (name: string) => !/(agents|people|users)\.json$|documents\//.test(name)
  return Object.fromEntries(Object.entries(files).filter(([name]) => isBrand(name))) as ReturnType<
    typeof readyFiles
  >
}
