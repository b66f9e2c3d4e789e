import assert from "node:assert/strict"
import { existsSync } from "node:fs"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after, before, test } from "node:test"
import { migrate } from "#database/migrating/migrate.ts"
import { openDatabase } from "#database/open.ts"
import { systemClock } from "#platform/clock.ts"
import { serveCommands } from "#server/commands/serve-commands.ts"
import { readConfig } from "#server/config/config.ts"
import { runCommand } from "#testing/command.ts"
import { runCommandHere } from "#testing/operator-commands.ts"
import { keySettings } from "#testing/secret-key.ts"
import { brandFiles } from "../command-fixture.ts"
import { commands, servedCommand } from "../commands.ts"
import { writeFolder } from "../load/example-folder.ts"

let dataFolder: string
before(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), "portal-"))
})
after(() => rm(dataFolder, { recursive: true, force: true }))

test("RELEASE-23 the help names each command, and explains one", async () => {
  const releases = await servedCommand("releases")
  assert.match(
    releases?.usageOf([]) ?? "",
    /^npm run my-account -- releases CLIENT \[--json\]\nLists/,
  )
})

test("LOADER-01 a load that cannot begin and an import make no database and migrate none", async () => {
  const settings = { DATA_DIR: join(dataFolder, "none"), ...keySettings }
  const empty = await mkdtemp(join(tmpdir(), "empty-"))
  const people = join(empty, "people.csv")
  await writeFile(people, "accountNumber\n")
  for (const [program, typed, said] of [
    ["load", [join(empty, "nowhere")], /nowhere/],
    ["load", [empty], /the folder has no brand/],
    ["import", ["--client", "fund", "--dry-run", people], /no database/],
  ] as const) {
    const { code, err } = await runCommandHere(program, [...typed], settings)
    assert.notEqual(code, 0)
    assert.match(err, said)
    assert.ok(!existsSync(settings.DATA_DIR), program)
  }
  await rm(empty, { recursive: true })
})

test("RELEASE-23 a usage shows where each option that it explains stands", async () => {
  const explained = /^ {2}(--[a-z-]+).*\n?/gm
  for (const name of Object.keys(commands)) {
    const usage = (await servedCommand(name))?.usageOf([]) ?? ""
    const typed = usage.replace(explained, "")
    for (const [, option = ""] of usage.matchAll(explained)) {
      assert.ok(typed.includes(option), `${name} ${option}`)
    }
  }
})

test("RELEASE-21 while a process holds the database, the commands of others run in it", async () => {
  const settings = { DATA_DIR: dataFolder, ...keySettings }
  const folder = await writeFolder(brandFiles())
  const database = await openDatabase({ folder: dataFolder })
  await migrate(database)
  const quiet = () => {}
  const end = await serveCommands({
    config: readConfig(settings),
    database,
    clock: systemClock,
    log: { info: quiet, warn: quiet, error: quiet },
    findCommand: servedCommand,
  })
  const close = async () => {
    await end()
    await database.close()
  }
  try {
    const ended = await inServer(settings, folder.path, close)
    const alone = await runCommand("releases", ["fund"], settings)
    assert.deepEqual(alone, ended)
    assert.match(alone.out, /^ {4}1 {2}published/)
  } finally {
    await folder.remove()
  }
})

/** Loads the folder, lists the releases of its client, and closes the server. */
async function inServer(settings: NodeJS.ProcessEnv, folder: string, close: () => Promise<void>) {
  try {
    const loaded = await runCommand("load", ["."], { ...settings, INIT_CWD: folder })
    assert.equal(loaded.code, 0, loaded.err)
    assert.match(loaded.out, /^Loaded 2 clients: fund, union\.\n {2}clients: 2 written/)
    return await runCommand("releases", ["fund"], settings)
  } finally {
    await close()
  }
}
