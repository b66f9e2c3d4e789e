import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { test } from "node:test"
import { counts, findWords, limits, rules, wordsIn } from "./words.ts"

test("no word that the style rules out is used more often than words.json still allows", () => {
  const hits = findWords()
  const allowed = limits()
  const broken = Object.entries(counts(hits)).filter(
    ([rule, count]) => count > (allowed[rule] ?? 0),
  )
  const places = broken.map(([rule, count]) => ({
    rule: `${rule}: ${count}, allowed ${allowed[rule] ?? 0}; write ${rules[rule]?.instead}`,
    places: hits.filter((hit) => hit.rule === rule).map(({ place }) => place),
  }))
  assert.deepEqual(places, [])
})

test("words are found in comments, texts and docs, and not in code", () => {
  const rulesIn = (file: string, text: string) => wordsIn(file, text).map(({ rule }) => rule)
  assert.deepEqual(rulesIn("a.ts", "// It is read anew.\nconst anew = 1"), ["anew"])
  assert.deepEqual(rulesIn("a.ts", '/** Who pays. */\nconst a = "No e-mail yet"'), [
    "comment that opens with who or what",
    "e-mail",
  ])
  assert.deepEqual(rulesIn("a.ts", "// The customer for whom staff act."), [])
  assert.deepEqual(rulesIn("a.ts", "// It asks for whom staff act."), ["headless who"])
  assert.deepEqual(rulesIn("a.ts", "sql`select 1 from mail as mail`"), [])
  assert.deepEqual(rulesIn("a.ts", 'glob("/*/bin"); initialise(); glob("/*/lib")'), [])
  assert.deepEqual(rulesIn("a.tsx", "<p>Pay on line</p>"), ["on line"])
  assert.deepEqual(rulesIn("a.md", "The colour of `nobody`"), ["British"])
  assert.deepEqual(rulesIn("a.ts", 'const a = "You behaviour verified as a bot."'), [])
})

test("no file has the markers of an unfinished merge", () => {
  const search = ["grep", "-nE", "^(<{7}|>{7}) "]
  const { status, stdout } = spawnSync("git", search, { cwd: `${import.meta.dirname}/..` })
  assert.equal(status, 1, `${stdout}`)
})
