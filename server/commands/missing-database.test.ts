import assert from "node:assert/strict"
import { mkdtemp, readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { test } from "node:test"
import { runCommand } from "#testing/command.ts"
import { runCommandHere } from "#testing/operator-commands.ts"
import { keySettings } from "#testing/secret-key.ts"

test("LOADER-21 a command refuses a DATA_DIR without a database, and does not create one", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "void-"))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const commands: [program: string, ...typed: string[]][] = [
    ["person", "erase", "harbor", "HM2073350"],
    ["person", "erasures"],
    ["audit"],
    ["keys"],
    ["staff", "list"],
    ["events", "endpoints"],
    ["failed-postings"],
    ["export", "--client", "harbor", "--to", "out"],
    ["billing-run"],
  ]
  for (const DATA_DIR of [folder, join(folder, "mistyped")]) {
    for (const [program, ...typed] of commands.slice(0, DATA_DIR === folder ? undefined : 1)) {
      const run = program === "billing-run" ? runCommand : runCommandHere
      const { code, out, err } = await run(program, typed, { ...keySettings, DATA_DIR })
      assert.deepEqual([code, out], [2, ""], `${program}: ${err}`)
      assert.match(err, /^\S+ has no database\. Is DATA_DIR right\? Nothing was made there\.$/m)
    }
  }
  assert.deepEqual(await readdir(folder), [])
})

test("LOADER-01 a command checks its arguments before it looks for a database", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "void-"))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const commands: [program: string, ...typed: string[]][] = [
    ["billing-run", "--catch-up", "abc"],
    ["billing-run", "--client", "harbor"],
    ["import", "--client", "harbor", "--max-errors", "many", "people.csv"],
  ]
  for (const [program, ...typed] of commands) {
    const settings = { ...keySettings, DATA_DIR: folder }
    const run = program === "billing-run" ? runCommand : runCommandHere
    const { code, err } = await run(program, typed, settings)
    assert.equal(code, 2, err)
    assert.match(err, /^Usage: /m)
    assert.doesNotMatch(err, /has no database/)
  }
})
