import assert from "node:assert/strict"
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after, before, test } from "node:test"
import type { Database } from "#database/open.ts"
import { sql } from "#database/sql.ts"
import { createEmbeddedPolicyAdmin } from "#ports/policy-admin/embedded/embedded.ts"
import { createTestClock } from "#testing/clock.ts"
import { openDemoDatabase } from "#testing/demo-database.ts"
import { testPasswords } from "#testing/secret-key.ts"
import { exportFiles } from "./export-files.ts"
import { type FileToRead, fileOf } from "./files/read-rows.ts"
import { importFiles } from "./import-files.ts"
import { exampleFiles, type ImportTerms, importInto } from "./import-fixture.ts"
import { sourceOf } from "./plan.ts"

const clock = createTestClock()
const examples = join(import.meta.dirname, "../../examples/import")
let database: Database
let folder: string

before(async () => {
  database = await openDemoDatabase(clock, { secondTenant: false })
  folder = await mkdtemp(join(tmpdir(), "import-test-"))
})
after(async () => {
  await database?.close()
  await rm(folder, { recursive: true })
})

const needsOf = () => ({ database, passwords: testPasswords })
const soon = () => new Date(clock.now().getTime() - 1_000)
const importOf = (paths: string[], options?: ImportTerms) =>
  importInto(database, clock, paths, options)

async function written(name: string, text: string): Promise<string> {
  await writeFile(join(folder, name), text)
  return join(folder, name)
}

const none = {
  people: 0,
  "payment methods": 0,
  products: 0,
  bills: 0,
  documents: 0,
  "document files": 0,
  users: 0,
}

test("IMPORT-01 people, payment methods, products, bills, documents and users are imported as CSV, and the same records as NDJSON change nothing", async () => {
  const first = await importOf(exampleFiles("csv"))
  assert.deepEqual([first.refused, first.bad], [undefined, []])
  assert.deepEqual(first.changes, {
    people: 2,
    "payment methods": 1,
    products: 2,
    bills: 2,
    documents: 1,
    "document files": 0,
    users: 1,
  })
  const second = await importOf(exampleFiles("ndjson"))
  assert.deepEqual([second.refused, second.bad, second.changes], [undefined, [], none])
  const policyAdmin = createEmbeddedPolicyAdmin(database)
  const account = await policyAdmin.account("wayfarer", "EX-1001")
  assert.equal(account?.person.lastName, 'O\'Neil, "Bo"')
  assert.equal(account?.products[0]?.billing.amountDue, 4_800)
  assert.match(account?.products[0]?.billing.paymentMethodLabel ?? "", /ending in 4242/)
})

for (const format of ["ndjson", "csv"] as const) {
  test(`IMPORT-02 an export of the demo, imported again, changes nothing, and the next export is identical (${format})`, async () => {
    for (const client of ["harbor", "wayfarer"]) {
      const [one, two] = [
        join(folder, `${client}-${format}-1`),
        join(folder, `${client}-${format}-2`),
      ]
      await exportFiles(needsOf(), client, one, format, () => {})
      const names = await readdir(one)
      const paths = names.map((name) => join(one, name))
      const report = await importOf(paths, { client })
      assert.deepEqual([report.refused, report.bad, report.changes], [undefined, [], none])
      assert.deepEqual(report.missing, { people: 0, products: 0 })
      await exportFiles(needsOf(), client, two, format, () => {})
      for (const name of names) {
        assert.equal(
          await readFile(join(two, name), "utf8"),
          await readFile(join(one, name), "utf8"),
        )
      }
    }
  })
}

test("IMPORT-03 bad rows are listed by file and line, and nothing is written unless they are allowed", async () => {
  const path = await written(
    "people-bad.csv",
    [
      "accountNumber,personNumber,firstName,lastName,dateOfBirth,emailAddress,address.addressLine1,address.cityName,address.stateCode,address.zipCode",
      'BAD-1,P1,Ann,Good,1970-01-01,ann@example.com,"1 Main St, #2",Portland,ME,04101',
      "BAD-2,P2,,NoName,1970-01-01,x@example.com,1 Main St,Portland,ME,04101",
      "BAD-3,P3,Bob,Card,1970-01-01,bob@example.com,4242 4242 4242 4242,Portland,ME,04101",
      "BAD-1,P4,Twice,Again,1970-01-01,t@example.com,1 Main St,Portland,ME,04101",
      "BAD-5,P5,Too,Few",
      "",
    ].join("\r\n"),
  )
  const refused = await importOf([path])
  assert.match(refused.refused ?? "", /--max-errors/)
  assert.deepEqual(
    refused.bad.map(({ line, reasons }) => [line, reasons.join()]),
    [
      [3, "firstName must not be empty"],
      [4, "holds a card number, which belongs to the payment gateway alone"],
      [5, "appears twice: person BAD-1, first in people-bad.csv:2"],
      [6, "has 4 cells, the first row has 10"],
    ],
  )
  const policyAdmin = createEmbeddedPolicyAdmin(database)
  assert.equal(await policyAdmin.person("wayfarer", "BAD-1"), undefined)
  const report = await importOf([path], { maxErrors: 4 })
  assert.deepEqual([report.refused, report.changes.people], [undefined, 1])
  assert.equal((await policyAdmin.person("wayfarer", "BAD-1"))?.firstName, "Ann")
})

test("IMPORT-03 a gateway's reference of two people is a bad row, also if one of them is stored", async () => {
  const person = (n: number) =>
    `SH-${n},P-SH-${n},Ann,Shared,1970-01-01,ann@example.com,"1 Main St",Portland,ME,04101`
  const people = await written(
    "people-shared.csv",
    [
      "accountNumber,personNumber,firstName,lastName,dateOfBirth,emailAddress,address.addressLine1,address.cityName,address.stateCode,address.zipCode",
      ...[1, 2, 3].map(person),
      "",
    ].join("\r\n"),
  )
  const method = (n: number, id: string, reference: string, gateway = "sandbox") =>
    `SH-${n},${id},card,VS,4242,08/2031,Ann Shared,${gateway},${reference},1 Main St,Portland,ME,04101`
  const methods = (name: string, ...rows: string[]) =>
    written(
      `payment-methods-${name}.csv`,
      [
        "accountNumber,paymentRecordId,kind,cardType,lastFour,expirationDate,holderName,gateway,gatewayReference,address.addressLine1,address.cityName,address.stateCode,address.zipCode",
        ...rows,
        "",
      ].join("\r\n"),
    )
  const reasonsOf = async (...paths: string[]) => {
    const { bad } = await importOf(paths, { isDryRun: true })
    return bad.map(({ file, line, reasons }) => `${file}:${line} ${reasons.join()}`)
  }
  const shared = "gatewayReference is that of another person's payment method"
  const both = [method(1, "SH-A", "cus_1/pm_1"), method(1, "SH-B", "cus_1/pm_1")]
  const inOneFile = await methods("one", ...both, method(2, "SH-C", "cus_1/pm_1"))
  assert.deepEqual(await reasonsOf(people, inOneFile), [`payment-methods-one.csv:4 ${shared}`])
  const others = [method(2, "SH-C", "cus_2/pm_1"), method(2, "SH-D", "cus_1/pm_1", "stripe")]
  const first = await methods("first", ...both, ...others)
  assert.equal((await importOf([people, first])).changes["payment methods"], 4)

  const later = await methods("later", method(3, "SH-E", "cus_2/pm_1"))
  const [example = ""] = (await readFile(join(examples, "products.ndjson"), "utf8")).split("\n")
  const product = example
    .replace("EX-1001", "SH-3")
    .replace("9000000001", "9000000091")
    .replace("EX-PM-1", "SH-E")
  const products = await written(
    "products-shared.ndjson",
    product.replace("{", '{"record":"product",'),
  )
  assert.deepEqual(await reasonsOf(later, products), [
    `payment-methods-later.csv:2 ${shared}`,
    "products-shared.ndjson:1 billing.paymentMethodRecordId is none of the person's payment methods",
  ])

  // An earlier version accepted such references. They stay, and the same files change nothing.
  await database.rows(
    sql`update myaccount_core.payment_method set gateway_reference = 'cus_1/pm_1'
      where client = 'wayfarer' and record_id = 'SH-C'`,
  )
  const same = await methods("same", ...both, method(2, "SH-C", "cus_1/pm_1"))
  assert.deepEqual(await reasonsOf(people, same), [])

  // All clients use the gateway of the installation. The message does not name the other client's
  // person.
  const elsewhere = await importOf([people, first], { client: "electricians", isDryRun: true })
  const foreign = "gatewayReference is that of a payment method of the client wayfarer"
  assert.deepEqual(
    elsewhere.bad.map(({ line, reasons }) => [line, ...reasons]),
    [2, 3, 5].map((line) => [line, foreign]),
  )
})

test("IMPORT-04 files that cannot be read in their format are refused with the reason", async () => {
  const reasons = async (name: string, text: string) => {
    const { bad } = await importOf([await written(name, text)])
    return bad.map(({ line, reasons: [reason = ""] }) => `${line} ${reason}`)
  }
  assert.deepEqual(await reasons("people-1.csv", "accountNumber,shoeSize\r\nA,9\r\n"), [
    '1 "shoeSize" is not a known header',
  ])
  assert.match((await reasons("people-2.csv", '"accountNumber"x\r\n')).join(), /quote inside/)
  assert.deepEqual(await reasons("people-3.ndjson", '{"accountNumber":\n[1]\n'), [
    "1 is not valid JSON",
    "2 is not a JSON object",
  ])
  assert.deepEqual(
    await reasons("some.ndjson", '{"record":"bill","policyNumber":"9999999999"}\n'),
    ['1 policyNumber "9999999999" is of no product before this row'],
  )
  assert.match(String(fileOf("/x/numbers.csv")), /must begin with its kind/)
  assert.match(String(fileOf("/x/people.xlsx")), /must end with/)
})

test("IMPORT-05 data that lack asOf, are from the future, or are older than the loaded data are refused", async () => {
  const client = "electricians"
  const files = exampleFiles("csv").slice(0, 1)
  const source = await sourceOf(files.map(fileOf) as FileToRead[], {
    today: Temporal.PlainDate.from("2026-11-21"),
    asOf: undefined,
    now: clock.now(),
  })
  const options = { client, maxErrors: 0, isDryRun: false, refresh: {} }
  const needs = { database, passwords: testPasswords }
  assert.match((await importFiles(needs, source, options, () => {})).refused ?? "", /--as-of/)
  const line = { record: "bill", policyNumber: "9000000001", asOf: "2199-01-01T00:00:00Z" }
  const { bad } = await importOf([await written("some-1.ndjson", JSON.stringify(line))], { client })
  assert.deepEqual(bad[0]?.reasons, ["asOf must not be in the future"])
  assert.equal((await importOf(files, { client })).refused, undefined)
  const older = { client, asOf: new Date(soon().getTime() - 60_000) }
  assert.match((await importOf(files, older)).refused ?? "", /--force/)
  assert.equal(
    (await importOf(files, { ...older, refresh: { isForced: true } })).refused,
    undefined,
  )
})

test("IMPORT-06 an interrupted import of the same files continues where it stopped", async () => {
  const lines = Array.from({ length: 6_000 }, (_, at) => ({
    accountNumber: `RESUME-${at}`,
    personNumber: `P-${at}`,
    firstName: "Pat",
    lastName: "Example",
    dateOfBirth: "1970-01-01",
    emailAddress: "",
    address: { addressLine1: "1 Main St", cityName: "Portland", stateCode: "ME", zipCode: "04101" },
  }))
  const text = lines.map((line) => JSON.stringify(line)).join("\n")
  const path = await written("people-resume.ndjson", text)
  let failures = 0
  const dying: Database = {
    ...database,
    transaction: async (work) => {
      failures += 1
      if (failures === 2) throw new Error("killed")
      return await database.transaction(work)
    },
  }
  const files = [fileOf(path)] as FileToRead[]
  const source = await sourceOf(files, {
    today: Temporal.PlainDate.from("2026-11-21"),
    asOf: soon(),
    now: clock.now(),
  })
  const options = { client: "wayfarer", maxErrors: 0, isDryRun: false, refresh: {} }
  const needs = { database: dying, passwords: testPasswords }
  await assert.rejects(
    importFiles(needs, source, options, () => {}),
    /killed/,
  )
  const report = await importFiles({ ...needs, database }, source, options, () => {})
  assert.deepEqual([report.resumed, report.changes.people], [4_000, 2_000])
  const again = await importFiles({ ...needs, database }, source, options, () => {})
  assert.deepEqual([again.resumed, again.changes], [0, none])
})

test("IMPORT-07 a dry run checks everything and writes nothing", async () => {
  const line = await readFile(join(examples, "people.ndjson"), "utf8")
  const path = await written("people-dry.ndjson", line.replaceAll("EX-", "DRY-"))
  const report = await importOf([path], { isDryRun: true })
  assert.deepEqual([report.refused, report.records, report.changes], [undefined, 2, none])
  assert.ok(report.missing.people > 0)
  const policyAdmin = createEmbeddedPolicyAdmin(database)
  assert.equal(await policyAdmin.person("wayfarer", "DRY-1001"), undefined)
})

test("IMPORT-08 people and products that are not in the files are removed only with their exact number", async () => {
  const client = "steelworkers"
  const [people = ""] = exampleFiles("ndjson")
  const { missing } = await importOf([people], { client })
  assert.ok(missing.people > 0)
  const wrong = await importOf([people], { client, removeMissing: missing.people + 1 })
  assert.match(wrong.refused ?? "", /does not fit/)
  const report = await importOf([people], { client, removeMissing: missing.people })
  assert.deepEqual([report.refused, report.removed], [undefined, missing.people])
  assert.deepEqual((await importOf([people], { client })).missing, { people: 0, products: 0 })
})
