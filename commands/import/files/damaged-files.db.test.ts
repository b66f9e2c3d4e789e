import assert from "node:assert/strict"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after, before, test } from "node:test"
import type { Database } from "#database/open.ts"
import { sql } from "#database/sql.ts"
import { createTestClock } from "#testing/clock.ts"
import { openCommandDatabase } from "#testing/command-database.ts"
import { demoFilling, openDemoDatabase } from "#testing/demo-database.ts"
import { runCommandHere } from "#testing/operator-commands.ts"
import { exampleFiles, type ImportTerms, importInto } from "../import-fixture.ts"

const clock = createTestClock()
let database: Database
let folder: string

before(async () => {
  database = await openDemoDatabase(clock, { secondTenant: false })
  folder = await mkdtemp(join(tmpdir(), "damaged-files-test-"))
  const { refused } = await importInto(database, clock, exampleFiles("csv"))
  assert.equal(refused, undefined)
})
after(async () => {
  await database?.close()
  await rm(folder, { recursive: true })
})

async function reportOf(name: string, body: string | Buffer, options?: ImportTerms) {
  await writeFile(join(folder, name), body)
  return await importInto(database, clock, [join(folder, name)], { isDryRun: true, ...options })
}

/** The bad rows for which a file is refused, such as "3 firstName must not be empty". */
async function problemsOf(name: string, body: string | Buffer): Promise<string[]> {
  const { bad, refused } = await reportOf(name, body)
  assert.equal(refused === undefined, bad.length === 0)
  return bad.flatMap(({ line, reasons }) => reasons.map((reason) => `${line} ${reason}`))
}

const headers =
  "accountNumber,personNumber,firstName,lastName,dateOfBirth,emailAddress,address.addressLine1,address.cityName,address.stateCode,address.zipCode,isEmailSubscribed"
const person = (
  account: string,
  more: Partial<Record<"name" | "street" | "zip" | "yes", string>> = {},
) =>
  `${account},P-${account},${more.name ?? "Ann"},Good,1970-01-01,,${more.street ?? "1 Main St"},Portland,ME,${more.zip ?? "04101"},${more.yes ?? "true"}`

const lostZero = "Spreadsheets drop leading zeros: format the column as text"

test("IMPORT-04 lines may have any ends, also mixed, and problems name the line that an editor counts", async () => {
  const ends = ["\r\n", "\n", "\r"]
  for (const one of ends) {
    for (const other of ends) {
      for (const last of ["", one, other]) {
        const [noName, noZero] = [person("B", { name: "" }), person("C", { zip: "4101" })]
        const text = [headers, one, person("A"), other, noName, one, noZero, last].join("")
        assert.deepEqual(await problemsOf("people.csv", text), [
          "3 firstName must not be empty",
          `4 address.zipCode must be a zip code such as 04101 or 04101-1234, not "4101". ${lostZero}`,
        ])
      }
    }
  }
  const broken = person("A", { street: '"1 Main St\r\nBack house"' })
  const bad = person("B", { name: "" })
  assert.deepEqual(await problemsOf("people.csv", [headers, broken, bad].join("\r\n")), [
    "2 address.addressLine1 holds a line break",
    "4 firstName must not be empty",
  ])
})

test("IMPORT-04 empty rows and cells that a spreadsheet adds around a table are ignored, and a value next to it is refused", async () => {
  const commas = ",".repeat(headers.split(",").length - 1)
  const rows = [headers, commas, person("A"), "", person("B"), commas, `${commas},,,`, "  "]
  for (const text of [
    rows.join("\r\n"),
    `sep=,\r\n${rows.join("\r\n")}`,
    `"sep=,"\r\n${rows.join("\r\n")}`,
    rows.map((row) => `${row},,`).join("\n"),
    rows.map((row) => `,${row}`).join("\n"),
  ]) {
    const { bad, records } = await reportOf("people.csv", text)
    assert.deepEqual([bad, records], [[], 2], text)
  }
  assert.deepEqual(await problemsOf("people.csv", `${headers},,\n${person("A")},,x`), [
    '2 has 13 cells, the first row has 11. Put a cell with a comma in quotes: "1 Main St, #2"',
  ])
  assert.deepEqual(await problemsOf("people.csv", `,${headers}\n7,${person("A")}`), [
    "2 has a value in column 1, which has no header",
  ])
  for (const separator of [";", "\t", "|"]) {
    const text = [headers, person("A")].join("\n").replaceAll(",", separator)
    const expected = "has cells that are not separated by commas. Save the table as CSV with commas"
    assert.deepEqual(await problemsOf("people.csv", text), [`1 ${expected}`])
    const noted = await problemsOf("people.csv", `sep=${separator}\n${text}`)
    assert.deepEqual(noted, [`1 ${expected}`])
  }
})

test("IMPORT-04 a quote that breaks the file refuses the whole file, also with --max-errors", async () => {
  const rows = [headers, person("A"), person("B", { street: '12" Main St' }), person("C")]
  const { bad, refused } = await reportOf("people.csv", rows.join("\n"), { maxErrors: 9 })
  assert.deepEqual(bad, [
    {
      file: "people.csv",
      line: 3,
      reasons: [
        'has a quote inside of a cell. Put such a cell in quotes, and write its quotes twice: "12"" Main St"',
      ],
    },
  ])
  assert.equal(refused, "people.csv cannot be read, which --max-errors does not allow.")
  const right = rows.join("\n").replace('12" Main St', '"12"" Main St"')
  assert.deepEqual(await problemsOf("people.csv", right), [])
})

test("IMPORT-04 TRUE and FALSE from a spreadsheet are accepted, and other words are refused in plain language", async () => {
  for (const yes of ["TRUE", "FALSE", "True", "false", ""]) {
    const text = `${headers}\n${person("A", { yes })}`
    assert.deepEqual(await problemsOf("people.csv", text), [], yes)
  }
  for (const yes of ["yes", "1", "WAHR", "0"]) {
    const text = `${headers}\n${person("A", { yes })}`
    assert.deepEqual(await problemsOf("people.csv", text), [
      `2 isEmailSubscribed must be true or false, not "${yes}"`,
    ])
  }
  const numbers = {
    ...{ record: "person", accountNumber: 7, personNumber: null, firstName: [], lastName: {} },
    ...{ dateOfBirth: 1970, emailAddress: 1, isEmailSubscribed: "yes", address: "1 Main St" },
  }
  const other = { record: "payment-method", kind: "cash" }
  const text = [numbers, other].map((record) => JSON.stringify(record)).join("\n")
  const problems = await problemsOf("people.ndjson", text)
  assert.deepEqual(problems, [
    "1 accountNumber must be text in quotes",
    "1 personNumber must be text in quotes",
    "1 firstName must be text in quotes",
    "1 lastName must be text in quotes",
    "1 dateOfBirth must be text in quotes",
    "1 emailAddress must be text in quotes",
    '1 isEmailSubscribed must be true or false, not "yes"',
    '1 address must be an object: {…}, not "1 Main St"',
    '2 kind must be one of "card", "bank"',
  ])
})

test("IMPORT-04 a row of totals and other rows that are not records are refused with their line", async () => {
  const bills = "policyNumber,dueDate,amountDue\n9000000001,2026-12-01,48.00\n"
  for (const row of [
    "TOTAL,,48.00",
    "TOTAL,1,48.00",
    "policyNumber,dueDate,amountDue",
    ",,48.00",
  ]) {
    const problems = await problemsOf("bills.csv", `${bills}${row}\n`)
    const isNamed = (problem: string) => problem.startsWith("3 policyNumber must be 10 digits")
    assert.ok(problems.some(isNamed), String(problems))
  }
  const total = `TOTAL,2${",".repeat(9)}`
  const problems = await problemsOf("people.csv", [headers, person("A"), total].join("\n"))
  assert.ok(problems.length > 0 && problems.every((problem) => problem.startsWith("3 ")))
})

test("IMPORT-04 a check that stops early reports that", async () => {
  const rows = Array.from({ length: 4_400 }, (_, at) => person(`A${at}`, { name: "" }))
  const { bad, refused } = await reportOf("people.csv", [headers, ...rows].join("\n"))
  assert.equal(bad.length, 101)
  assert.match(refused ?? "", /^101 rows are bad among the first 101; the check stopped there/)
  const few = await reportOf("people.csv", [headers, ...rows.slice(0, 2), person("B")].join("\n"))
  assert.match(few.refused ?? "", /^2 rows are bad, of 3\. /)
})

test("IMPORT-04 a file in another encoding or format is refused with the actual reason and line", async () => {
  const text = `${headers}\r\n${person("A")}\r\n${person("B", { name: "José" })}\r\n`
  const cure = '. In a spreadsheet, save the table as "CSV UTF-8"'
  const utf16 = `1 is UTF-16 text, and must be UTF-8${cure}`
  const le = Buffer.from(text, "utf16le")
  for (const [body, problem] of [
    [Buffer.from(text, "latin1"), `3 is not UTF-8 text${cure}`],
    [Buffer.concat([Buffer.from([0xff, 0xfe]), le]), utf16],
    [Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(le).swap16()]), utf16],
    [le, utf16],
    [Buffer.from(le).swap16(), utf16],
    [Buffer.from("PK\u0003\u0004.."), `1 is an Excel workbook or a ZIP file, and not text${cure}`],
    [Buffer.from(text).subarray(0, text.indexOf("é") + 1), `3 is not UTF-8 text${cure}`],
  ] as const) {
    assert.deepEqual(await problemsOf("people.csv", body), [problem])
  }
  for (const marks of ["\ufeff", "\ufeff\ufeff"]) {
    assert.deepEqual(await problemsOf("people.csv", `${marks}${text}`), [])
  }
})

test("IMPORT-18 a text that lost a character is refused, and a probably damaged one causes a warning", async () => {
  const lost = 'holds "\ufffd", which stands for a lost character: export the text again, as UTF-8'
  const text = (name: string) => `${headers}\n${person("A", { name })}\n`
  assert.deepEqual(await problemsOf("people.csv", text("Jos\ufffd")), [`2 firstName ${lost}`])
  for (const name of ["JosÃ©", "Jos&eacute;", "Joâ€™s", "JÃ¼rgen", "Jos&#233;"]) {
    const { bad, refused, warnings } = await reportOf("people.csv", text(name))
    assert.deepEqual([bad, refused, warnings.length], [[], undefined, 1], name)
    assert.match(
      warnings[0]?.reasons.join() ?? "",
      /^firstName has ".+", which people see as it is$/,
    )
  }
  for (const name of ["JOÃO", "Zoë", "Ângela", "A & B", "AT&T; x", "d’Été", "Ana"]) {
    const { bad, warnings } = await reportOf("people.csv", text(name))
    assert.deepEqual([bad, warnings], [[], []], name)
  }
  for (const name of ["#N/A", "#REF!", "########"]) {
    assert.match((await problemsOf("people.csv", text(name))).join(), /an error of a spreadsheet/)
  }
})

test("IMPORT-19 a file without a row changes nothing, and is reported", async () => {
  const [people = "", , products = ""] = exampleFiles("csv")
  const empties = {
    "bills.csv": "",
    "documents.csv":
      "policyNumber,documentId,documentSource,documentCategory,documentTypeId,documentName,documentCreatedDate\r\n",
    "users.ndjson": "\n",
    "people-2.csv": `${headers}\n${",".repeat(10)}\n`,
    "more.ndjson": '{"record":"file"}\n',
  }
  const paths = Object.keys(empties).map((name) => join(folder, name))
  for (const [name, text] of Object.entries(empties)) await writeFile(join(folder, name), text)
  const counted = async () =>
    await database.rows(sql`select count(*)::int as people from policy_admin.person`)
  const before = await counted()
  const report = await importInto(database, clock, [people, products, ...paths])
  assert.deepEqual([report.refused, report.records, report.removed], [undefined, 4, 0])
  assert.deepEqual(report.empty.toSorted(), Object.keys(empties).toSorted())
  assert.deepEqual(await counted(), before)
  const count = report.missing.people + report.missing.products
  const removing = await importInto(database, clock, [people, products, ...paths], {
    removeMissing: count,
  })
  assert.match(removing.refused ?? "", /^--remove-missing needs rows in each file/)
  assert.deepEqual(await counted(), before)
})

test("IMPORT-19 the command exits with 3 after a file without a row, and its JSON contains the file's name", async (t) => {
  const { settings, close } = await openCommandDatabase(demoFilling(createTestClock()))
  t.after(close)
  const command = ["--client", "wayfarer", "--as-of", "2026-03-31T23:00:00-05:00"]
  const run = async (...typed: string[]) =>
    await runCommandHere("import", [...command, ...typed], settings)
  const empty = join(folder, "users.csv")
  await writeFile(empty, "")
  const [people = ""] = exampleFiles("csv")
  const first = await run(people, empty)
  assert.equal(first.code, 3, first.out + first.err)
  assert.match(first.out, /^users\.csv {2}warning: has no rows\./m)
  const second = await run("--json", empty)
  assert.equal(second.code, 3)
  const { empty: named, refused } = JSON.parse(second.out)
  assert.deepEqual([named, refused], [["users.csv"], undefined])
  const quote = join(folder, "people.csv")
  await writeFile(quote, `${headers}\n${person("A", { street: '12" Main St' })}\n`)
  const third = await run("--json", quote)
  assert.equal(third.code, 1)
  assert.match(JSON.parse(third.out).refused, /^Nothing was imported\. people\.csv cannot be read/)
  const missing = await run(join(folder, "people-none.csv"))
  assert.equal(missing.code, 2)
  assert.match(missing.err, /people-none\.csv cannot be read: no such file or directory\./)
})
