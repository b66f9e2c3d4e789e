import assert from "node:assert/strict"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { test } from "node:test"
import { readDrawing } from "./drawing.ts"

const root = join(import.meta.dirname, "../../..")
const svg = (content: string, attributes = "") =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${content}</svg>`

const nested = (levels: number) => svg("<g>".repeat(levels - 1) + "</g>".repeat(levels - 1))

test("LOADER-03 an SVG file may have 100 levels, and reading stops at the next one", () => {
  assert.equal(readDrawing(nested(100)).problem, undefined)
  assert.deepEqual(readDrawing(nested(101)).problem, {
    line: 1,
    reason: "may have at most 100 levels",
  })
  const { problem, words } = readDrawing(svg(`${"\n<g>".repeat(200_000)}<title>a word</title>`))
  assert.deepEqual(problem, { line: 101, reason: "may have at most 100 levels" })
  assert.ok(!words.includes("a word"))
  assert.equal(
    readDrawing(svg("<g><path/></g>".repeat(5_000))).problem,
    undefined,
    "wide is not deep",
  )
})

const harmful: Record<string, string> = {
  "a script": svg("<script>alert(1)</script>"),
  "a script of another prefix": svg('<x:script xmlns:x="http://www.w3.org/2000/svg">1</x:script>'),
  "an event handler on the root element": svg("", 'onload="alert(1)"'),
  "an event handler after a line break": svg("", '\nonload\n=\n"alert(1)"'),
  "an event handler directly after a value": '<svg xmlns="http://www.w3.org/2000/svg"/onload="1"/>',
  "an event handler of a shape": svg('<path d="M0 0" onclick="alert(1)"/>'),
  "an event handler in uppercase": svg("", 'ONLOAD="alert(1)"'),
  "an animation that sets a link": svg('<a><set attributeName="href" to="javascript:1"/></a>'),
  "an animation of a shape": svg('<path><animate attributeName="d" onbegin="1"/></path>'),
  "a link that runs a script": svg('<a href="javascript:alert(1)"><path/></a>'),
  "a link hidden by an entity": svg('<use href="&#106;avascript:alert(1)"/>'),
  "a drawing from another host": svg('<use href="https://evil.example/x.svg#a"/>'),
  "a drawing from another host without a scheme": svg('<use xlink:href="//evil.example/x.svg#a"/>'),
  "a picture": svg('<image href="https://evil.example/p.png"/>'),
  "an entity declaration": `<!DOCTYPE svg [<!ENTITY x "y">]>${svg("&x;")}`,
  "a processing instruction": `<?xml-stylesheet href="https://evil.example/x.css"?>${svg("")}`,
  "an embedded foreign element": svg("<foreignObject><p>x</p></foreignObject>"),
  "an element in the HTML namespace": svg('<p xmlns="http://www.w3.org/1999/xhtml">x</p>'),
  "a style that loads a file": svg("<style>@import 'https://evil.example/x.css'</style>"),
  "a style that loads a file with an escaped keyword": svg(
    "<style>a{background:\\75rl(//evil.example)}</style>",
  ),
  "a shape whose style loads a file": svg('<path style="fill:url(https://evil.example/#a)"/>'),
  "a fill from another host": svg('<path fill="url(//evil.example/x.svg#a)"/>'),
  "an incomplete drawing": "<svg xmlns='http://www.w3.org/2000/svg'><path>",
  "a file that is not a drawing": "<html><body></body></html>",
}

for (const [what, drawing] of Object.entries(harmful)) {
  test(`LOADER-03 ${what} is refused in a brand's SVG file, like everything that could run, load or animate`, () => {
    assert.notEqual(readDrawing(drawing).problem, undefined)
  })
}

test("LOADER-03 the problem contains the line of the forbidden part", () => {
  const drawing = svg('\n<path d="M0 0"/>\n<path onclick="alert(1)" d="M0 0"/>\n')
  assert.deepEqual(readDrawing(drawing).problem, {
    line: 3,
    reason: "may not hold the attribute onclick",
  })
})

test("LOADER-03 the output of drawing programs is accepted", () => {
  const drawing = `<?xml version="1.0" encoding="UTF-8"?>
    <!-- Generator: a drawing program -->
    ${svg(
      `<defs><style>.cls-1{fill:url(#shade);stroke:#102030}</style>
        <linearGradient id="shade"><stop offset="0" stop-color="#fff"/></linearGradient></defs>
       <g id="Layer_1" data-name="Layer 1"><path class="cls-1" d="M1 2h3z"/>
       <use xlink:href="#Layer_1" clip-path="url(#shade)"/><text x="1">Harbor</text></g>`,
      'viewBox="0 0 4 4" role="img" aria-label="Harbor"',
    )}`
  assert.equal(readDrawing(drawing).problem, undefined)
})

test("LOADER-03 every SVG file of the demo is accepted", () => {
  const files = globSync("demo/clients/*/assets/*.svg", { cwd: root })
  assert.ok(files.length > 5)
  for (const file of files) {
    assert.equal(readDrawing(readFileSync(join(root, file), "utf8")).problem, undefined, file)
  }
})

test("LOADER-03 an SVG file full of blanks is read in linear time", () => {
  const blanks = " ".repeat(1_000_000)
  assert.notEqual(readDrawing(svg(`<path ${blanks}onload="1"/>`)).problem, undefined)
})
