import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { test } from "node:test"
import { fieldsOf } from "./fields.ts"
import { fileNames, recordKinds } from "./record-rules.ts"

const guide = readFileSync(join(import.meta.dirname, "../../docs/import.md"), "utf8")

test("IMPORT-10 the guide lists every header of every kind of file, as the rules have it", () => {
  for (const kind of recordKinds) {
    const heading = `### ${fileNames[kind]}`
    const [, after = ""] = guide.split(`${heading}\n`)
    const [section = ""] = after.split(/\n##/)
    const rows = section.split("\n").filter((line) => line.startsWith("| `"))
    const expected = fieldsOf(kind).map(({ name, type, isRequired, absent }) => {
      const without = absent === undefined || absent === null ? "" : `\`${JSON.stringify(absent)}\``
      return `| \`${name}\` | ${type === "yes-no" ? "`true` or `false`" : type} | ${isRequired ? "required" : without} |`
    })
    assert.deepEqual(rows, expected, `docs/import.md, ${heading}:\n${expected.join("\n")}`)
  }
})
