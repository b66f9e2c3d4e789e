import assert from "node:assert/strict"
import { existsSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { test } from "node:test"
import { runCommandHere } from "#testing/operator-commands.ts"

// Where nothing exists and nothing may be made: a mistyped command opens no database.
const nowhere = join(tmpdir(), `staff-${process.pid}`)

const person = ["--first", "Jo", "--last", "Doe", "--email", "jo.doe@example.com"]

const mistyped: Record<string, [string[], string]> = {
  "no command": [[], "<command> is missing."],
  "an unknown command": [["remove", "agent.kim"], "There is no command 'remove'."],
  "a name that every object has": [
    ["constructor", "agent.kim"],
    "There is no command 'constructor'.",
  ],
  "no username": [["disable"], "Something is missing of 'disable'."],
  "an empty username": [["disable", ""], "Something is missing of 'disable'."],
  "no clients": [["clients", "agent.kim"], "Something is missing of 'clients'."],
  "clients with a space between them": [
    ["clients", "agent.kim", "harbor,", "wayfarer"],
    "Unexpected argument 'wayfarer'.",
  ],
  "no roles": [["role", "agent.kim"], "Something is missing of 'role'."],
  "a new account without clients": [["add", "jo.doe", ...person], "Something is missing of 'add'."],
  "a new account without a first name": [
    ["add", "jo.doe", ...person.slice(2), "--clients", "all"],
    "Something is missing of 'add'.",
  ],
  "an unknown option": [
    ["list", "--secondfactor"],
    "Unknown option '--secondfactor'. Did you mean --second-factor?",
  ],
  "a password on the command line": [
    ["password", "agent.kim", "--password-stdin=Lantern"],
    "Option '--password-stdin' does not take an argument.",
  ],
  "an option without its value": [
    ["add", "jo.doe", "--first", "--last", "Doe"],
    "--first needs a value, which does not begin with a dash.",
  ],
}

for (const [what, [parameters, complaint]] of Object.entries(mistyped)) {
  test(`LOADER-01 staff: ${what} is named, with the usage and code 2`, async () => {
    const { code, out, err } = await runCommandHere("staff", parameters, { DATA_DIR: nowhere })
    assert.equal(code, 2)
    assert.equal(out, "")
    const [first, ...usage] = err.split("\n")
    assert.equal(first, complaint)
    assert.match(
      usage.join("\n"),
      /^Usage: npm run my-account -- staff <command>\n( {2}.+\n)+--help explains it\.\n$/,
    )
    assert.ok(!existsSync(nowhere))
  })
}
