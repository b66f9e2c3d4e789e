// @prove-only commands
import assert from "node:assert/strict"
import { existsSync, readFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { test } from "node:test"
import { runCommand } from "#testing/command.ts"
import { subcommands } from "./portal/subcommands.ts"

const root = join(import.meta.dirname, "..")
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  scripts: Record<string, string>
}
/** Every program of commands/ that a script of package.json runs, and the server. */
const programs = new Set([
  ...Object.values(scripts).flatMap((script) => script.match(/(?<=commands\/)[\w/-]+\.ts/g) ?? []),
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

  test(`LOADER-01 ${program} explains each option and the exit codes for --help, and does nothing else`, async () => {
    const { code, out, err } = await runCommand(program, ["--help"], { DATA_DIR: nowhere })
    assert.deepEqual([code, err], [0, ""])
    assertExplained(out)
    assert.deepEqual(await runCommand(program, ["-h"], { DATA_DIR: nowhere }), { code, out, err })
    assert.ok(!existsSync(nowhere))
  })
}

for (const name of Object.keys(subcommands)) {
  test(`LOADER-01 npm run portal -- ${name} explains each option and the exit codes`, async () => {
    const { code, out } = await runCommand("portal/portal.ts", [name, "-h"], { DATA_DIR: nowhere })
    assert.equal(code, 0)
    assertExplained(out)
  })
}

/** Each option of the usage line is at the start of a line of its own, before its meaning. */
function assertExplained(help: string): void {
  assert.match(help, /^Usage: \w/)
  assert.match(help, /^Exit codes?: 0 /m)
  const [usage = ""] = help.split(/\n(?=\S|\n)/)
  for (const option of new Set(usage.match(/--[a-z][\w-]+/g))) {
    const line = new RegExp(`^ {2,}(--[^ ]+( [^ ]+)?, )*${option}\\b.*? {2,}\\S`, "m")
    assert.match(help, line, `${option} is not explained`)
  }
}

test("LOADER-01 a mistyped option is named with the one that was probably meant", async () => {
  const cases = [
    {
      program: "load/load.ts",
      typed: ["x", "--forse"],
      says: /^Unknown option '--forse'\. Did you mean --force\?\nUsage: /,
    },
    {
      program: "import/import.ts",
      typed: ["--max-errors", "-1", "x"],
      says: /^--max-errors needs a value, which does not begin with a dash\.\nUsage: /,
    },
    {
      program: "portal/portal.ts",
      typed: ["check", "x", "--alow"],
      says: /^Unknown option '--alow'\. Did you mean --allow\?\nUsage: /,
    },
    { program: "ledger/ledger.ts", typed: ["--client"], says: /^--client needs a value/ },
    { program: "import/import.ts", typed: ["--client", "harbor"], says: /^<file> is missing\./ },
  ]
  for (const { program, typed, says } of cases) {
    const { code, err } = await runCommand(program, typed, { DATA_DIR: nowhere })
    assert.equal(code, 2)
    assert.match(err, says)
    assert.match(err, /\n--help explains it\.\n$/)
  }
})

test("LOADER-01 a word that no command expects is refused too", async () => {
  const { code, err } = await runCommand("migrate.ts", ["now"], { DATA_DIR: nowhere })
  assert.equal(code, 2)
  assert.match(err, /^Unexpected argument 'now'\.\nUsage: npm run migrate/)
})
