import assert from "node:assert/strict"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { test } from "node:test"
import { rules } from "./rules.mock.ts"

const folder = import.meta.dirname
const library = join(folder, "../../../node_modules/stripe/esm/resources")
const isPage = /^https:\/\/(docs|support)\.stripe\.com\/[\w./#-]+$/
const wasSeen = /^seen on an account: [\w.-]+\/[\w.-]+#\d+, \d{4}-\d\d-\d\d$/

test("each rule that the mock imitates has a source: a page, a declaration of the library, or a report", () => {
  for (const [name, { source }] of Object.entries(rules)) {
    const [, file, declared] = /^([\w/]+\.d\.ts): ([\w.]+)$/.exec(source) ?? []
    if (file === undefined || declared === undefined) {
      assert.ok(isPage.test(source) || wasSeen.test(source), `${name}: ${source}`)
    } else assert.ok(readFileSync(join(library, file), "utf8").includes(declared), name)
  }
})

test("each rule that the mock imitates is followed in a test", () => {
  const tests = globSync("*.test.ts", { cwd: folder }).map((path) =>
    readFileSync(join(folder, path), "utf8"),
  )
  const named = tests.flatMap((text) =>
    [...text.matchAll(/follows\(\s*mock,([^)]*)\)/g)].flatMap(([, names = ""]) =>
      [...names.matchAll(/"(\w+)"/g)].map(([, name]) => name),
    ),
  )
  assert.deepEqual(
    Object.keys(rules).filter((name) => !named.includes(name)),
    [],
  )
})
