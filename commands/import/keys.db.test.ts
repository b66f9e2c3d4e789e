import assert from "node:assert/strict"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after, before, test } from "node:test"
import type { Database } from "#database/open.ts"
import { sql } from "#database/sql.ts"
import { createTestClock } from "#testing/clock.ts"
import { openDemoDatabase } from "#testing/demo-database.ts"
import { testPasswords } from "#testing/secret-key.ts"
import { exportFiles } from "./export-files.ts"
import { exampleFiles, type ImportTerms, importInto } from "./import-fixture.ts"

const clock = createTestClock()
let database: Database
let folder: string

before(async () => {
  database = await openDemoDatabase(clock, { secondTenant: false })
  folder = await mkdtemp(join(tmpdir(), "keys-test-"))
  const report = await importInto(database, clock, exampleFiles("csv"))
  assert.deepEqual([report.refused, report.bad], [undefined, []])
})
after(async () => {
  await database?.close()
  await rm(folder, { recursive: true })
})

const person = (accountNumber: string, more: object = {}) => ({
  record: "person",
  accountNumber,
  personNumber: "P-1",
  firstName: "Ann",
  lastName: "Good",
  dateOfBirth: "1970-01-01",
  emailAddress: "",
  address: { addressLine1: "1 Main St", cityName: "Portland", stateCode: "ME", zipCode: "04101" },
  ...more,
})

async function importOf(records: object[], options?: ImportTerms) {
  const path = join(folder, "some.ndjson")
  await writeFile(path, records.map((record) => JSON.stringify(record)).join("\n"))
  return await importInto(database, clock, [path], options)
}

const unseen = "must not have blanks around it or characters that cannot be seen"

test("IMPORT-17 a key with a surrounding blank or an invisible character is a bad row", async () => {
  const method = {
    record: "payment-method",
    kind: "card",
    accountNumber: "EX-1001",
    paymentRecordId: "PM",
  }
  const document = { record: "document", policyNumber: "9000000001", documentId: "D" }
  for (const [name, record, value] of [
    ["accountNumber", person(""), "NEW-1 "],
    ["accountNumber", person(""), " NEW-1"],
    ["accountNumber", person(""), "NEW-1\u00a0"],
    ["accountNumber", person(""), "NEW\u00a01"],
    ["accountNumber", person(""), "NEW-1\u200b"],
    ["accountNumber", person(""), "NEW\u200d1"],
    ["accountNumber", person(""), "\ufeffNEW-1"],
    ["accountNumber", person(""), "NEW\u00ad1"],
    ["accountNumber", person(""), "NEW\u3164"],
    ["accountNumber", person(""), "NEW\u2800"],
    ["personNumber", person("NEW-1"), "P-1\u2009"],
    ["paymentRecordId", method, "PM-1 "],
    ["gatewayReference", method, "tok_1\u200b"],
    ["accountNumber", method, "EX-1001 "],
    ["documentId", document, "D1 "],
    ["documentSource", document, "POLICY\u00a0"],
    ["policyNumber", document, "9000000001 "],
  ] as const) {
    const { bad, refused } = await importOf([{ ...record, [name]: value }])
    const expected =
      name === "policyNumber" ? `must be 10 digits, not ${JSON.stringify(value)}` : unseen
    const reasons = bad.flatMap((row) => row.reasons)
    assert.ok(
      reasons.includes(`${name} ${expected}`),
      `${name} ${JSON.stringify(value)}: ${reasons}`,
    )
    assert.ok(refused)
  }
  const user = { record: "user", accountNumber: "EX-1002", password: "Anchor-2026" }
  for (const username of ["ann ", "ann\u200b", "ann\u00a0"]) {
    assert.match((await importOf([{ ...user, username }])).bad.join(), /./, username)
  }
})

test("IMPORT-17 a new person whose account number differs from another one only in capitals or blanks is refused", async () => {
  for (const [number, bad] of [
    ["ex-1001", "EX-1001, which is loaded"],
    ["EX -1001", "EX-1001, which is loaded"],
  ] as const) {
    const report = await importOf([person(number)], { maxErrors: 5 })
    assert.ok(report.refused, "also if bad rows are allowed")
    assert.deepEqual(report.bad[0]?.reasons, [
      `accountNumber differs only in capitals or blanks from that of ${bad}`,
    ])
  }
  for (const [one, other] of [
    ["NEW-2", "new-2"],
    ["new-3", "NEW-3"],
    ["nEw-4", "NeW-4"],
  ] as const) {
    const { bad } = await importOf([person(one), person(other)])
    assert.deepEqual(
      bad.map(({ line, reasons }) => [line, reasons.join()]),
      [
        [
          2,
          "accountNumber differs only in capitals or blanks from that of another row, some.ndjson:1",
        ],
      ],
    )
  }
  assert.equal((await importOf([person("NEW-5"), person("NEW5")])).refused, undefined)
  // Two people who are already loaded can still be loaded.
  await database.rows(
    sql`update policy_admin.person set account_number = 'new-5'
      where client = 'wayfarer' and account_number = 'NEW5'`,
  )
  assert.equal((await importOf([person("NEW-5"), person("new-5")])).refused, undefined)
})

test("IMPORT-03 a duplicate record is reported with the file and line of the first one, in any file", async () => {
  const path = (name: string) => join(folder, name)
  const written = async (name: string, records: object[]) => {
    await writeFile(path(name), records.map((record) => JSON.stringify(record)).join("\n"))
  }
  const bill = (policyNumber: string, dueDate: string) => {
    return { record: "bill", policyNumber, dueDate, amountDue: "48.00" }
  }
  await written("people-1.ndjson", [person("FIRST-1"), person("FIRST-2")])
  await written("people-2.ndjson", [person("FIRST-3"), person("FIRST-2"), person("first-1")])
  await written("bills.ndjson", [
    bill("9000000001", "2026-03-01"),
    bill("9000000002", "2026-03-01"),
    bill("9000000001", "2026-04-01"),
  ])
  const files = ["people-1.ndjson", "people-2.ndjson", "bills.ndjson"].map(path)
  const { bad } = await importInto(database, clock, files)
  const found = bad.map(({ file, line, reasons }) => `${file}:${line} ${reasons}`)
  const alike = "accountNumber differs only in capitals or blanks from that of another row"
  for (const expected of [
    "people-2.ndjson:2 appears twice: person FIRST-2, first in people-1.ndjson:2",
    `people-2.ndjson:3 ${alike}, people-1.ndjson:1`,
    "bills.ndjson:3 the rows of product 9000000001 must follow one another, first in bills.ndjson:1",
  ]) {
    assert.ok(found.includes(expected), `${expected}: ${found.join("\n")}`)
  }
})

test("IMPORT-02 names that look like formulas are exported as text and imported unchanged", async () => {
  const names = ["=1+1", "'=1+1", "+1", "-2+3", "@SUM(A1)", "'Ohana", "-12.50", "＝1", '=H("a",1)']
  const report = await importOf(
    names.map((lastName, at) => person(`NAME-${at}`, { lastName })),
    { client: "electricians" },
  )
  assert.deepEqual([report.refused, report.bad], [undefined, []])
  const to = join(folder, "exported")
  await exportFiles({ database, passwords: testPasswords }, "electricians", to, "csv", () => {})
  const text = await readFile(join(to, "people.csv"), "utf8")
  assert.ok(!/(^|,)"?[=+@＝]/m.test(text), text)
  const again = await importInto(database, clock, [join(to, "people.csv")], {
    client: "electricians",
  })
  assert.deepEqual([again.refused, again.bad, again.changes.people], [undefined, [], 0])
  const rows = await database.rows<{ lastName: string }>(
    sql`select last_name from policy_admin.person
      where client = 'electricians' and account_number like 'NAME-%' order by account_number`,
  )
  assert.deepEqual(
    rows.map(({ lastName }) => lastName),
    names,
  )
})
