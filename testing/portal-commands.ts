import { cp, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Files, writeFolder } from "#commands/load/example-folder.ts"
import { loadCommand } from "#commands/load/load-command.ts"
import { portalCommand } from "#commands/portal/portal-command.ts"
import type { Database } from "#database/open.ts"
import type { Clock } from "#platform/clock.ts"
import { type OperatorCommand, runWork } from "#server/commands/operator-command.ts"
import { readConfig } from "#server/config/config.ts"
import type { CommandOutcome } from "./command.ts"
import { demoFolder } from "./demo-people.ts"
import { keySettings } from "./secret-key.ts"

/**
 * Runs the operator's commands in this process, as a server does. `port` is the port of the server
 * in printed links.
 */
export function createCommands(database: Database, clock: Clock, port = 3000) {
  const config = readConfig({ ...keySettings, PORT: String(port) })

  async function run(command: OperatorCommand, typed: string[]): Promise<CommandOutcome> {
    const printed = { out: "", err: "" }
    const place = {
      ...{ config, database, clock, user: "kim", input: "" },
      signal: new AbortController().signal,
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
    /** Stores a folder with these files as releases, and returns the command's output. */
    async preview(files: Files, ...options: string[]) {
      const folder = await writeFolder(files)
      const typed = ["preview", folder.path, ...options]
      return await run(portalCommand, typed).finally(folder.remove)
    },
    /** Publishes a client from a folder with these files. */
    async publish(files: Files, client: string, ...options: string[]) {
      const folder = await writeFolder(files)
      const typed = ["publish", client, folder.path, ...options]
      return await run(portalCommand, typed).finally(folder.remove)
    },
    async load(files: Files) {
      const folder = await writeFolder(files)
      return await run(loadCommand, [folder.path]).finally(folder.remove)
    },
  }
}

/**
 * Runs work with a folder that contains Harbor's brand without people, and these files by their
 * path in the brand.
 */
export async function withHarborFolder<Result>(
  files: Files,
  work: (folder: string, firstFile: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "harbor-"))
  const home = join(folder, "clients", "harbor")
  const isBrand = (path: string) => !/(people|users)\.json$|documents$/.test(path)
  await cp(join(demoFolder, "clients", "harbor"), home, { recursive: true, filter: isBrand })
  const paths = Object.keys(files).map((name) => join(home, name))
  for (const [index, text] of Object.values(files).entries()) {
    await writeFile(paths[index] ?? "", String(text))
  }
  return await work(folder, paths[0] ?? "").finally(() => rm(folder, { recursive: true }))
}
