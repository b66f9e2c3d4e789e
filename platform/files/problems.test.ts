import assert from "node:assert/strict"
import { test } from "node:test"
import { listedProblems } from "./problems.ts"

test("a repeated mistake hides no other one, and each line keeps its place", () => {
  const zip = (line: number) => `people.csv:${line}  zipCode must be a zip code, not "${line}"`
  const lines = Array.from({ length: 300 }, (_, n) => zip(n + 2))
  lines.splice(200, 0, 'people.csv:202  stateCode must be a state code, not "XX"')
  lines.push("users.csv:9  username must not be empty")
  const shown = listedProblems(lines, 50)
  assert.equal(shown.length, 51)
  assert.deepEqual(shown.slice(0, 48), lines.slice(0, 48))
  assert.deepEqual(shown.slice(48), [lines[200], lines.at(-1), "… and 252 more"])
  assert.deepEqual(listedProblems(lines.slice(0, 50), 50), lines.slice(0, 50))
  assert.deepEqual(listedProblems([], 50), [])
})
