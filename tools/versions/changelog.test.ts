import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { test } from "node:test"
import { contractionsOf, operatorActsOf } from "#database/migrating/migration-files.ts"
import { version } from "#platform/version.ts"
import { migrationsSinceRelease, readReleased } from "./released.ts"

const root = join(import.meta.dirname, "../..")
const changelog = readFileSync(join(root, "CHANGELOG.md"), "utf8")
const sections = changelog.split(/^## /m).slice(1)
const headings = sections.map((section) => section.split("\n", 1)[0] ?? "")

test("UPGRADE-01 CHANGELOG.md begins with unreleased changes, and has a dated section for each version", () => {
  assert.equal(headings[0], "[Unreleased]")
  for (const heading of headings.slice(1)) {
    assert.match(heading, /^\[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d$/)
  }
  const dated = headings.slice(1).map((heading) => /\d+\.\d+\.\d+/.exec(heading)?.[0])
  assert.equal(dated[0], version)
  for (const released of readReleased().versions) assert.ok(dated.includes(released.version))
  const kinds = /^(Added|Changed|Deprecated|Removed|Fixed|Security|For operators)$/
  for (const [, kind = ""] of changelog.matchAll(/^### (.+)$/gm)) assert.match(kind, kinds)
})

test("UPGRADE-01 CHANGELOG.md names every migration that concerns operators", async () => {
  const since = await migrationsSinceRelease(readReleased())
  const notable = since.filter(
    (one) => operatorActsOf(one).length > 0 || contractionsOf(one).length > 0,
  )
  const newest = sections.slice(0, 2).join("")
  assert.deepEqual(
    notable.map(({ name }) => name).filter((name) => !newest.includes(name)),
    [],
  )
})

test("UPGRADE-01 package-lock.json and the bill of materials have the version of package.json", () => {
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"))
  assert.deepEqual([lock.version, lock.packages[""].version], [version, version])
  const printed = execFileSync("npm", ["run", "--silent", "sbom"], { cwd: root, encoding: "utf8" })
  const { component } = JSON.parse(printed).metadata
  // npm names the component after the folder.
  assert.deepEqual([component.version, component.purl], [version, `pkg:npm/my-account@${version}`])
})

test("UPGRADE-01 SECURITY.md lists the versions that get fixes, including this one", () => {
  const security = readFileSync(join(root, "SECURITY.md"), "utf8")
  const [major] = version.split(".")
  assert.match(security, new RegExp(`^Only the newest ${major}\\.x gets security fixes\\.`, "m"))
})
