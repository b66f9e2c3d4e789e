import assert from "node:assert/strict"
import { execFileSync, spawnSync } from "node:child_process"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join, normalize } from "node:path"
import { test } from "node:test"

const root = join(import.meta.dirname, "..")
const files = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" })
  .split("\n")
  // A released migration never changes, so its comments may contain old paths.
  .filter((file) => /\.(ts|tsx|mjs|css|md)$/.test(file) && existsSync(join(root, file)))

const folders = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && /^[a-z]\w+$/.test(entry.name))
  .map((entry) => entry.name)
  .filter((name) => name !== "node_modules" && name !== "dist")
const path = new RegExp(String.raw`(?<![\w./#:<-])(?:${folders.join("|")})/[\w./-]*[\w/]`, "g")

/** The lines of a text that name a path of this repository that does not exist. */
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

test("docs and comments name only existing paths", () => {
  const missing = files.flatMap((file) =>
    missingPaths(file, readFileSync(join(root, file), "utf8")),
  )
  assert.deepEqual(missing, [])
})

/** The anchors of a document, as GitHub generates them from its headings. */
function anchorsOf(text: string): Set<string> {
  const counts = new Map<string, number>()
  const anchors = new Set([...text.matchAll(/<a (?:id|name)="([^"]+)"/g)].map(([, id = ""]) => id))
  for (const [, heading = ""] of text
    .replaceAll(/^```[\s\S]*?^```/gm, "")
    .matchAll(/^#+ (.+)$/gm)) {
    const name = heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-")
    const count = counts.get(name) ?? 0
    counts.set(name, count + 1)
    anchors.add(count === 0 ? name : `${name}-${count}`)
  }
  return anchors
}

test("links in docs point only to existing headings", () => {
  const pages = files.filter((file) => file.endsWith(".md"))
  const textOf = (file: string) => readFileSync(join(root, file), "utf8")
  const missing = pages.flatMap((file) =>
    [...textOf(file).matchAll(/\]\(([\w./-]*\.md)?#([^)\s]+)\)/g)].flatMap(
      ([, target, anchor = ""]) => {
        const page = target === undefined ? file : normalize(join(dirname(file), target))
        const isThere = existsSync(join(root, page)) && anchorsOf(textOf(page)).has(anchor)
        return isThere ? [] : `${file}: ${target ?? ""}#${anchor}`
      },
    ),
  )
  assert.deepEqual(missing, [])
})

test("no file has the markers of an unfinished merge", () => {
  const search = ["grep", "-nE", "^(<{7}|>{7}) "]
  const { status, stdout } = spawnSync("git", search, { cwd: root, encoding: "utf8" })
  assert.equal(status, 1, stdout)
})

test("a command in the docs clones only tags that this repository has", () => {
  const tags = execFileSync("git", ["tag"], { cwd: root, encoding: "utf8" }).split("\n")
  const named = files
    .filter((file) => file.endsWith(".md"))
    .flatMap((file) => [
      ...readFileSync(join(root, file), "utf8").matchAll(/^git clone .*--branch (\S+)/gm),
    ])
    .map(([, tag = ""]) => tag)
  assert.deepEqual(
    named.filter((tag) => !tags.includes(tag)),
    [],
  )
})

test("Prometheus scrapes the ports of the service", () => {
  const unit = readFileSync(join(root, "deploy/my-account@.service"), "utf8")
  const page = readFileSync(join(root, "docs/run/watch.md"), "utf8")
  const [, prefix = ""] = /^Environment=ADMIN_PORT=(\d+)%i$/m.exec(unit) ?? []
  const [, targets = ""] = /targets: \[([^\]]*)\]/.exec(page) ?? []
  assert.equal(targets, [0, 1].map((server) => `"127.0.0.1:${prefix}${server}"`).join(", "))
})

test("a path that does not exist is reported in a doc and in a comment", () => {
  assert.deepEqual(missingPaths("docs/a.md", "See `web/gone.ts` and [b](gone.md)."), [
    "docs/a.md: web/gone.ts",
    "docs/a.md: docs/gone.md",
  ])
  const lost = "web/lost.ts"
  assert.deepEqual(missingPaths("tools/a.ts", `const a = "web/gone.ts" // see ${lost}`), [
    `tools/a.ts: ${lost}`,
  ])
})

test("a page that operators copy unchanged to a proxy does not contain a sample phone number", () => {
  for (const file of ["deploy/unavailable.html", "deploy/nginx.conf"]) {
    assert.doesNotMatch(
      readFileSync(join(root, file), "utf8"),
      /\d{3}\D{1,2}\d{3}-\d{4}|tel:/,
      file,
    )
  }
})
