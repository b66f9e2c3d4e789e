import assert from "node:assert/strict"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after, before, test } from "node:test"
import type { Database } from "#database/open.ts"
import { createEmbeddedPolicyAdmin } from "#ports/policy-admin/embedded/embedded.ts"
import { createTestClock } from "#testing/clock.ts"
import { openDemoDatabase } from "#testing/demo-database.ts"
import { exampleFiles, type ImportTerms, importInto } from "./import-fixture.ts"

const clock = createTestClock()
let database: Database
let folder: string

before(async () => {
  database = await openDemoDatabase(clock, { secondTenant: false })
  folder = await mkdtemp(join(tmpdir(), "import-owners-"))
  const report = await importOf(exampleFiles("ndjson"))
  assert.deepEqual([report.refused, report.bad], [undefined, []])
})
after(async () => {
  await database?.close()
  await rm(folder, { recursive: true })
})

const importOf = (paths: string[], options?: ImportTerms) =>
  importInto(database, clock, paths, options)

const paths = exampleFiles("ndjson")

/** Copies an example file with each row changed. */
async function changedFile(
  name: string,
  from: string,
  change: (row: Record<string, unknown>, index: number) => Record<string, unknown>,
): Promise<string> {
  const path = paths.find((one) => one.endsWith(`${from}.ndjson`)) ?? ""
  const rows = (await readFile(path, "utf8")).trim().split("\n")
  const texts = rows.map((row, index) => JSON.stringify(change(JSON.parse(row), index)))
  await writeFile(join(folder, name), `${texts.join("\n")}\n`)
  return join(folder, name)
}

async function productsOf(accountNumber: string): Promise<string[]> {
  const account = await createEmbeddedPolicyAdmin(database).account("wayfarer", accountNumber)
  return (account?.products ?? []).map(({ policyNumber }) => policyNumber)
}

test("IMPORT-14 a product moves to another person only with the exact number of moving products", async () => {
  const before = await productsOf("EX-1002")
  const [moved = ""] = before
  // A mistyped account number in a nightly file does the same.
  const file = await changedFile("products-moved.ndjson", "products", (row) =>
    row.accountNumber === "EX-1002" && JSON.stringify(row).includes(moved)
      ? { ...row, accountNumber: "EX-1001" }
      : row,
  )
  const move = { policyNumber: moved, from: "EX-1002", to: "EX-1001" }
  for (const moveProducts of [undefined, 2]) {
    const report = await importOf([file], moveProducts === undefined ? {} : { moveProducts })
    assert.deepEqual(report.moves, [move])
    assert.match(`${report.refused}`, /^1 product would move .+ --move-products=1 confirms that\.$/)
    assert.deepEqual(await productsOf("EX-1002"), before)
  }
  const report = await importOf([file], { moveProducts: 1 })
  assert.deepEqual([report.refused, report.changes.products], [undefined, 1])
  assert.ok((await productsOf("EX-1001")).includes(moved))
  const back = paths.filter((path) => path.endsWith("products.ndjson"))
  assert.equal((await importOf(back, { moveProducts: 1 })).refused, undefined)
  assert.deepEqual(await productsOf("EX-1002"), before)
})

test("IMPORT-15 the bill of an omitted product is a bad row, too", async () => {
  const rename = (row: Record<string, unknown>): Record<string, unknown> =>
    JSON.parse(JSON.stringify(row).replaceAll(/"policyNumber":"\d/g, '"policyNumber":"6'))
  const products = await changedFile("products-new.ndjson", "products", (row, index) => {
    const { billing, ...rest } = rename(row) as { billing: object }
    const product = { ...rest, billing: { ...billing, paymentMethodRecordId: undefined } }
    return index === 0 ? { ...product, accountNumber: "UNKNOWN" } : product
  })
  const bills = await changedFile("bills-new.ndjson", "bills", rename)
  const refused = await importOf([products, bills], { maxErrors: 1 })
  assert.deepEqual(
    refused.bad.map(({ file, line, reasons }) => [file, line, reasons.join()]),
    [
      ["products-new.ndjson", 1, 'accountNumber "UNKNOWN" is of no person before this row'],
      ["bills-new.ndjson", 1, refused.bad[1]?.reasons.join()],
    ],
  )
  assert.match(
    `${refused.bad[1]?.reasons}`,
    /^policyNumber "6.+" is of no product before this row$/,
  )
  assert.match(`${refused.refused}`, /--max-errors/)
  const report = await importOf([products, bills], { maxErrors: 2 })
  assert.deepEqual([report.changes.products, report.changes.bills], [1, 1])
})

const columns = [
  ...["accountNumber", "personNumber", "firstName", "lastName", "dateOfBirth", "emailAddress"],
  ...["addressLine1", "cityName", "stateCode", "zipCode"].map((name) => `address.${name}`),
]

async function reasonsIn(name: string, ...lines: string[]): Promise<[number, string][]> {
  const path = join(folder, name)
  await writeFile(path, lines.join("\r\n"))
  const { bad } = await importOf([path])
  return bad.map(({ line, reasons }) => [line, reasons.join()])
}

test("IMPORT-03 empty lines of a CSV file count as lines", async () => {
  const rows = ["", "", '"A\n1",P,Ann,Lee', "", "B,P,Ann", "", ""]
  assert.deepEqual(await reasonsIn("people-empty-lines.csv", columns.join(), ...rows), [
    [4, "has 4 cells, the first row has 10"],
    [7, "has 3 cells, the first row has 10"],
  ])
})

test("IMPORT-04 a header that is mistyped, missing or wrongly separated is reported once", async () => {
  const without = columns.filter((name) => name !== "emailAddress")
  assert.deepEqual(await reasonsIn("people-1.csv", without.join(), "A", "B"), [
    [1, "the column emailAddress is missing"],
  ])
  assert.deepEqual(await reasonsIn("people-2.csv", "accountNumber,personNumber,firstname", "A"), [
    [1, '"firstname" is not a known header. Did you mean firstName?'],
  ])
  assert.deepEqual(await reasonsIn("people-3.csv", " accountNumber", "A"), [
    [1, '" accountNumber" is not a known header. Did you mean accountNumber?'],
  ])
  assert.deepEqual(await reasonsIn("people-4.csv", columns.join(";"), "A;B"), [
    [1, "has cells that are not separated by commas. Save the table as CSV with commas"],
  ])
})
