import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { test } from "node:test"
import { documentedNumbers, documentedRoutingNumber } from "./numbers.ts"

const page = readFileSync(join(import.meta.dirname, "../../../docs/sandbox.md"), "utf8")

test("docs/sandbox.md documents the outcome of every number", () => {
  const lines = page.split("\n").map((line) => line.replace(/(\d) (?=\d)/g, "$1"))
  for (const { number, name, explained } of documentedNumbers) {
    assert.ok(lines.includes(`| ${number} | \`${name}\` | ${explained} |`), name)
  }
  assert.ok(page.includes(documentedRoutingNumber))
})

test("card numbers have a valid check digit, and every name has one number", () => {
  for (const { kind, number } of documentedNumbers) {
    const sum = [...number].toReversed().reduce((total, digit, place) => {
      const value = Number(digit) * (place % 2 === 0 ? 1 : 2)
      return total + (value > 9 ? value - 9 : value)
    }, 0)
    if (kind === "card") assert.equal(sum % 10, 0, number)
  }
  assert.equal(new Set(documentedNumbers.map(({ name }) => name)).size, documentedNumbers.length)
})
