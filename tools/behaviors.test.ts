import assert from "node:assert/strict"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { test } from "node:test"

const root = join(import.meta.dirname, "..")
const behaviors = readFileSync(join(root, "docs/behaviors.md"), "utf8")
const ids = [...behaviors.matchAll(/^- ([A-Z]+-\d\d) /gm)].map(([, id = ""]) => id)
const areas = new Set(ids.map((id) => id.replace(/-.*/, "")))

/** The ids in the titles of all tests: those that begin one. */
function named(): Set<string> {
  const files = globSync("**/*.{test,spec}.ts", { cwd: root, exclude: ["**/node_modules", "dist"] })
  const titles = files.flatMap((file) => [
    ...readFileSync(join(root, file), "utf8").matchAll(/\btest\(\s*["`](.*)/g),
  ])
  return new Set(titles.flatMap(([, title = ""]) => title.match(/\b[A-Z]+-\d\d\b/g) ?? []))
}

test("every behavior is listed once, and has a test that names it", () => {
  assert.equal(new Set(ids).size, ids.length)
  const tested = named()
  assert.deepEqual(
    ids.filter((id) => !tested.has(id)),
    [],
  )
})

test("a test names no behavior that is not listed", () => {
  const unknown = [...named()].filter((id) => areas.has(id.replace(/-.*/, "")) && !ids.includes(id))
  assert.deepEqual(unknown, [])
})
