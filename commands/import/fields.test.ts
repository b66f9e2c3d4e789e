import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { test } from "node:test"
import { fieldsOf, forms } from "./fields.ts"
import { fileNames, type RecordKind, recordKinds, recordRules } from "./record-rules.ts"

const guide = readFileSync(join(import.meta.dirname, "../../docs/import.md"), "utf8")

test("IMPORT-10 the guide lists every header of every kind of file, as in the rules", () => {
  for (const kind of recordKinds) {
    const heading = `### ${fileNames[kind]}`
    const [, after = ""] = guide.split(`${heading}\n`)
    const [section = ""] = after.split(/\n##/)
    const rows = section.split("\n").filter((line) => line.startsWith("| `"))
    const expected = rowsOf(kind)
    assert.deepEqual(rows, expected, `docs/import.md, ${heading}:\n${expected.join("\n")}`)
  }
})

/** A row for each value that headers take; the headers with this value and the same absent one share it. */
function rowsOf(kind: RecordKind): string[] {
  const fields = fieldsOf(kind).map(({ name, value, isRequired, absent }) => {
    const without = absent === undefined || absent === null ? "" : ` \`${JSON.stringify(absent)}\``
    return { name: `\`${name}\``, cells: `| ${value} |${isRequired ? " required" : without} |` }
  })
  return [...Map.groupBy(fields, ({ cells }) => cells)].map(([cells, same]) => {
    return `| ${same.map(({ name }) => name).join(", ")} ${cells}`
  })
}

test("IMPORT-10 the example of each header is an accepted value", () => {
  const rules = recordRules(Temporal.PlainDate.from("2026-11-26"))
  const tried = new Set<string>()
  for (const kind of recordKinds) {
    const file = join(import.meta.dirname, `../../examples/import/${fileNames[kind]}.ndjson`)
    const [line = ""] = readFileSync(file, "utf8").split("\n")
    for (const { name } of fieldsOf(kind)) {
      const path = name.split(".").map((part) => (/^\d+$/.test(part) ? Number(part) - 1 : part))
      const example = forms[String(path.at(-1))]?.[1]
      if (!example) continue
      tried.add(String(path.at(-1)))
      const problems = (value: string) => {
        const record = JSON.parse(line)
        if (["maskedRoutingNumber", "verifyAt"].includes(String(path.at(-1)))) record.kind = "bank"
        const last = path.slice(0, -1).reduce((part, key, index) => {
          part[key] ??= typeof path[index + 1] === "number" ? [] : {}
          return part[key]
        }, record)
        last[path.at(-1) as string] = value
        const { error } = rules[kind].safeParse(record)
        return (error?.issues ?? []).filter((issue) => issue.path.join(".") === path.join("."))
      }
      assert.deepEqual(problems(example), [], `${kind} ${name}: ${example}`)
      assert.notDeepEqual(problems("\0"), [], `${kind} ${name}`)
    }
  }
  const shown = Object.entries(forms).filter(([, [, example]]) => example !== "")
  assert.deepEqual(
    shown.map(([name]) => name).filter((name) => !tried.has(name)),
    [],
  )
  assert.deepEqual(
    recordKinds
      .flatMap((kind) => fieldsOf(kind))
      .filter(({ value }) => /undefined|^text$/.test(value)),
    [],
  )
})
