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

for (const type of sentTypes) {
  test(`EVENT-11 the page of ${type} has an example that fits its schema, and explains each field`, () => {
    const page = pageOf(type)
    const example = exampleIn(page)
    assert.deepEqual(sentEvent(type).parse(example), example)
    const rows = [...page.matchAll(/^\| `(\w+)` \| \S/gm)].map(([, name]) => name)
    assert.deepEqual(rows, Object.keys(example.data))
    for (const part of ["When", "What to do", "Repetition", "Personal data"]) {
      assert.match(page, new RegExp(`^\\*\\*${part}\\.\\*\\* \\S`, "m"))
    }
    assert.match(index, new RegExp(`^\\| \\[${type}\\]\\(events/${type}\\.md\\) \\| `, "m"))
  })
}

for (const type of receivedTypes) {
  test(`EVENT-11 the page of ${type} has an example that fits its schema, and explains each field`, () => {
    const page = pageOf(type)
    const example = exampleIn(page)
    assert.deepEqual(receivedEvent.parse(example), { ...example, type })
    const rows = [...page.matchAll(/^\| `(\w+)` \| \S/gm)].map(([, name]) => name)
    assert.deepEqual(rows, Object.keys(example.data))
    for (const part of ["When", "Effect", "Repetition", "Personal data"]) {
      assert.match(page, new RegExp(`^\\*\\*${part}\\.\\*\\* \\S`, "m"))
    }
    assert.match(index, new RegExp(`^\\| \\[${type}\\]\\(events/${type}\\.md\\) \\| `, "m"))
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
