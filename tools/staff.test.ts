import assert from "node:assert/strict"
import { existsSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { test } from "node:test"
import { runCommand } from "#testing/command.ts"

// Where nothing is and nothing is to be made: what was mistyped opens no database.
const nowhere = join(tmpdir(), `staff-${process.pid}`)

const who = ["--first", "Jo", "--last", "Doe", "--email", "jo.doe@example.com"]

const unusable: Record<string, string[]> = {
  "no command": [],
  "a command that there is not": ["remove", "agent.kim"],
  "a command that every object has": ["constructor", "agent.kim"],
  "no username": ["disable"],
  "an empty username": ["disable", ""],
  "no clients": ["clients", "agent.kim"],
  "clients that a space parts": ["clients", "agent.kim", "harbor,", "wayfarer"],
  "somebody new without clients": ["add", "jo.doe", ...who],
  "somebody new without a first name": ["add", "jo.doe", ...who.slice(2), "--clients", "all"],
}

for (const [what, parameters] of Object.entries(unusable)) {
  test(`all commands are printed where one cannot be meant: ${what}`, async () => {
    const { code, out, err } = await runCommand("staff.ts", parameters, { DATA_DIR: nowhere })
    assert.equal(code, 1)
    assert.equal(out, "")
    assert.match(err, /^npm run staff -- <command>\n( {2}.+\n)+Without --password-stdin .+\n$/)
    assert.ok(!existsSync(nowhere))
  })
}

const mistyped: [string[], string][] = [
  [["list", "--secondfactor"], "Unknown option '--secondfactor'"],
  [["password", "agent.kim", "--password-stdin=Lantern"], "'--password-stdin' does not take"],
  [["add", "jo.doe", "--first", "--last", "Doe"], "'--first' argument is ambiguous"],
]

for (const [parameters, complaint] of mistyped) {
  test(`a mistyped flag is named in one line: ${parameters.join(" ")}`, async () => {
    const { code, out, err } = await runCommand("staff.ts", parameters, { DATA_DIR: nowhere })
    assert.equal(code, 1)
    assert.equal(out, "")
    assert.match(err, /^[^\n]+\. npm run staff alone prints all commands\.\n$/)
    assert.ok(err.includes(complaint), err)
    assert.ok(!existsSync(nowhere))
  })
}
