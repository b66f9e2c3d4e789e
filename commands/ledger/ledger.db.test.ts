import assert from "node:assert/strict"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { after, before, test } from "node:test"
import { createTestClock } from "#testing/clock.ts"
import { type CommandDatabase, openCommandDatabase } from "#testing/command-database.ts"
import { migratedFilling } from "#testing/database.ts"
import { demoFilling } from "#testing/demo-database.ts"
import { runCommandHere } from "#testing/operator-commands.ts"

let place: CommandDatabase

before(async () => {
  place = await openCommandDatabase(demoFilling(createTestClock()))
})

after(() => place.close())

async function run(...parameters: string[]) {
  const settings = { ...place.settings, INIT_CWD: place.folder }
  return await runCommandHere("ledger", parameters, settings)
}

const march = ["--client", "harbor", "--from", "2026-03-01", "--to", "2026-03-31"]

test("LEDGER-05 the command prints text, CSV or JSON, or writes a file", async () => {
  const plain = await run(...march)
  assert.deepEqual([plain.code, plain.err], [0, ""])
  assert.match(plain.out, /^Ledger of harbor, 2026-03-01 to 2026-03-31/)
  const { out: csv } = await run(...march, "--format", "csv")
  assert.match(csv, /^Date,Type,Method,Product,Count,Amount,Reference\r\n/)
  const written = await run(...march, "--format", "json", "--out", "march.json")
  assert.equal(written.code, 0, written.err)
  const ledger = JSON.parse(await readFile(join(place.folder, "march.json"), "utf8"))
  assert.deepEqual(
    [ledger.unit, ledger.client, ledger.timeZone],
    ["cents", "harbor", "America/New_York"],
  )
})

test("LEDGER-07 the command lists payments as CSV, or writes a file", async () => {
  const head = /^Date,Type,Account number,First name,Last name,Plan number,Product,Method,Amount,/
  const { code, out, err } = await run(...march, "--payments")
  assert.deepEqual([code, err], [0, ""])
  assert.match(out, head)
  const written = await run(...march, "--payments", "--out", "payments.csv")
  assert.equal(written.code, 0, written.err)
  assert.match(await readFile(join(place.folder, "payments.csv"), "utf8"), head)
})

test("LEDGER-05 a database without a client is named as such", async () => {
  const empty = await openCommandDatabase(migratedFilling())
  try {
    const { code, err } = await runCommandHere("ledger", march, empty.settings)
    assert.deepEqual([code, err.split("\n")[0]], [2, "There is no client yet."])
  } finally {
    await empty.close()
  }
})

test("LEDGER-05 bad input gets one line that names it, the usage and code 2", async () => {
  for (const [parameters, line] of [
    [march.slice(2), "--client is missing."],
    [
      ["--client", "nowhere", ...march.slice(2)],
      /^There is no client 'nowhere'\. The clients: .*harbor/,
    ],
    [[...march.slice(0, 3), "2026-02-30", ...march.slice(4)], /^--from must be a date such as/],
    [[...march.slice(0, 3), "2026-04-01", ...march.slice(4)], /^--from 2026-04-01 is after/],
    [[...march, "--format", "pdf"], /^--format must be csv, json or text, not 'pdf'/],
    [[...march, "--payments", "--format", "csv"], "--payments has no --format: it is CSV."],
    [[...march, "--form", "csv"], /^Unknown option '--form'/],
  ] as const) {
    const { code, out, err } = await run(...parameters)
    assert.deepEqual([code, out], [2, ""], err)
    const [first = "", usage] = err.split("\n")
    if (typeof line === "string") assert.equal(first, line)
    else assert.match(first, line)
    assert.match(usage ?? "", /^Usage: npm run my-account -- ledger/)
  }
  const unwritable = await run(...march, "--out", "no-such-folder/march.csv")
  assert.equal(unwritable.code, 1)
  assert.match(unwritable.err, /^The file cannot be written: /)
})
