// @prove-only commands
import assert from "node:assert/strict"
import { existsSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { test } from "node:test"
import { runCommand } from "#testing/command.ts"
import { commands } from "./commands.ts"

/** Every command, and the server. */
const programs = [...Object.keys(commands), "server/main.ts"]
// Where nothing exists and nothing may be made: a mistyped command opens no database.
const nowhere = join(tmpdir(), `command-line-${process.pid}`)

test("LOADER-01 my-account lists every command by task, with and without --help", async () => {
  const { code, out, err } = await runCommand("my-account", [], { DATA_DIR: nowhere })
  assert.deepEqual([code, err], [0, ""])
  assert.match(
    out,
    /^Usage: npm run my-account -- COMMAND\n\nBrands and their data\n {2}new-brand {2}/,
  )
  for (const name of Object.keys(commands)) assert.match(out, new RegExp(`^  ${name} {2,}\\w`, "m"))
  assert.ok(Math.max(...out.split("\n").map((line) => line.length)) <= 100)
  const help = await runCommand("my-account", ["--help"], { DATA_DIR: nowhere })
  assert.deepEqual(help, { code, out, err })
})

test("LOADER-01 an unknown command is refused with the one that was probably meant", async () => {
  const cases = [
    [["lode"], /^There is no command 'lode'\. Did you mean load\?\nUsage: /],
    [["constructor"], /^There is no command 'constructor'\.\nUsage: /],
    [["--no-such-option"], /^Unknown option '--no-such-option'\.\nUsage: /],
  ] as const
  for (const [typed, message] of cases) {
    const { code, out, err } = await runCommand("my-account", [...typed], { DATA_DIR: nowhere })
    assert.deepEqual([code, out], [2, ""])
    assert.match(err, message)
  }
})

test("LOADER-01 a script of the version before works, and names the command of today", async () => {
  const named = async (script: string, ...typed: string[]) =>
    await runCommand("my-account", typed, { DATA_DIR: nowhere, npm_lifecycle_event: script })
  const load = await named("load", "load", "--", "--help")
  assert.equal(load.code, 0)
  assert.equal(load.err, "`npm run load` is now `npm run my-account -- load`.\n")
  const check = await named("portal", "portal", "check", "--help")
  assert.match(check.out, /^Usage: npm run my-account -- check-folder FOLDER /)
  assert.equal(check.err, "`portal check` is now `npm run my-account -- check-folder`.\n")
  const today = await named("my-account", "load", "--help")
  assert.deepEqual([today.out, today.err], [load.out, ""])
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

test("LOADER-01 an option that npm took for itself is refused, and nothing runs", async () => {
  const cases = [
    ["billing-run", [], "catch-up"],
    ["migrate", [], "plan"],
    ["load", ["demo"], "as-of"],
    ["publish", ["harbor", "brands"], "base"],
    ["keys", ["retire", "1"], "end"],
    ["new-brand", ["acme"], "folder"],
  ] as const
  for (const [name, typed, option] of cases) {
    const taken = { [`npm_config_${option.replaceAll("-", "_")}`]: "x", DATA_DIR: nowhere }
    const { code, out, err } = await runCommand(name, [...typed], taken)
    assert.deepEqual([code, out], [2, ""], name)
    assert.match(
      err,
      new RegExp(`^npm took --${option} for itself\\. Type "--" before the command: `),
    )
    assert.ok(!existsSync(nowhere))
  }
})

test("LOADER-01 the list of commands has the options of each program", async () => {
  for (const [name, command] of Object.entries(commands)) {
    if (!("options" in command)) continue
    const { out } = await runCommand(name, ["--help"], { DATA_DIR: nowhere })
    const explained = new Set([...out.matchAll(/--([a-z][\w-]+)/g)].map(([, option]) => option))
    const named = [...explained].filter(
      (option) => out.includes(`[--${option}`) || out.includes(` --${option} `),
    )
    for (const option of named)
      assert.ok(command.options.includes(option ?? ""), `${name} ${option}`)
  }
})

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
      program: "load",
      typed: ["x", "--forse"],
      says: /^Unknown option '--forse'\. Did you mean --force\?\nUsage: /,
    },
    {
      program: "import",
      typed: ["--max-errors", "-1", "x"],
      says: /^--max-errors needs a value, which does not begin with a dash\.\nUsage: /,
    },
    {
      program: "check-folder",
      typed: ["x", "--alow"],
      says: /^Unknown option '--alow'\. Did you mean --allow\?\nUsage: /,
    },
    { program: "ledger", typed: ["--client"], says: /^--client needs a value/ },
    { program: "import", typed: ["--client", "harbor"], says: /^<file> is missing\./ },
  ]
  for (const { program, typed, says } of cases) {
    const { code, err } = await runCommand(program, typed, { DATA_DIR: nowhere })
    assert.equal(code, 2)
    assert.match(err, says)
    assert.match(err, /\n--help explains it\.\n$/)
  }
})

test("LOADER-01 a word that no command expects is refused too", async () => {
  const { code, err } = await runCommand("migrate", ["now"], { DATA_DIR: nowhere })
  assert.equal(code, 2)
  assert.match(err, /^Unexpected argument 'now'\.\nUsage: npm run my-account -- migrate/)
})
