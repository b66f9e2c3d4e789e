// @both-engines
import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import type { Database } from "#database/open.ts"
import { createTestClock } from "#testing/clock.ts"
import { openTestDatabase } from "#testing/database.ts"
import { brandFiles, createCommands } from "./command-fixture.ts"

let database: Database
let commands: ReturnType<typeof createCommands>

before(async () => {
  database = await openTestDatabase()
  commands = createCommands(database, createTestClock())
})

after(() => database.close())

async function releasesOf(client: string) {
  const { out, err, code } = await commands.portal("releases", client, "--json")
  assert.deepEqual([code, err], [0, ""])
  return JSON.parse(out) as { number: number; what: string; isPublished: boolean; madeBy: string }[]
}

test("RELEASE-01 each load that changes a brand is a release; one that changes nothing is none", async () => {
  const files = brandFiles()
  const first = await commands.load(files)
  assert.deepEqual([first.code, first.err], [0, ""])
  await commands.load(files)
  await commands.load({ ...files, "clients/fund/content/welcome.html": "<p>Good day.</p>" })
  assert.deepEqual(
    (await releasesOf("fund")).map(({ number, what, isPublished, madeBy }) => {
      return { number, what, isPublished, madeBy }
    }),
    [
      { number: 2, what: "load", isPublished: true, madeBy: "kim" },
      { number: 1, what: "load", isPublished: false, madeBy: "kim" },
    ],
  )
  assert.equal((await releasesOf("union")).length, 1)
  assert.equal((await releasesOf("shared/")).length, 1)
  const { out } = await commands.portal("releases", "fund")
  assert.match(out, /^ {4}2 {2}published {2}\d{4}-\d\d-\d\d \d\d:\d\d {2}kim +load\n/)
})

test("RELEASE-23 a client that does not exist, and a command that was mistyped", async () => {
  const none = await commands.portal("releases", "nobody")
  assert.deepEqual(none, { code: 1, out: "", err: "There is no client nobody.\n" })
  const json = await commands.portal("releases", "nobody", "--json")
  assert.deepEqual([json.code, JSON.parse(json.out)], [1, { error: "There is no client nobody." }])
  for (const [typed, problem] of [
    [[], "Name a command."],
    [["release"], "There is no command 'release'."],
    [["toString"], "There is no command 'toString'."],
    [["releases"], "Something is missing."],
    [["releases", "fund", "union"], "Unexpected argument 'union'."],
    [["releases", "fund", "--all"], "Unknown option '--all'."],
  ] as const) {
    const { code, out, err } = await commands.portal(...typed)
    assert.deepEqual([code, out], [2, ""])
    assert.ok(err.startsWith(`${problem}\nUsage: npm run portal -- `), err)
  }
})
