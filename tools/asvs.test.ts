import assert from "node:assert/strict"
import { existsSync, readFileSync } from "node:fs"
import { dirname, join, normalize } from "node:path"
import { test } from "node:test"
import { settings } from "#server/config/settings/settings.ts"

/**
 * The levels of the requirements of OWASP ASVS 5.0.0, from the tables of the standard: a line for
 * each chapter, a word for each section, a digit for each requirement.
 */
const levels = `
  22 1111122223 112222222223 222 123
  122 112 12223 23
  3 113 12223 11222233 11122333 3 22333
  12233 23333 22 1222
  2 112333 113 222
  122 111111112222 11223333 112233 22222333 2223 33 2222
  222 1111 22 11222 223 22
  1233 1123 133 23
  111 1222
  22 223 22223 1111122222233333 22222 22 222
  2233 22233 11233 1222 23 23 33
  12233 11 22223
  2333 222223 2233 1222233
  22 12223333 122
  12233 12233 1222222 3333
  2 22222 2222 222 2223
  23 22223333 22`

const page = readFileSync("docs/asvs.md", "utf8")
const behaviors = readFileSync("docs/behaviors.md", "utf8")
const parts = readFileSync("tools/prove/parts.ts", "utf8")
const { scripts } = JSON.parse(readFileSync("package.json", "utf8"))
const rows = [...page.matchAll(/^\| (\d\S+) \| (\d) \| ([^|]+) \| ([^|]+) \| ([^|]*) \|$/gm)].map(
  ([, number = "", level = "", what = "", state = "", shown = ""]) => {
    return { number, level, what, state, shown }
  },
)

test("ASVS-02 each requirement of levels 1 and 2 has one row with its level", () => {
  const required = levels
    .trim()
    .split("\n")
    .flatMap((chapter, c) =>
      chapter
        .trim()
        .split(" ")
        .flatMap((section, s) =>
          [...section].map((level, r) => [`${c + 1}.${s + 1}.${r + 1}`, level]),
        ),
    )
    .filter(([, level]) => level !== "3")
  assert.equal(required.length, 253)
  assert.deepEqual(
    rows.map(({ number, level }) => [number, level]),
    required,
  )
  const count = (state: string) => rows.filter((row) => row.state === state).length
  const counts = `meets ${count("holds")} of 253 requirements, operators decide ${count("operator")}, ${count("deviates")} are deviations, and ${count("not applicable")} do not apply`
  assert.ok(page.replaceAll("\n", " ").includes(counts), counts)
})

test("ASVS-03 each row names its evidence, and all of it exists", () => {
  const missing = rows.flatMap(({ number, shown }) =>
    missingIn(shown).map((name) => `${number}: ${name}`),
  )
  assert.deepEqual(missing, [])
  const unshown = rows.filter(
    ({ state, shown }) => state === "holds" && !/`|[A-Z]-\d\d/.test(shown),
  )
  assert.deepEqual(unshown, [])
})

test("ASVS-03 each deviation has a reason, a source and a mitigation", () => {
  const reason = /^[^*]{8,} \*\*Decided by:\*\* [^*]{2,} \*\*Instead:\*\* [^*]{8,}$/
  for (const { number, state, shown } of rows) {
    assert.ok(["holds", "operator", "deviates", "not applicable"].includes(state), number)
    if (state === "deviates") assert.match(shown, reason, number)
    else assert.ok(shown.length > 2, number)
  }
})

/** Files and headings are links, which tools/paths.test.ts checks as well. */
function missingIn(shown: string): string[] {
  const exists = (name: string): boolean => {
    if (/^[A-Z]+-\d\d$/.test(name)) return behaviors.includes(`\n- ${name}\n`)
    if (/^`[A-Z_]+`$/.test(name))
      return name === "`NODE_EXTRA_CA_CERTS`" || name.slice(1, -1) in settings
    const [, script = "", part = ""] = /^`npm run ([\w-]+)(?: -- ([\w-]+))?/.exec(name) ?? []
    if (script === "prove") return new RegExp(`^ {2}"?${part}"?: `, "m").test(parts)
    if (script !== "") return script in scripts
    return existsSync(normalize(join(dirname("docs/asvs.md"), name.replace(/#.*/, ""))))
  }
  const names = shown.match(/\b[A-Z]{3,}-\d\d\b|`[A-Z]+_[A-Z_]+`|`npm run [^`]+`|(?<=\]\()[^)]+/g)
  return (names ?? []).filter((name) => !exists(name))
}
