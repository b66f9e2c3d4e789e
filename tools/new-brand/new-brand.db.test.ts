import assert from "node:assert/strict"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after, before, describe, test } from "node:test"
import { fileURLToPath } from "node:url"
import type { Database } from "#database/open.ts"
import { systemClock } from "#platform/clock.ts"
import { openTestDatabase } from "#testing/database.ts"
import { testAudit, testPasswords } from "#testing/secret-key.ts"
import { loadFolder } from "#tools/load/load-folder.ts"
import { checkFolder } from "#tools/readiness/check-folder.ts"
import { answersFor, type Options, writeBrand } from "./new-brand.ts"

const logo = fileURLToPath(new URL("../../demo/clients/harbor/assets/logo.png", import.meta.url))

/** Five brands that have little in common. */
const brands: Record<string, { name: string; options: Options }> = {
  "only a name": { name: "acme", options: {} },
  "a yellow accent, a membership, no hours": {
    name: "Sunny Côte d’Azur Club",
    options: {
      accent: "#ffe600",
      words: "membership",
      hours: "none",
      "time-zone": "Pacific/Honolulu",
    },
  },
  "a logo file, hours on two kinds of days": {
    name: "North Star",
    options: {
      logo,
      accent: "rgb(0 90 30)",
      hours: "Mon-Fri 07:30-19:00, Sat 09:00-12:00",
      phone: "1-888-555-0177",
    },
  },
  "a group with three members": {
    name: "guild-fund",
    options: {
      group: "Painters & Glaziers, Local 12, Stage Hands",
      host: "guild.localhost",
      accent: "#7a0019",
      term: "guild",
    },
  },
  "a gray accent and a name with an ampersand": {
    name: "Smith & Daughters <Life>",
    options: {
      client: "smith",
      host: "my.smith-life.com",
      accent: "gray",
      phone: "+1 (312) 555-0101",
    },
  },
}

describe("READY-05 a new brand is complete: it has no finding, and loads", () => {
  let database: Database
  let home: string
  before(async () => {
    database = await openTestDatabase()
    home = await mkdtemp(join(tmpdir(), "new-brand-"))
  })
  after(async () => {
    await database.close()
    await rm(home, { recursive: true, force: true })
  })

  for (const [what, { name, options }] of Object.entries(brands)) {
    test(what, async () => {
      const answers = await answersFor(name, options, undefined)
      const folder = join(home, answers.client)
      await writeBrand(folder, answers, answers.logo || undefined)
      const { clients, findings } = await checkFolder(folder, systemClock)
      assert.deepEqual(findings, [])
      const needs = { clock: systemClock, audit: testAudit(systemClock), passwords: testPasswords }
      const report = await loadFolder(database, folder, needs)
      assert.deepEqual(report.clients, clients)
      assert.deepEqual(report.notices, [])
      assert.ok(report.changes.users.written > 0)
    })
  }

  test("READY-05 any accent leads to colors that people can read", async () => {
    const folder = join(home, "colors")
    for (const accent of [
      "#000",
      "#fff",
      "red",
      "lime",
      "blue",
      "cyan",
      "magenta",
      "#ff8800",
      "#8800ff",
      "navy",
      "pink",
      "#0a0",
      "hotpink",
      "#123456",
      "#fedcba",
    ]) {
      const answers = await answersFor("acme", { accent }, undefined)
      await writeBrand(folder, answers, undefined)
      const { findings } = await checkFolder(folder, systemClock)
      assert.deepEqual(findings, [], accent)
      await rm(folder, { recursive: true })
    }
  })

  test("READY-06 a wrong option is refused with its reason, and a wrong answer is asked again", async () => {
    await assert.rejects(
      answersFor("acme", { accent: "blurple" }, undefined),
      /--accent: Write a color/,
    )
    await assert.rejects(
      answersFor("acme", { "time-zone": "EST" }, undefined),
      /--time-zone: Write an IANA name/,
    )
    const asked: string[] = []
    const answers = await answersFor("acme", { host: "acme.example.com" }, async (question) => {
      asked.push(question)
      if (question.startsWith("Accent")) return asked.length % 2 === 0 ? "blurple" : "teal"
      return ""
    })
    assert.equal(answers.accent, "teal")
    assert.equal(answers.name, "Acme")
    assert.equal(
      asked.some((question) => question.startsWith("Host")),
      false,
    )
  })

  test("READY-06 a folder that has files is left as it is", async () => {
    const answers = await answersFor("acme", {}, undefined)
    await writeFile(join(home, "mine.txt"), "mine")
    await assert.rejects(writeBrand(home, answers, undefined), /has files already/)
  })
})
