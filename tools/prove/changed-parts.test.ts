import assert from "node:assert/strict"
import { execFileSync, spawnSync } from "node:child_process"
import { test } from "node:test"
import { partsFor, readRows } from "./changed-parts.ts"
import { gate, partNames } from "./parts.ts"

test("docs/testing.md names parts for every file of the project", () => {
  const tracked = execFileSync("git", ["ls-files"], { encoding: "utf8" }).trim().split("\n")
  assert.deepEqual(partsFor(tracked).unmapped, [])
})

test("a change in every folder needs every part, except one in the gate", () => {
  const named = new Set(readRows().flatMap(({ parts }) => parts))
  assert.deepEqual(
    partNames.filter((name) => !named.has(name) && !gate.flat().includes(name)),
    [],
  )
})

test("a file needs the parts of each row that names its folder, file or pattern", () => {
  const rows = [
    { places: ["services"], parts: ["models" as const] },
    { places: ["services/payments", "package.json"], parts: ["payments" as const] },
    { places: ["services/**/*.store.ts"], parts: ["engines" as const] },
    { places: ["*.md"], parts: [] },
  ]
  const of = (...files: string[]) => partsFor(files, rows)
  assert.deepEqual(of("services/payments/a.ts").parts, ["models", "payments"])
  assert.deepEqual(of("services/audit/a.store.ts").parts, ["models", "engines"])
  assert.deepEqual(of("package.json", "README.md").parts, ["payments"])
  assert.deepEqual(of("services-old/a.ts", "docs/README.md").unmapped, [
    "services-old/a.ts",
    "docs/README.md",
  ])
})

test("--since with an unknown commit is reported as a mistyped command", () => {
  const typed = ["tools/prove/prove.ts", "--since", "no-such-commit"]
  const { status, stderr } = spawnSync(process.execPath, typed, { encoding: "utf8" })
  assert.deepEqual([status, stderr.split(":")[0]], [2, "--since needs a commit of this repository"])
})
