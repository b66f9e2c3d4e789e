import assert from "node:assert/strict"
import { readdir, readFile, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { after, before, test } from "node:test"
import { createAuditLog } from "#services/audit/audit-log.ts"
import { personTables } from "#services/privacy/data-map/data-map.ts"
import { findSubject } from "#services/privacy/people.ts"
import { countRowsOf } from "#services/privacy/rows.store.ts"
import { createTestClock } from "#testing/clock.ts"
import { type CommandDatabase, openCommandDatabase } from "#testing/command-database.ts"
import { demoFilling } from "#testing/demo-database.ts"
import { runCommandHere } from "#testing/operator-commands.ts"
import { testAuditKeys } from "#testing/secret-key.ts"

let place: CommandDatabase

const client = "wayfarer"

before(async () => {
  place = await openCommandDatabase(demoFilling(createTestClock()))
})

after(() => place.close())

async function run(program: string, ...parameters: string[]) {
  const settings = { ...place.settings, INIT_CWD: place.folder }
  return await runCommandHere(program, parameters, settings)
}

const runPerson = (...typed: string[]) => run("person", ...typed)
const importPeople = (file: string) =>
  run("import", "--client", client, "--as-of", "2026-01-01T00:00:00Z", file)

/** Imports a person of Wayfarer for one test, and returns the name of the file. */
async function addPerson(account: string): Promise<string> {
  const person = {
    ...{ accountNumber: account, personNumber: `P-${account}`, phoneNumber: "" },
    ...{ firstName: "Zebulina", lastName: "Quackenbush", dateOfBirth: "1974-12-01" },
    emailAddress: "zebulina@quackenbush.example",
    address: {
      addressLine1: "7 Mill Road",
      cityName: "Portland",
      stateCode: "ME",
      zipCode: "04101",
    },
  }
  const file = `people-${account}.ndjson`
  await writeFile(join(place.folder, file), `${JSON.stringify(person)}\n`)
  const { code, out, err } = await importPeople(file)
  assert.equal(code, 0, out + err)
  return file
}

async function personRows(account: string): Promise<number> {
  const table = personTables.find(({ name }) => name === "policy_admin.person")
  assert.ok(table)
  return await place.visit(async (database) => {
    const trail = createAuditLog(testAuditKeys)
    return await countRowsOf(database, table, await findSubject(database, trail, client, account))
  })
}

test("PRIVACY-02 PRIVACY-20 an export writes private files, is an entry of the audit log, and overwrites nothing", async () => {
  const account = "WF-EXPORTED-1"
  await addPerson(account)
  const { code, out, err } = await runPerson("export", client, account, "--to", "answer")
  assert.equal(code, 0, err)
  assert.match(out, /^Exported to .*answer: 1 row of 1 table, 0 audit entries, 0 documents\.$/m)
  const file = join(place.folder, "answer", "person.json")
  assert.equal((await stat(file)).mode & 0o777, 0o600)
  assert.equal((await stat(join(place.folder, "answer"))).mode & 0o777, 0o700)
  const data = JSON.parse(await readFile(file, "utf8"))
  assert.deepEqual([data.format, data.version, data.client], ["my-account-person", 2, client])
  assert.equal(data.tables["policy_admin.person"].rows[0].last_name, "Quackenbush")

  const again = await runPerson("export", client, account, "--to", "answer")
  assert.equal(again.code, 1)
  assert.match(again.err, /^.*answer exists already; name a new one with --to\.$/m)
  const second = await runPerson("export", client, account, "--to", "second")
  assert.match(second.out, /1 audit entry/)
  assert.deepEqual(await readdir(join(place.folder, "second")), ["person.json"])
  const usual = await runPerson("export", client, account)
  assert.equal(usual.code, 0, usual.err)
  const exports = join(place.folder, "exports")
  assert.deepEqual(await readdir(exports), [`person-${client}-${account}`])
  assert.equal((await stat(exports)).mode & 0o777, 0o700)
})

test("PRIVACY-03 PRIVACY-08 PRIVACY-20 an erasure waits for the account number, keeps imports from bringing the person back, and is repeated from its list", async () => {
  const account = "WF-ERASED-1"
  const file = await addPerson(account)
  const shown = await runPerson("erase", client, account)
  assert.deepEqual([shown.code, shown.err], [1, ""])
  assert.match(
    shown.out,
    /^An erasure of Zebulina Quackenbush, account WF-ERASED-1 of wayfarer would:\n[\s\S]*^delete +1 row of policy_admin\.person$/m,
  )
  assert.match(shown.out, /Nothing was erased\. --confirm/)
  const other = await runPerson("erase", client, account, "--confirm", "WF-OTHER")
  assert.equal(other.code, 2)
  assert.equal(await personRows(account), 1)

  const erased = await runPerson("erase", client, account, "--confirm", account)
  assert.equal(erased.code, 0, erased.err)
  assert.match(erased.out, /The person is erased\./)
  assert.equal(await personRows(account), 0)
  assert.match((await run("audit")).out, /, 0 problems\.\n$/)
  const twice = await runPerson("erase", client, account, "--confirm", account)
  assert.match(twice.out, /The person was erased on \d{4}-\d\d-\d\d, and is erased again\./)

  const imported = await importPeople(file)
  assert.equal(imported.code, 0, imported.err)
  assert.match(imported.out, /1 row of erased people left out; npm run my-account -- person lift/)
  assert.equal(await personRows(account), 0)

  assert.equal((await runPerson("erasures", "--to", "erasures.jsonl")).code, 0)
  const list = await readFile(join(place.folder, "erasures.jsonl"), "utf8")
  assert.doesNotMatch(list, /ERASED-1|Quack/)

  const lifted = await runPerson("lift", client, account)
  assert.equal(lifted.code, 0)
  assert.match(lifted.out, /Payments in the books count again only with --as-of/)
  assert.equal((await runPerson("lift", client, account)).code, 1)
  assert.match((await importPeople(file)).out, /people: 1 new or changed/)
  assert.equal(await personRows(account), 1)

  // As after a restore: the person is there again, and the list is outside of the database.
  const repeated = await runPerson("erase", "--again", "erasures.jsonl")
  assert.deepEqual([repeated.code, repeated.err], [0, ""])
  assert.match(repeated.out, /^1 person erased again; 0 people have no data\.$/m)
  assert.equal(await personRows(account), 0)
  assert.match((await run("audit")).out, /, 0 problems\.\n$/)
})

test("PRIVACY-03 bad input gets one line that names it, the usage and code 2; an unknown person code 1", async () => {
  const account = "WF-KEPT-1"
  for (const [typed, line] of [
    [["remove"], /^There is no command 'remove'/],
    [["erase", client], /^The account is missing/],
    [["erase", "nowhere", account], /^There is no client 'nowhere'/],
    [["export", client, account, "x"], /^Unexpected argument 'x'/],
    [["lift", client, account, "--to", "x"], /^lift does not take --to/],
  ] as const) {
    const { code, out, err } = await runPerson(...typed)
    assert.deepEqual([code, out], [2, ""], err)
    assert.match(err, line)
  }
  const unknown = await runPerson("export", client, "NO-ONE")
  assert.equal(unknown.code, 1)
  assert.match(unknown.err, /^wayfarer has no data of a person 'NO-ONE'\./)
})
