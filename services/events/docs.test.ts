import assert from "node:assert/strict"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { test } from "node:test"
import { receivedEvent, receivedTypes } from "#contracts/events/received-events.ts"
import { sentEvent, sentTypes } from "#contracts/events/sent-events.ts"

const docs = join(import.meta.dirname, "..", "..", "docs")
const index = readFileSync(join(docs, "events.md"), "utf8")

function pageOf(type: string): string {
  return readFileSync(join(docs, "events", `${type}.md`), "utf8")
}

function exampleIn(page: string): { data: object } {
  const [, json] = /```json\n([^`]+)```/.exec(page) ?? []
  return JSON.parse(json ?? "null")
}

/** The fields that a table explains. */
function rowsOf(text: string): string[] {
  return [...text.matchAll(/^\| `(\w+)` \| \S/gm)].map(([, name = ""]) => name)
}

const [, fields = ""] = index.split("\n## Fields\n")
const commonRows = rowsOf(fields.split("\n## ")[0] ?? "")

/** The page or the table of common fields explains each field, and the page no other. */
function checkPage(type: string, data: object, part: string) {
  const page = pageOf(type)
  const names = Object.keys(data)
  const own = rowsOf(page)
  assert.deepEqual(
    names.filter((name) => !commonRows.includes(name) && !own.includes(name)),
    [],
  )
  assert.deepEqual(
    own.filter((name) => !names.includes(name)),
    [],
  )
  assert.match(page, new RegExp(`^# ${type}\n\n[A-Z][^\`]+`))
  assert.match(page, new RegExp(`^\\*\\*${part}\\.\\*\\* \\S`, "m"))
  assert.match(index, new RegExp(`^\\| \\[${type}\\]\\(events/${type}\\.md\\) \\| \\S`, "m"))
}

for (const type of sentTypes) {
  test(`EVENT-11 the page of ${type} has an example that fits its schema, and explains each field`, () => {
    const example = exampleIn(pageOf(type))
    assert.deepEqual(sentEvent(type).parse(example), example)
    checkPage(type, example.data, "What to do")
  })
}

for (const type of receivedTypes) {
  test(`EVENT-11 the page of ${type} has an example that fits its schema, and explains each field`, () => {
    const example = exampleIn(pageOf(type))
    assert.deepEqual(receivedEvent.parse(example), { ...example, type })
    checkPage(type, example.data, "Effect")
  })
}

test("EVENT-11 no page describes an event that does not exist", () => {
  const pages = globSync("*.md", { cwd: join(docs, "events") })
  const types = [...sentTypes, ...receivedTypes]
  assert.deepEqual(pages.toSorted(), types.map((type) => `${type}.md`).toSorted())
})

test("EVENT-03 no event has a field for a name, an address, a card or a secret", () => {
  const fields = sentTypes.flatMap((type) => Object.keys(sentEvent(type).shape.data.shape))
  const personal = /name|address|email|phone|card|lastFour|label|holder|token|secret|userid/i
  assert.deepEqual(
    fields.filter((field) => personal.test(field)),
    [],
  )
})
