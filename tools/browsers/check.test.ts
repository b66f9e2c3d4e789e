import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { suite, test } from "node:test"
import { scriptCheck } from "./check-scripts.ts"
import { lackingInStyles } from "./check-styles.ts"
import { buildTargets, oldestBrowsers } from "./supported.ts"

test("DEVICE-01 README lists the browsers of package.json, and the build targets them", () => {
  const readme = readFileSync(join(import.meta.dirname, "../../README.md"), "utf8")
  const [, sentence = ""] = /^Supported browsers: (.*?), and later versions\.$/ms.exec(readme) ?? []
  const shown = {
    chrome: "Chrome",
    edge: "Edge",
    firefox: "Firefox",
    safari: "Safari",
    ios_saf: "iOS",
  }
  const named = oldestBrowsers().map(({ name, version }) => `${shown[name]} ${version}`)
  assert.deepEqual(sentence.replace(" ESR", "").split(/,\s+/), named)
  assert.ok(buildTargets().includes("ios16.4"))
})

suite("DEVICE-02 the check of built scripts and style sheets", () => {
  const check = scriptCheck()

  const scripts: [code: string, found: string[]][] = [
    ["const { promise } = Promise.withResolvers()", ["Promise.withResolvers"]],
    ["AbortSignal.any([])", ["AbortSignal.any"]],
    ["Object.groupBy([], String)", ["Object.groupBy"]],
    ["URL.canParse('/')", ["URL.canParse"]],
    ["Temporal.Now.instant()", ["Temporal", "Temporal.Now"]],
    ["window.scheduler.yield()", ["scheduler"]],
    ["let a = [2, 1]; a.toSorted()", ["Array.toSorted", "TypedArray.toSorted"]],
    ["let a = new Set(); a.isSubsetOf(a)", ["Set.isSubsetOf"]],
    ["let a = new Map(); a.values().map(String)", ["Iterator.map"]],
    ["let a; a.showPopover()", ["HTMLElement.showPopover"]],
    ["import { jsx } from 'react'; jsx('div', { popover: 'auto' })", ["div popover"]],
    ["typeof navigation; Object.values({}).map(String); [].map(String)", []],
    ["const scheduler = {}; scheduler.yield()", []],
  ]
  for (const [code, found] of scripts) {
    test(code, () => assert.deepEqual([...check(code)].sort(), found))
  }

  test("refuses newer syntax", () => {
    assert.throws(() => check("/[a--b]/v"), SyntaxError)
    assert.throws(() => check("{ using a = b }"), SyntaxError)
  })

  const styles: [css: string, found: string[]][] = [
    ["a:has(b) { color: red }", [":has()"]],
    ["a { b { color: red } }", ["nesting"]],
    ["a { & b { color: red } }", ["nesting"]],
    ["a { color: light-dark(red, blue) }", ["light-dark()"]],
    ["a { --b: color-mix(in oklab, red, blue) }", ["color-mix()"]],
    ["a { height: 1lh }", ["1lh"]],
    ["a { field-sizing: content }", ["field-sizing", "field-sizing: content"]],
    ["@starting-style { a { opacity: 0 } }", ["@starting-style"]],
    ["@supports selector(:has(*)) { a:has(b) { color: red } }", []],
    ["a { color: red; color: color-mix(in oklab, red, blue) }", []],
    ["a { color: red; color: color-mix(in oklab, red, var(--b)) }", ["color-mix()"]],
    ["@container (width > 1px) { a { height: 1dvh } }", []],
  ]
  for (const [css, found] of styles) {
    test(css, () => assert.deepEqual([...lackingInStyles(css).keys()].sort(), found))
  }
})
