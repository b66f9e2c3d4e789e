import assert from "node:assert/strict"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after, before, describe, test } from "node:test"
import { fileURLToPath } from "node:url"
import { loadFolder } from "#commands/load/load-folder.ts"
import { checkFolder } from "#commands/readiness/check-folder.ts"
import { blocking } from "#commands/readiness/not-ready.ts"
import type { Database } from "#database/open.ts"
import { systemClock } from "#platform/clock.ts"
import type { Finding } from "#services/brands/readiness/finding.ts"
import { openTestDatabase } from "#testing/database.ts"
import { testAudit, testPasswords } from "#testing/secret-key.ts"
import { membersOf } from "./answers.ts"
import { brandFiles } from "./folder.ts"
import { lookOf } from "./look.ts"
import { answersFor, type Options, writeBrand } from "./new-brand.ts"

const logo = fileURLToPath(new URL("../../demo/clients/harbor/assets/logo.png", import.meta.url))

/** Brands that have little in common. */
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
  "a long name with an apostrophe": {
    name: "Great Plains Farmers' & Ranchers' Mutual Insurance Company",
    options: { client: "great-plains" },
  },
  "the longest name": {
    name: `${"Fraternal ".repeat(7)}Benefit Co`,
    options: { client: "longest" },
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

/**
 * The findings except samples. A new brand has samples, which are warnings; legal ones are errors
 * once the brand has its own host.
 */
function besidesSamples(findings: readonly Finding[]): Finding[] {
  return findings.filter(
    ({ kind, severity }) => kind !== "legal" && (kind !== "placeholder" || severity === "error"),
  )
}

describe("READY-05 a new brand is complete: check finds only its samples, and it loads", () => {
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
      assert.deepEqual(besidesSamples(findings), [])
      const needs = { clock: systemClock, audit: testAudit(systemClock), passwords: testPasswords }
      const report = await loadFolder(database, folder, needs)
      assert.deepEqual(report.clients, clients)
      assert.deepEqual(report.notices, [])
      assert.ok(report.changes.users.written > 0)
    })
  }

  test("READY-05 any accent results in readable colors", async () => {
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
      assert.deepEqual(besidesSamples(findings), [], accent)
      await rm(folder, { recursive: true })
    }
  })

  test("READY-10 each sample of a new brand is a warning of the kind placeholder until it is replaced", async () => {
    const folder = join(home, "samples")
    await writeBrand(folder, await answersFor("acme", {}, undefined), undefined)
    const { findings } = await checkFolder(folder, systemClock)
    const places = findings.map(({ file, reason }) => `${file} ${reason}`)
    for (const part of [
      /client\.json .*\(800\) 555-0100.*6 texts of the brand have it too/,
      /client\.json .*1 Main Street, Dayton, OH 45402/,
      /client\.json acme\.localhost/,
      /people\.json 2 people, such as alex\.sample@example\.com/,
      /users\.json 1 account has the public password/,
    ]) {
      assert.ok(
        places.some((place) => part.test(place)),
        `${part} is not in\n${places.join("\n")}`,
      )
    }
    assert.equal(findings.filter(({ kind }) => kind !== "legal").length, 5)
    assert.deepEqual(blocking(findings, []), [])
    await rm(folder, { recursive: true })
    const own = { phone: "(800) 555-1212", host: "my.acme.insure" }
    await writeBrand(folder, await answersFor("acme", own, undefined), undefined)
    const brand = join(folder, "clients/acme")
    await rm(join(brand, "people.json"))
    await rm(join(brand, "users.json"))
    const written = await readFile(join(brand, "client.json"), "utf8")
    await writeFile(
      join(brand, "client.json"),
      written.replace("1 Main Street, Dayton, OH 45402", "20 Canal Street, Dayton, OH 45402"),
    )
    const sampled = (await checkFolder(folder, systemClock)).findings
    const names = sampled.map(({ file }) => file.replace(/^.*\//, ""))
    assert.equal(names.filter((name) => name.startsWith("authorization-")).length, 7)
    assert.deepEqual(
      names.filter((name) => !name.startsWith("authorization-")),
      [
        "privacy-policy.html",
        "site-disclaimer.html",
        "terms-of-service.html",
        "transaction-disclaimer.html",
      ],
    )
    assert.deepEqual(blocking(sampled, []), sampled)
    for (const name of names) {
      const file = join(brand, "content", name)
      const text = await readFile(file, "utf8")
      const other = text.replace(/<\/p>/, " Acme says so.</p>")
      const isKept = name.startsWith("authorization-")
      await writeFile(file, isKept ? `<!-- Reviewed: Dana Fox, 2026-11-20 -->\n${text}` : other)
    }
    assert.deepEqual((await checkFolder(folder, systemClock)).findings, [])
  })

  test("READY-05 an accent that is too light for text is only used without text, and new-brand reports it", async () => {
    const { light, dark, note, icon } = lookOf("#ffee00")
    assert.equal(light["--brand-header-line"], "#ffee00")
    assert.equal(dark["--brand-header-line"], "#ffee00")
    assert.deepEqual(icon, { ground: "#ffee00", ink: "#1a1a1a" })
    assert.match(note ?? "", /^#ffee00 is too light for text on white: .* are #[0-9a-f]{6}/)
    assert.equal(lookOf("#0b5d3b").note, undefined)
  })

  test("READY-06 a wrong option is refused with its reason, and a wrong answer is asked for again", async () => {
    await assert.rejects(
      answersFor("acme", { accent: "blurple" }, undefined),
      /--accent: Write a color/,
    )
    await assert.rejects(
      answersFor("acme", { "time-zone": "EST" }, undefined),
      /--time-zone: Write an IANA name/,
    )
    for (const phone of ["800-555-01x", "555-0100", "(800) 155-0100", "0800 555 0100"]) {
      await assert.rejects(answersFor("acme", { phone }, undefined), /--phone: .*can dial/)
    }
    await assert.rejects(answersFor("acme", { logo: "/nowhere.svg" }, undefined), /no file/)
    for (const group of ["yes", "Y", "Local 12, 34"]) {
      await assert.rejects(answersFor("acme", { group }, undefined), /--group: Write the names/)
    }
    await assert.rejects(answersFor("acme", { name: "x".repeat(81) }, undefined), /at most 80/)
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

  test("READY-06 answering no to the question about groups makes a brand that is not a group", async () => {
    const alone = brandFiles(await answersFor("acme", {}, undefined), undefined)
    for (const no of ["no", "None", " N ", "NO.", "n/a", "-"]) {
      const asked: string[] = []
      const answers = await answersFor("acme", {}, async (question) => {
        asked.push(question)
        return question.startsWith("If it is a group") ? no : ""
      })
      assert.deepEqual(brandFiles(answers, undefined), alone, no)
      assert.ok(!asked.some((question) => question.startsWith("What the group calls")), no)
      const typed = await answersFor("acme", { group: no }, undefined)
      assert.deepEqual(brandFiles(typed, undefined), alone, no)
    }
    const named = await answersFor("acme", { group: "Nordic Local, None Such" }, undefined)
    assert.equal(membersOf(named.group).length, 2)
  })

  test("READY-06 a folder that contains files is not changed", async () => {
    const answers = await answersFor("acme", {}, undefined)
    await writeFile(join(home, "mine.txt"), "mine")
    await assert.rejects(writeBrand(home, answers, undefined), /has files already/)
  })
})
