import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import { contentTitles } from "#services/brands/loading/content-files.ts"
import { textPlaces } from "#services/brands/readiness/text-places.ts"

const needs = { always: "always", usually: "usually", sometimes: "" }

test("READY-08 demo/README.md describes where each text is shown, and lists every text once", () => {
  assert.deepEqual(textPlaces.map(({ title }) => title).toSorted(), [...contentTitles].toSorted())
  const readme = readFileSync(new URL("../../demo/README.md", import.meta.url), "utf8")
  const rows = textPlaces.map(
    ({ title, screens, needed }) => `| ${title} | ${screens} | ${needs[needed]} |`,
  )
  const table = ["| Title | Shown on | Needed |", "|---|---|---|", ...rows].join("\n")
  assert.ok(readme.includes(`${table}\n`), `demo/README.md lacks this table:\n${table}`)
})
