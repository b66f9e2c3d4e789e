import assert from "node:assert/strict"
import { existsSync, readFileSync } from "node:fs"
import { test } from "node:test"
import { settings } from "#server/config/settings/settings.ts"
import { chapters } from "./chapters.ts"
import { requirementLevels } from "./numbers.ts"
import { asvsPage } from "./page.ts"

const rows = Object.entries(chapters).flatMap(([chapter, { rows: listed }]) =>
  Object.entries(listed).map(([number, row]) => ({ number: `${chapter}.${number}`, row })),
)

test("ASVS-01 docs/asvs.md is what npm run asvs writes", () => {
  assert.equal(readFileSync("docs/asvs.md", "utf8"), asvsPage())
})

test("ASVS-02 each requirement of levels 1 and 2 has one row with its level", () => {
  assert.equal(requirementLevels.length, 253)
  assert.deepEqual(
    rows.map(({ number, row }) => [number, row.level]),
    requirementLevels,
  )
})

test("ASVS-03 each row names what shows it, and all of it exists", () => {
  const behaviors = readFileSync("docs/behaviors.md", "utf8")
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8"))
  const exists = (proof: string): boolean => {
    if (/^[A-Z]+-\d\d$/.test(proof)) return behaviors.includes(`\n- ${proof} `)
    if (proof.startsWith("setting ")) return proof.slice("setting ".length) in settings
    const [, script = "", part] = /^npm run ([\w-]+)(?: -- ([\w-]+))?$/.exec(proof) ?? []
    if (script !== "") return script in scripts && (script !== "prove" || isPart(part))
    const [path = "", heading] = proof.split("#")
    return existsSync(path) && (heading === undefined || headingsOf(path).includes(heading))
  }
  const missing = rows.flatMap(({ number, row }) => {
    const proofs = "shownBy" in row ? row.shownBy : []
    return proofs.filter((proof) => !exists(proof)).map((proof) => `${number}: ${proof}`)
  })
  assert.deepEqual(missing, [])
  const unshown = rows.filter(({ row }) => row.state === "holds" && row.shownBy.length === 0)
  assert.deepEqual(unshown, [])
})

test("ASVS-03 each deviation has a reason, a source and what reduces the risk", () => {
  for (const { number, row } of rows) {
    assert.match(row.what, /^[^|\n]{8,}$/, number)
    const texts = {
      holds: () => [],
      operator: () => ["note" in row ? row.note : ""],
      deviates: () => ("instead" in row ? [row.why, row.instead, row.decidedBy] : [""]),
      "not applicable": () => ["why" in row ? row.why : ""],
    }[row.state]()
    for (const text of texts) assert.match(text, /^[^|\n]{2,}$/, number)
  }
})

/** Each part of npm run prove has a line in its list. */
function isPart(name: string | undefined): boolean {
  const list = readFileSync("tools/prove/parts.ts", "utf8")
  return name === undefined || new RegExp(`^ {2}"?${name}"?: `, "m").test(list)
}

/** The headings of a Markdown file as GitHub links to them. */
function headingsOf(path: string): string[] {
  const lines = readFileSync(path, "utf8").match(/^#{1,4} .*$/gm) ?? []
  return lines.map((line) =>
    line
      .replace(/^#+ /, "")
      .toLowerCase()
      .replace(/[^\w\s-]/g, "")
      .replaceAll(" ", "-"),
  )
}
