import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join, normalize } from "node:path"
import { test } from "node:test"

const root = join(import.meta.dirname, "..")
const files = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" })
  .split("\n")
  .filter((file) => /\.(ts|tsx|mjs|css|sql|md)$/.test(file) && existsSync(join(root, file)))

const folders = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && /^[a-z]\w+$/.test(entry.name))
  .map((entry) => entry.name)
  .filter((name) => name !== "node_modules" && name !== "dist")
const path = new RegExp(String.raw`(?<![\w./#:<-])(?:${folders.join("|")})/[\w./-]*[\w/]`, "g")

/** Where a text names a path of this repository that does not exist. */
function missingPaths(file: string, text: string): string[] {
  const comments = file.endsWith(".md")
    ? text
    : (text.match(/\/\*[\s\S]*?\*\/|\/\/ .*|^\s*-- .*/gm) ?? []).join("\n")
  const named = comments.match(path) ?? []
  const links = file.endsWith(".md")
    ? [...text.matchAll(/\]\(([\w./-]+)(?:#[\w-]+)?\)/g)].map(([, target = ""]) =>
        normalize(join(dirname(file), target)),
      )
    : []
  return [...named, ...links]
    .filter((name) => !existsSync(join(root, name)))
    .map((name) => `${file}: ${name}`)
}

test("docs and comments name only paths that exist", () => {
  const missing = files.flatMap((file) =>
    missingPaths(file, readFileSync(join(root, file), "utf8")),
  )
  assert.deepEqual(missing, [])
})

test("a path that does not exist is reported, in a doc and in a comment", () => {
  assert.deepEqual(missingPaths("docs/a.md", "See `web/gone.ts` and [b](gone.md)."), [
    "docs/a.md: web/gone.ts",
    "docs/a.md: docs/gone.md",
  ])
  const lost = "web/lost.ts"
  assert.deepEqual(missingPaths("tools/a.ts", `const a = "web/gone.ts" // see ${lost}`), [
    `tools/a.ts: ${lost}`,
  ])
})
