import assert from "node:assert/strict"
import { join } from "node:path"
import { type TestContext, test } from "node:test"
import type { Database } from "#database/open.ts"
import { sql } from "#database/sql.ts"
import { findAsset, findClientBrand } from "#services/brands/sites.store.ts"
import { auditLog } from "#testing/audit-trail.ts"
import { brandsOf } from "#testing/brands.ts"
import { createTestClock } from "#testing/clock.ts"
import { openTestDatabase } from "#testing/database.ts"
import { createCommands } from "#testing/operator-commands.ts"
import { brandFiles } from "../command-fixture.ts"
import { writeFolder } from "../load/example-folder.ts"

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>'

type Commands = ReturnType<typeof createCommands>

/** Opens a database for one test, so that release numbers and the audit log are the test's own. */
async function openPortal(t: TestContext): Promise<{ database: Database; commands: Commands }> {
  const database = await openTestDatabase()
  t.after(() => database.close())
  return { database, commands: createCommands(database, createTestClock()) }
}

/** Like `openPortal`, with the brands loaded: each has release 1. */
async function openLoadedPortal(t: TestContext) {
  const portal = await openPortal(t)
  const { code, err } = await portal.commands.load(brandFiles())
  assert.equal(code, 0, err)
  return portal
}

async function releasesOf(commands: Commands, client: string) {
  const { out, err, code } = await commands.run("releases", client, "--json")
  assert.deepEqual([code, err], [0, ""])
  return JSON.parse(out) as { number: number; what: string; isPublished: boolean; madeBy: string }[]
}

test("RELEASE-01 each load that changes a brand is a numbered release with person, time and act, without people and documents; one that changes nothing is none", async (t) => {
  const { commands } = await openPortal(t)
  const files = brandFiles()
  const first = await commands.load(files)
  assert.equal(first.code, 0, first.err)
  await commands.load(files)
  await commands.load({ ...files, "clients/fund/content/welcome.html": "<p>Good day.</p>" })
  assert.deepEqual(
    (await releasesOf(commands, "fund")).map(({ number, what, isPublished, madeBy }) => {
      return { number, what, isPublished, madeBy }
    }),
    [
      { number: 2, what: "load", isPublished: true, madeBy: "kim" },
      { number: 1, what: "load", isPublished: false, madeBy: "kim" },
    ],
  )
  assert.equal((await releasesOf(commands, "union")).length, 1)
  assert.equal((await releasesOf(commands, "shared/")).length, 1)
  const { out } = await commands.run("releases", "fund")
  assert.match(out, /^ {4}2 {2}published {2}\d{4}-\d\d-\d\d \d\d:\d\d UTC {2}kim +load\n/)
})

test("RELEASE-23 a client that does not exist, and a command that was mistyped", async (t) => {
  const { commands } = await openPortal(t)
  const none = await commands.run("releases", "stranger")
  assert.deepEqual(none, { code: 1, out: "", err: "There is no client stranger.\n" })
  const json = await commands.run("releases", "stranger", "--json")
  assert.deepEqual(
    [json.code, JSON.parse(json.out)],
    [1, { error: "There is no client stranger." }],
  )
  for (const [typed, problem] of [
    [["releases"], "CLIENT is missing."],
    [["releases", "fund", "union"], "Unexpected argument 'union'."],
    [["releases", "fund", "--all"], "Unknown option '--all'."],
  ] as const) {
    const { code, out, err } = await commands.run(...typed)
    assert.deepEqual([code, out], [2, ""])
    assert.ok(err.startsWith(`${problem}\nUsage: npm run my-account -- releases `), err)
  }
})

test("RELEASE-02 a difference names fields, lines of texts, files with their sizes, and sites", async (t) => {
  const { commands } = await openPortal(t)
  const files = brandFiles()
  await commands.load({ ...files, "clients/fund/content/welcome.html": "<p>Good day.</p>" })
  await commands.load({
    ...files,
    "clients/fund/client.json": {
      ...files["clients/fund/client.json"],
      phoneNumber: "1-800-555-0199",
      sites: [
        ...files["clients/fund/client.json"].sites,
        { host: "new.localhost", isCustomerSite: true },
      ],
    },
    "clients/fund/content/welcome.html": "<p>Good day.</p>\n<p>More.</p>",
    "clients/fund/assets/extra.css": "a { color: red }",
  })
  const { out, code } = await commands.run("diff", "fund", "1", "2")
  assert.equal(code, 0)
  for (const line of [
    "fund: release 1 → release 2",
    '    + "1-800-555-0199"',
    "  field sites.new.localhost",
    '  text "welcome" changed',
    "      <p>Good day.</p>",
    "    + <p>More.</p>",
    "  file extra.css added: 16 bytes",
  ]) {
    assert.ok(out.split("\n").includes(line), `${line}\n is not in\n${out}`)
  }
  assert.equal((await commands.run("diff", "fund")).out, out)
  assert.match((await commands.run("diff", "fund", "9")).err, /^fund has no release 9\.\n$/)
})

test("RELEASE-05 a rollback is a new release that equals an earlier one, and is served", async (t) => {
  const { database, commands } = await openLoadedPortal(t)
  const files = brandFiles()
  const brand = files["clients/fund/client.json"]
  await commands.load({
    ...files,
    "clients/fund/client.json": {
      ...brand,
      sites: [...brand.sites, { host: "new.localhost", isCustomerSite: true }],
    },
    "clients/fund/content/welcome.html": "<p>Good day.</p>",
  })
  const { out, code } = await commands.run("rollback", "fund", "1")
  assert.equal(code, 0)
  assert.equal(out, "fund: release 3 is published instead of release 2. It equals release 1.\n")
  assert.match((await commands.run("diff", "fund", "1", "3")).out, /No difference/)
  const [row] = await database.rows<{ html: string; hosts: number }>(
    sql`select html, (select count(*)::int from appcontent.site where client = 'fund') as hosts
      from appcontent.content where client = 'fund' and title = 'welcome'`,
  )
  assert.deepEqual(row, { html: "<p>Welcome to the fund.</p>", hosts: 2 })
  const again = await commands.run("rollback", "fund", "1")
  assert.deepEqual(
    [again.code, again.err],
    [1, "Release 1 equals release 3, which is published.\n"],
  )
})

test("KEPT-10 one command announces when the account system is away, and takes that back", async (t) => {
  const { database, commands } = await openLoadedPortal(t)
  const announce = (windows: string) => commands.run("set", "fund", "field", "plannedAway", windows)
  const planned = async () => (await findClientBrand(database, "fund"))?.plannedAway
  const night = { from: "2026-11-29T22:00", until: "2026-11-30T05:00" }
  assert.equal((await announce(JSON.stringify([night]))).code, 0)
  assert.deepEqual(await planned(), [night])
  const reversed = await announce(JSON.stringify([{ from: night.until, until: night.from }]))
  assert.equal(reversed.code, 1)
  assert.match(reversed.err, /^plannedAway\.0 must begin before it ends/)
  const noDay = await announce('[{"from": "2026-11-31T22:00", "until": "2026-12-01T05:00"}]')
  assert.match(noDay.err, /^plannedAway\.0\.from must be a day with a time, such as/)
  const funday = await announce('[{"from": "22:00", "until": "05:00", "days": ["Funday"]}]')
  assert.match(funday.err, /^plannedAway\.0\.days\.0 must be a day of the week, such as Sunday/)
  assert.deepEqual(await planned(), [night])
  assert.equal((await announce("[]")).code, 0)
  assert.deepEqual(await planned(), [])
})

test("RELEASE-06 one text, color, logo or field is changed alone, by the rules of a load", async (t) => {
  const { database, commands } = await openLoadedPortal(t)
  const css = () => styleSheet(database, "fund")
  const color = await commands.run("set", "fund", "color", "--brand-accent", "#654321")
  assert.equal(color.err, "")
  assert.equal(color.out, "fund: release 2 is published instead of release 1.\n")
  assert.match((await css()) ?? "", /^:root \{ --brand-accent: #654321 \}\n@media .*#8dbbe6/)
  const { buttonColor } = await brandsOf(database, createTestClock()).brandOf("fund", "")
  assert.equal(buttonColor, "#654321", "buttons in emails have the color, too")
  const folder = await writeFolder({ "new.html": "<p>New.</p><script>x</script>", "new.svg": svg })
  const file = (name: string) => join(folder.path, name)
  await commands.run("set", "fund", "text", "welcome", file("new.html"))
  await commands.run("set", "fund", "logo", file("new.svg"))
  const field = await commands.run("set", "fund", "field", "searchIndex", "true")
  assert.equal(field.code, 0, field.err)
  const { out } = await commands.run("diff", "fund", "2", "5")
  for (const line of [
    '    + "new.svg"',
    "    + <p>New.</p>",
    "  file logo.svg removed: 91 bytes",
    `  file new.svg added: ${svg.length} bytes`,
    "  field searchIndex",
  ]) {
    assert.ok(out.split("\n").includes(line), `${line}\n is not in\n${out}`)
  }
  for (const [typed, problem] of [
    [
      ["color", "--nothing", "#123456"],
      /has no token --nothing of this brand\. It has --brand-accent/,
    ],
    [["color", "--brand-accent", "red} body {"], /is no color/],
    [["text", "no such text", file("new.html")], /neither a text that the portal shows/],
    [["logo", file("new.html")], /must be one of \.svg/],
    [
      ["color", "--brand-accent", "#eeeeee"],
      /error \(contrast\)[\s\S]*To publish in spite of them: --allow contrast/,
    ],
    [["field", "client", "other"], /There is no field client/],
    [["field", "phoneNumber", "call"], /phoneNumber is not a phone number/],
    [["field", "cssFile", "absent.css"], /the release has no file absent\.css/],
  ] as const) {
    const { code, err } = await commands.run("set", "fund", ...typed)
    assert.equal(code, 1, err)
    assert.match(err, problem)
  }
  await folder.remove()
  assert.equal((await releasesOf(commands, "fund"))[0]?.number, 5)
})

test("RELEASE-07 a folder that was made from another release than the published one is refused", async (t) => {
  const { commands } = await openLoadedPortal(t)
  await commands.run("set", "fund", "field", "searchIndex", "true")
  const files = { ...brandFiles(), "clients/fund/content/welcome.html": "<p>Other.</p>" }
  const refused = await commands.publish(files, "fund", "--base", "1")
  assert.equal(refused.code, 1)
  assert.match(
    refused.err,
    /made from release 1, and release 2 is published now \(kim: set field searchIndex\)/,
  )
  const done = await commands.publish(files, "fund", "--base", "2")
  assert.match(done.out, /^fund: release 3 is published instead of release 2\.\n$/)
})

test("RELEASE-07 publishes at the same time wait for each other", async (t) => {
  const { commands } = await openLoadedPortal(t)
  const titles = ["phoneNumber", "metaDescription", "postalAddress"]
  const done = await Promise.all(
    titles.map((field) => commands.run("set", "fund", "field", field, "1-800-555-0155")),
  )
  assert.deepEqual(
    done.map(({ out }) => out.replace(/\d+/g, "")),
    titles.map(() => "fund: release  is published instead of release .\n"),
  )
  const { out } = await commands.run("diff", "fund", "1", "4")
  for (const field of titles) assert.ok(out.includes(`  field ${field}\n`), out)
})

test("RELEASE-08 each act is one entry in the audit log of the installation", async (t) => {
  const { database, commands } = await openLoadedPortal(t)
  await commands.load({ ...brandFiles(), "clients/fund/content/welcome.html": "<p>Good day.</p>" })
  await commands.run("set", "fund", "color", "--brand-accent", "#654321")
  await commands.run("rollback", "fund", "1")
  const entries = await auditLog(database, "")
  const acts = entries.filter(({ action }) => action.startsWith("release."))
  assert.deepEqual(
    acts.map(({ action, before, after }) => [action, before, after]),
    [
      ["release.publish", {}, { by: "kim", releases: "shared/ 1, fund 1, union 1", what: "load" }],
      ["release.publish", { releases: "fund 1" }, { by: "kim", releases: "fund 2", what: "load" }],
      [
        "release.publish",
        { releases: "fund 2" },
        { by: "kim", releases: "fund 3", what: "set color --brand-accent" },
      ],
      [
        "release.rollback",
        { releases: "fund 3" },
        { by: "kim", releases: "fund 4", what: "rollback to 1" },
      ],
    ].map(([action, before, after]) => [
      action,
      Object.keys(before ?? {}).length > 0 ? before : undefined,
      after,
    ]),
  )
})

test("RELEASE-10 the newest 100 releases are kept, and the files that they hold", async (t) => {
  const { database, commands } = await openLoadedPortal(t)
  await database.rows(
    sql`insert into appcontent.release (client, number, content, made_at, made_by, what, is_published)
      select client, number + g, content, made_at, made_by, 'filler', false
      from appcontent.release, generate_series(1, 120) g where client = 'union' and is_published`,
  )
  await database.rows(
    sql`insert into appcontent.asset_file (client, hash, body) values ('union', 'unheld', 'x')`,
  )
  const done = await commands.run("set", "union", "field", "phoneNumber", "1-800-555-0188")
  assert.equal(done.code, 0, done.err)
  const rows = await releasesOf(commands, "union")
  assert.deepEqual([rows.length, rows[0]?.number, rows.at(-1)?.number], [100 + 1, 1 + 121, 1])
  const held = await database.rows<{ hash: string }>(
    sql`select hash from appcontent.asset_file where client = 'union'`,
  )
  assert.ok(held.every(({ hash }) => hash !== "unheld"))
})

async function styleSheet(database: Database, client: string): Promise<string | undefined> {
  return (await findAsset(database, client, "brand.css"))?.body.toString()
}
