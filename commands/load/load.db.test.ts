import assert from "node:assert/strict"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after, before, describe, test } from "node:test"
import { lockFolder } from "#database/lock.ts"
import { type Database, openDatabase } from "#database/open.ts"
import { sql } from "#database/sql.ts"
import type { CommandOutcome } from "#testing/command.ts"
import { openCommandDatabase } from "#testing/command-database.ts"
import { migratedFilling } from "#testing/database.ts"
import { runCommandHere } from "#testing/operator-commands.ts"
import { readyFiles } from "../readiness/mistakes.cases.ts"
import { exampleFiles, writeFolder } from "./example-folder.ts"

describe("the load command", () => {
  let dataFolder: string
  let example: Awaited<ReturnType<typeof writeFolder>>
  before(async () => {
    dataFolder = await mkdtemp(join(tmpdir(), "load-data-"))
    example = await writeFolder(readyFiles())
  })
  after(async () => {
    await example.remove()
    await rm(dataFolder, { recursive: true, force: true })
  })

  function load(...folder: string[]): Promise<CommandOutcome> {
    return runCommandHere("load", folder, { DATA_DIR: dataFolder })
  }

  test("prints its usage", async () => {
    const { code, err } = await load()
    assert.equal(code, 2)
    assert.equal(
      err,
      "<folder> is missing.\nUsage: npm run my-account -- load <folder> [--as-of=<instant>] [--remove-missing=<count>] [--move-products=<count>]\n    [--force] [--allow=<kind>]…\n--help explains it.\n",
    )
  })

  test("prints one line while another process holds the database", async () => {
    const unlock = lockFolder(dataFolder)
    const { code, out, err } = await load(example.path).finally(unlock)
    assert.equal(code, 1)
    assert.equal(out, "")
    assert.match(err, /^The database in .* is in use by process \d+ on .+\. Stop that one .*\n$/)
  })

  test("loads a folder into a new database, and then refuses a bad one completely", async () => {
    const loaded = await load(example.path)
    assert.deepEqual(loaded.err.trim().split("\n"), [
      "Reading and checking the folder …",
      "Hashing the passwords that are new …",
      "Storing documents …",
      "Writing 2 clients …",
      "Counting the rows …",
    ])
    assert.equal(loaded.code, 0)
    assert.match(
      loaded.out,
      /^Loaded 2 clients: fund, union\.\n(.*\n)* {2}people: 2 written, 0 removed\n/,
    )

    const database = await openDatabase({ folder: dataFolder })
    const [people] = await database
      .rows<{ counted: number }>(
        sql`select reltuples::int as counted from pg_class
          where oid = 'policy_admin.person'::regclass`,
      )
      .finally(() => database.close())
    assert.equal(people?.counted, 2)

    const bad = exampleFiles()
    bad["clients/fund/client.json"].name = "Changed"
    bad["clients/union/client.json"].mailColor = "blue"
    const folder = await writeFolder(bad)
    const refused = await load(folder.path).finally(folder.remove)
    assert.equal(refused.code, 1)
    assert.equal(
      refused.err,
      `Reading and checking the folder …\nclients/union/client.json:13  mailColor must be a color such as #1f4e79\nNothing was loaded. Please correct 1 problem.\n`,
    )
    const names = await openDatabase({ folder: dataFolder })
    assert.deepEqual(await clientNames(names).finally(() => names.close()), [
      { name: "The fund" },
      { name: "The union" },
    ])
  })

  test("READY-03 refuses a brand that is not ready and loads nothing, unless --allow names each kind of error, which then shows as a warning", async () => {
    const place = await openCommandDatabase(migratedFilling())
    const loadThere = (...typed: string[]) => runCommandHere("load", typed, place.settings)
    const files = readyFiles()
    files["clients/fund/client.json"].name = "The new fund"
    Object.assign(files, { "clients/fund/assets/brand.css": ":root { --brand-acent: #123456 }" })
    const folder = await writeFolder(files)
    try {
      assert.equal((await loadThere(example.path)).code, 0)
      const refused = await loadThere(folder.path)
      assert.equal(refused.code, 1)
      assert.match(
        refused.err,
        /^Reading and checking the folder …\nclients\/fund\/assets\/brand\.css:1 {2}error \(token\): .*\n {4}Did you mean --brand-accent\?\n1 error, 0 warnings\.\nTo publish in spite of them: --allow token\nNothing was loaded\.\n$/,
      )
      const before = [{ name: "The fund" }, { name: "The union" }]
      assert.deepEqual(await place.visit(clientNames), before)
      const mistyped = await loadThere(folder.path, "--allow", "tokens")
      assert.match(mistyped.err, /--allow tokens: no such kind\. Kinds are text, /)
      const accepted = await loadThere(folder.path, "--allow", "token")
      assert.equal(accepted.code, 0)
      assert.match(accepted.out, /brand\.css:1 {2}warning \(token\): /)
      const after = [{ name: "The new fund" }, { name: "The union" }]
      assert.deepEqual(await place.visit(clientNames), after)
    } finally {
      await folder.remove()
      await place.close()
    }
  })

  async function clientNames(database: Database): Promise<object[]> {
    return await database.rows(sql`select name from appcontent.client order by name`)
  }
})
