import assert from "node:assert/strict"
import { globSync, readFileSync } from "node:fs"
import { test } from "node:test"

const sheets = new Map(globSync("web/**/*.css").map((file) => [file, readFileSync(file, "utf8")]))

function filesWith(pattern: RegExp): string[] {
  return [...sheets.keys()].filter((file) => pattern.test(sheets.get(file) ?? "")).sort()
}

test("ACCESS-01 media queries use widths in rem, so that large text gets the phone layout", () => {
  assert.ok(sheets.size > 50)
  assert.deepEqual(filesWith(/@media[^{]*\dpx/), [])
})

test("ACCESS-01 a style sheet with a transparent border or a current entry has rules for forced colors, which paint all borders and no backgrounds", () => {
  const files = filesWith(/border[\w-]*: [^;]*transparent|\[aria-current\]/)
  assert.ok(files.length > 5)
  const inForcedColors = new Set(filesWith(/@media \(forced-colors: active\)/))
  assert.deepEqual(
    files.filter((file) => !inForcedColors.has(file)),
    [],
  )
})

test("BRAND-01 only columns of amounts have figures of equal width, which look spaced elsewhere", () => {
  assert.deepEqual(filesWith(/tabular-nums/), [
    "web/payments/amount-parts.module.css",
    "web/payments/auto-pay/charge-parts.module.css",
    "web/payments/center/products-table.module.css",
    "web/ui/table/data-table.module.css",
  ])
})

test("ACCESS-02 no page scrolls smoothly, so that a control is in view once it has the focus", () => {
  assert.deepEqual(filesWith(/(?<!over)scroll-behavior/), [])
})
