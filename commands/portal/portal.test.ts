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
import { keySettings } from "#testing/secret-key.ts"
import { writeFolder } from "../load/example-folder.ts"
import { brandFiles } from "./command-fixture.ts"
import { operatorCommands } from "./operator-commands.ts"
import { portalCommand } from "./portal-command.ts"

let dataFolder: string
before(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), "portal-"))
})
after(() => rm(dataFolder, { recursive: true, force: true }))

test("RELEASE-23 the help names each command, and explains one", () => {
  assert.match(portalCommand.usageOf([]), /^ {2}releases CLIENT {2,}Lists/m)
  assert.match(
    portalCommand.usageOf(["releases"]),
    /^npm run portal -- releases CLIENT \[--json\]\n/,
  )
})

test("LOADER-01 a load that cannot begin and an import make no database and migrate none", async () => {
  const settings = { DATA_DIR: join(dataFolder, "none"), ...keySettings }
  const empty = await mkdtemp(join(tmpdir(), "empty-"))
  const people = join(empty, "people.csv")
  await writeFile(people, "accountNumber\n")
  for (const [program, typed, said] of [
    ["load/load.ts", [join(empty, "nowhere")], /nowhere/],
    ["load/load.ts", [empty], /the folder has no brand/],
    ["import/import.ts", ["--client", "fund", "--dry-run", people], /no database/],
  ] as const) {
    const { code, err } = await runCommand(program, [...typed], settings)
    assert.notEqual(code, 0)
    assert.match(err, said)
    assert.ok(!existsSync(settings.DATA_DIR), program)
  }
  await rm(empty, { recursive: true })
})

test("RELEASE-23 a usage shows where each option that it explains stands", () => {
  const explained = /^ {2}(--[a-z-]+).*\n?/gm
  for (const [name, command] of Object.entries(operatorCommands)) {
    const usage = command.usageOf([])
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
    commands: operatorCommands,
  })
  const close = async () => {
    await end()
    await database.close()
  }
  try {
    const ended = await inServer(settings, folder.path, close)
    const alone = await runCommand("portal/portal.ts", ["releases", "fund"], settings)
    assert.deepEqual(alone, ended)
    assert.match(alone.out, /^ {4}1 {2}published/)
  } finally {
    await folder.remove()
  }
})

/** Loads the folder, lists the releases of its client, and closes the server. */
async function inServer(settings: NodeJS.ProcessEnv, folder: string, close: () => Promise<void>) {
  try {
    const loaded = await runCommand("load/load.ts", ["."], { ...settings, INIT_CWD: folder })
    assert.equal(loaded.code, 0, loaded.err)
    assert.match(loaded.out, /^Loaded 2 clients: fund, union\.\n {2}clients: 2 written/)
    return await runCommand("portal/portal.ts", ["releases", "fund"], settings)
  } finally {
    await close()
  }
}
