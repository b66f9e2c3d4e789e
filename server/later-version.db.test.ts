import assert from "node:assert/strict"
import { afterEach, beforeEach, test } from "node:test"
import { laterVersion } from "#database/migrating/later-fixture.ts"
import { migrate } from "#database/migrating/migrate.ts"
import { version } from "#platform/version.ts"
import { runCommand } from "#testing/command.ts"
import { type CommandDatabase, openCommandDatabase } from "#testing/command-database.ts"
import { migratedFilling } from "#testing/database.ts"

let place: CommandDatabase

beforeEach(async () => {
  place = await openCommandDatabase(migratedFilling())
})

afterEach(() => place?.close())

const run = (...parameters: string[]) => runCommand("migrate", parameters, place.settings)
const expand = { "9001-expand.sql": "create table public.later_thing (x int)" }
const contract = {
  ...expand,
  "9002-contract.sql":
    "-- contract: public.later_thing unused since 99.0.0\ndrop table public.later_thing",
}

async function migrateLater(added: Record<string, string>): Promise<string[]> {
  const later = await laterVersion(added)
  return await place
    .visit((database) => migrate(database, later.folder))
    .finally(() => later.remove())
}

test("UPGRADE-05 a version opens the database of a later one that only added to it, and logs that", async () => {
  assert.deepEqual(await run("--plan"), { code: 0, out: "The database is up to date.\n", err: "" })
  assert.deepEqual(await migrateLater(expand), ["9001-expand.sql"])
  const says =
    "Nothing to run: a later version has migrated the database (9001-expand.sql), and this one can serve it.\n"
  assert.deepEqual(await run("--plan"), { code: 0, out: says, err: "" })
  assert.deepEqual(await run(), { code: 0, out: says, err: "" })
})

test("UPGRADE-06 a version refuses the database of a later one that removed something it needs", async () => {
  assert.deepEqual(await migrateLater(contract), ["9001-expand.sql", "9002-contract.sql"])
  const says = `The database has 9002-contract.sql and 1 more of another version, which serves with 99.0.0 or later. This is ${version}: use a later version, or restore a backup of this one.\n`
  assert.deepEqual(await run("--plan"), { code: 1, out: "", err: says })
  assert.deepEqual(await run(), { code: 1, out: "", err: says })
})
