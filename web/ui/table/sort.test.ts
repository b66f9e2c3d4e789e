import assert from "node:assert/strict"
import { test } from "node:test"
import { sortableDate, sorted } from "./sort.ts"

function order(values: (string | number)[], direction: "ascending" | "descending") {
  return sorted(values, (value) => value, direction)
}

test("words sort alphabetically, and numbers in them sort as numbers", () => {
  const words = ["plan 10", "Émile", "Plan 2", "zeta", "apple"]
  assert.deepEqual(order(words, "ascending"), ["apple", "Émile", "Plan 2", "plan 10", "zeta"])
  assert.deepEqual(order(words, "descending"), ["zeta", "plan 10", "Plan 2", "Émile", "apple"])
})

test("amounts sort numerically, with negative ones first", () => {
  assert.deepEqual(order([900, -5, 100_000, 0], "ascending"), [-5, 0, 900, 100_000])
})

test("missing values come last in both sort directions", () => {
  const dates = ["", "12/31/2025", "01/02/2026", ""]
  const byDay = (direction: "ascending" | "descending") => sorted(dates, sortableDate, direction)
  assert.deepEqual(byDay("ascending"), ["12/31/2025", "01/02/2026", "", ""])
  assert.deepEqual(byDay("descending"), ["01/02/2026", "12/31/2025", "", ""])
})

test("equal values keep their order", () => {
  const rows = ["b1", "a1", "b2", "a2"]
  const byLetter = sorted(rows, (row) => row.charAt(0), "descending")
  assert.deepEqual(byLetter, ["b1", "b2", "a1", "a2"])
})
