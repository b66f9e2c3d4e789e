import assert from "node:assert/strict"
import { after, before } from "node:test"
import { createTestClock } from "#testing/clock.ts"
import { runCommand } from "#testing/command.ts"
import {
  type CommandDatabase,
  openCommandDatabase,
  testOnPostgres,
} from "#testing/command-database.ts"
import { demoFilling } from "#testing/demo-database.ts"

let place: CommandDatabase

before(async () => {
  place = await openCommandDatabase(demoFilling(createTestClock()))
})

after(() => place.close())

testOnPostgres("ZONE-08 a billing run prints its result alone", async () => {
  const { code, out, err } = await runCommand("billing-run.ts", [], place.settings)
  assert.equal(code, 0)
  // Without a mail server, emails are put off: a warning each.
  for (const line of err.trimEnd().split("\n")) assert.ok(JSON.parse(line).level >= 40, line)
  assert.match(out, /^([a-zA-Z]+: \d+\n)+$/)
})
