import { cp, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { runLocalCommand } from "#commands/command.ts"
import { commands, servedCommand } from "#commands/commands.ts"
import { type Files, writeFolder } from "#commands/load/example-folder.ts"
import type { Database } from "#database/open.ts"
import type { Clock } from "#platform/clock.ts"
import { runWork } from "#server/commands/operator-command.ts"
import { runOperatorCommand } from "#server/commands/run-operator-command.ts"
import { readConfig } from "#server/config/config.ts"
import { asTyped } from "#server/config/typed-as.ts"
import type { CommandOutcome } from "./command.ts"
import { demoFolder } from "./demo-people.ts"
import { keySettings } from "./secret-key.ts"

/**
 * Runs the operator's commands in this process, as a server does. `port` is the port of the server
 * in printed links.
 */
export function createCommands(
  database: Database,
  clock: Clock,
  port = 3000,
  settings: NodeJS.ProcessEnv = {},
) {
  const config = readConfig({ ...keySettings, PORT: String(port), ...settings })

  async function run(...[name = "", ...typed]: string[]): Promise<CommandOutcome> {
    const command = await servedCommand(name)
    if (!command) throw new Error(`A server runs no command ${name}.`)
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
    run,
    /** Stores a folder with these files as releases, and returns the command's output. */
    async preview(files: Files, ...options: string[]) {
      const folder = await writeFolder(files)
      return await run("preview", folder.path, ...options).finally(folder.remove)
    },
    /** Publishes a client from a folder with these files. */
    async publish(files: Files, client: string, ...options: string[]) {
      const folder = await writeFolder(files)
      return await run("publish", client, folder.path, ...options).finally(folder.remove)
    },
    async load(files: Files) {
      const folder = await writeFolder(files)
      return await run("load", folder.path).finally(folder.remove)
    },
  }
}

/**
 * Runs a command of `my-account` in this process, with the same settings, output and exit code as
 * `runCommand`, and a tenth of its cost. Not for a command that asks questions or is a program.
 */
export async function runCommandHere(
  name: string,
  typed: string[],
  env: NodeJS.ProcessEnv,
  input = "",
): Promise<CommandOutcome> {
  const printed = { out: "", err: "" }
  const print = (stream: "out" | "err") => (text: string) => {
    printed[stream] += `${asTyped(text, env.TYPED_AS)}\n`
  }
  const shell = {
    ...{ folder: env.INIT_CWD ?? "", config: () => readConfig(env) },
    ...{ out: print("out"), err: print("err"), readInput: async () => input },
  }
  const operator = await servedCommand(name)
  if (operator) return { code: await runOperatorCommand(name, operator, typed, shell), ...printed }
  const command = commands[name]
  if (!command || !("local" in command)) throw new Error(`${name} needs a process.`)
  return { code: await runLocalCommand(await command.local(), typed, shell), ...printed }
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
