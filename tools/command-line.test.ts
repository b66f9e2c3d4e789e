// @prove-only commands
import assert from "node:assert/strict"
import { existsSync, readFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { test } from "node:test"
import { runCommand } from "#testing/command.ts"

const root = join(import.meta.dirname, "..")
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  scripts: Record<string, string>
}
/** Every program of tools/ that a script of package.json runs, and the server. */
const programs = new Set([
  ...Object.values(scripts).flatMap((script) => script.match(/(?<=tools\/)[\w/-]+\.ts/g) ?? []),
  "../server/main.ts",
])
// Where nothing exists and nothing may be made: a mistyped command opens no database.
const nowhere = join(tmpdir(), `command-line-${process.pid}`)

test("every script of package.json is looked at", () => {
  assert.ok(programs.size >= 10, [...programs].join(" "))
})

for (const program of programs) {
  test(`LOADER-01 ${program} refuses an option that it does not know`, async () => {
    const { code, out, err } = await runCommand(program, ["--no-such-option"], {
      DATA_DIR: nowhere,
    })
    assert.equal(code, 2, err)
    assert.equal(out, "")
    assert.match(err, /^Unknown option '--no-such-option'\.\nUsage: /)
    assert.ok(!existsSync(nowhere))
  })

  test(`LOADER-01 ${program} prints its usage for --help and does nothing else`, async () => {
    const { code, out, err } = await runCommand(program, ["--help"], { DATA_DIR: nowhere })
    assert.deepEqual([code, err], [0, ""])
    assert.match(out, /^Usage: /)
    assert.ok(!existsSync(nowhere))
  })
}

test("LOADER-01 a word that no command expects is refused too", async () => {
  const { code, err } = await runCommand("migrate.ts", ["now"], { DATA_DIR: nowhere })
  assert.equal(code, 2)
  assert.match(err, /^Unexpected argument 'now'\.\nUsage: npm run migrate/)
})
