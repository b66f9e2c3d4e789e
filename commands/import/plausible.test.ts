import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { test } from "node:test"
import { csvRow } from "#platform/text/csv.ts"
import { fieldsOf } from "./fields.ts"
import { type FileToRead, fileOf } from "./files/read-rows.ts"
import { itemsOf } from "./items.ts"
import { readRecords, sourceOf, startReading } from "./plan.ts"
import { fileNames, type RecordKind, recordKinds, recordRules } from "./record-rules.ts"

const today = Temporal.PlainDate.from("2026-11-26")
const rules = recordRules(today)
const examples = join(import.meta.dirname, "../../examples/import")

type Json = Record<string, unknown>

/** A valid record of each kind. */
function exampleOf(kind: RecordKind): Json {
  const [line = ""] = readFileSync(join(examples, `${fileNames[kind]}.ndjson`), "utf8").split("\n")
  const { record: _, asOf: __, ...record } = JSON.parse(line)
  return record
}

/** The problems of the example with this value for the header. */
function problemsOf(kind: RecordKind, header: string, value: unknown): string[] {
  const record = exampleOf(kind)
  let branch: Json = record
  const names = header.split(".").map((name) => (name === "1" ? "0" : name))
  for (const [at, name] of names.slice(0, -1).entries()) {
    branch[name] ??= names[at + 1] === "0" ? [] : {}
    branch = branch[name] as Json
  }
  branch[names.at(-1) ?? ""] = value
  const items = itemsOf(rules, kind, record)
  return Array.isArray(items) ? items.filter((problem) => problem.startsWith(`${header} `)) : []
}

function headersWith(isMeant: (kind: RecordKind, header: string) => boolean) {
  return recordKinds.flatMap((kind) =>
    fieldsOf(kind)
      .filter(({ name }) => isMeant(kind, name))
      .map(({ name }) => [kind, name] as const),
  )
}

const dates = headersWith((kind, header) =>
  problemsOf(kind, header, "x").some((problem) => problem.includes("must be a date")),
)
const amounts = headersWith((kind, header) =>
  problemsOf(kind, header, "x").some((problem) => problem.includes("must be an amount")),
)

test("every date of every file refuses days that do not exist and impossible years", () => {
  const named = dates.map(([, header]) => header)
  for (const header of ["dateOfBirth", "dueDate", "paidThrough", "coverageEffectiveDate"]) {
    assert.ok(named.includes(header), header)
  }
  for (const [kind, header] of dates) {
    for (const value of ["0026-12-05", "0926-12-05", "1899-12-31", "2061-01-31", "9999-12-31"]) {
      assert.equal(problemsOf(kind, header, value).length, 1, `${kind} ${header} ${value}`)
    }
    for (const value of ["2026-02-30", "2025-04-31", "2026-02-29", "02/03/2026", "46059"]) {
      const problems = problemsOf(kind, header, value)
      assert.match(problems.join(), /must be a date such as/, `${kind} ${header} ${value}`)
    }
    const own = header === "billedThrough" ? "2027-01-04" : "2026-02-28"
    assert.deepEqual(problemsOf(kind, header, own), [], `${kind} ${header}`)
  }
})

test("every amount of every file refuses sums that no gateway accepts and no plan costs", () => {
  assert.ok(amounts.length >= 11, String(amounts))
  for (const [kind, header] of amounts) {
    for (const value of [
      "9999999999.99",
      "100000000.00",
      "48",
      "48.0",
      "$48.00",
      "1,234.00",
      "(2.00)",
    ]) {
      assert.equal(problemsOf(kind, header, value).length, 1, `${kind} ${header} ${value}`)
    }
    assert.deepEqual(problemsOf(kind, header, "0.00"), [], `${kind} ${header}`)
  }
  const isLarge = (kind: RecordKind, header: string) =>
    problemsOf(kind, header, "1000000.00").length === 0
  assert.deepEqual(
    amounts
      .filter((one) => isLarge(...one))
      .map(([, header]) => header)
      .toSorted(),
    ["amountPaid", "benefitAmount", "riders.1.benefitAmount"],
  )
})

for (const [kind, header, value, reason] of [
  ["bill", "dueDate", "2016-01-31", "must be from 2019-11-26 to 2028-11-26"],
  ["bill", "dueDate", "2003-02-20", "must be from 2019-11-26 to 2028-11-26"],
  ["bill", "dueDate", "2036-12-05", "must be from 2019-11-26 to 2028-11-26"],
  ["person", "dateOfBirth", "2026-11-27", "must be from 1900-01-01 to 2026-11-26"],
  ["person", "dateOfBirth", "today+1d", "must be from 1900-01-01 to 2026-11-26"],
  ["payment-method", "expirationDate", "08/2062", "must have a year from 2000 to 2046"],
  ["payment-method", "expirationDate", "08/1931", "must have a year from 2000 to 2046"],
  ["bill", "adjustment", "-1000000.00", "must be at most 999999.99"],
] as const) {
  test(`${header} ${value} is refused`, () => {
    const problems = problemsOf(kind, header, value)
    assert.deepEqual(
      problems.map((problem) => problem.replace(`, not "${value}"`, "")),
      [`${header} ${reason}`],
    )
  })
}

test("a total debt above the gateway's limit is refused", () => {
  const record = { policyNumber: "9000000001", dueDate: "2026-11-01", amountDue: "999999.99" }
  assert.deepEqual(itemsOf(rules, "bill", { ...record, pastDueAmount: "0.01" }), [
    "pastDueAmount and amountDue must be at most 999999.99 together",
  ])
})

test("a person born today, and the oldest possible one, are imported", () => {
  for (const value of ["1900-01-01", "2026-11-26"]) {
    assert.deepEqual(problemsOf("person", "dateOfBirth", value), [])
  }
})

const lostZero = "Spreadsheets drop leading zeros: format the column as text"
const shortened =
  "is a number that a spreadsheet or program shortened, and may have lost digits: export the column as text"

test("IMPORT-17 a key that a spreadsheet shortened to a number is a bad row in every key column", async () => {
  const keys = headersWith((kind, header) =>
    problemsOf(kind, header, "NEW-1 ").some((problem) => problem.includes("must not have blanks")),
  )
  for (const header of ["person accountNumber", "user accountNumber", "document documentId"]) {
    assert.ok(
      keys.some((one) => one.join(" ") === header),
      header,
    )
  }
  assert.ok(keys.length >= 14, String(keys))
  for (const [kind, header] of [...keys, ["user", "username"] as const]) {
    for (const value of ["1.23457E+11", "1,23457E+11", "1E+11", "1.5e10", "1.2E-05", "1001.0"]) {
      if (header === "username" && /[+,]/.test(value)) continue
      assert.ok(
        problemsOf(kind, header, value).includes(`${header} ${shortened}`),
        `${header} ${value}`,
      )
    }
    for (const value of ["12E5", "1E10", "E-11", "1001.00.1", "9.1", "0012"]) {
      const problems = problemsOf(kind, header, value)
      assert.ok(!problems.includes(`${header} ${shortened}`), `${header} ${value}`)
    }
  }
  for (const policyNumber of ["9.1E+09", "4003120956.0", "400312095"]) {
    assert.deepEqual(problemsOf("bill", "policyNumber", policyNumber), [
      `policyNumber must be 10 digits, not "${policyNumber}"${policyNumber === "400312095" ? `. ${lostZero}` : ""}`,
    ])
  }
})

test("IMPORT-04 a problem shows the found value, except for secrets, long texts and possible card numbers", () => {
  const found = (kind: RecordKind, header: string, value: string) =>
    problemsOf(kind, header, value).join()
  assert.match(found("person", "address.stateCode", "Maine"), /capitals, not "Maine"$/)
  assert.match(found("person", "phoneNumber", "207-555"), /, not "207-555"$/)
  assert.match(found("product", "billing.kind", "Direct"), /, not "Direct"$/)
  for (const [kind, header, value] of [
    ["user", "password", "secret"],
    ["person", "phoneNumber", "4242424242424242"],
    ["person", "address.zipCode", "0".repeat(60)],
  ] as const) {
    const problem = found(kind, header, value)
    assert.notEqual(problem, "")
    assert.ok(!problem.includes(value), problem)
  }
})

for (const [kind, header, value, reason] of [
  [
    "person",
    "address.zipCode",
    "4101",
    `must be a zip code such as 04101 or 04101-1234, not "4101". ${lostZero}`,
  ],
  [
    "person",
    "address.zipCode",
    "41011234",
    `must be a zip code such as 04101 or 04101-1234, not "41011234". ${lostZero}`,
  ],
  [
    "payment-method",
    "address.zipCode",
    "04101-",
    'must be a zip code such as 04101 or 04101-1234, not "04101-"',
  ],
  ["product", "policyNumber", "003120956", `must be 10 digits, not "003120956". ${lostZero}`],
  ["document", "policyNumber", "40031209561", 'must be 10 digits, not "40031209561"'],
  [
    "payment-method",
    "lastFour",
    "42",
    `must be the number's last four digits, not "42". ${lostZero}`,
  ],
  [
    "person",
    "emailAddress",
    "bo.oneil@",
    'must be an email address such as bo.oneil@example.com, not "bo.oneil@"',
  ],
  ["product", "billing.frequencyCode", "W", 'must be one of the frequencies M, A, not "W"'],
  [
    "user",
    "securityQuestionId",
    "99",
    'must be the number of a security question, 1 to 6, not "99"',
  ],
  ["user", "securityQuestionId", "Rex", "must be the number of a security question, 1 to 6"],
  ["bill", "dueDate", "31.03.2026", 'must be a date such as 2026-03-31, not "31.03.2026"'],
  [
    "person",
    "firstName",
    "Ann ".repeat(60),
    'must have at most 100 characters, and has 240: "Ann Ann Ann Ann Ann " …',
  ],
  [
    "person",
    "firstName",
    `4242 4242 4242 4242 ${"x".repeat(200)}`,
    "must have at most 100 characters, and has 220",
  ],
  ["user", "securityAnswer", "x".repeat(101), "must have at most 100 characters"],
  ["user", "password", `Aa1!${"x".repeat(300)}`, "must have at most 200 characters"],
] as const) {
  test(`IMPORT-04 ${kind} ${header} ${value.slice(0, 20)} is refused with the found value and what to write`, () => {
    assert.deepEqual(problemsOf(kind, header, value), [`${header} ${reason}`])
  })
}

test("IMPORT-03 an impossible date or amount is a bad row with its file and line, in every column of every file", async () => {
  const isCard = (header: string) => header === "expirationDate"
  const named = (what: RegExp) =>
    recordKinds.flatMap((kind) =>
      fieldsOf(kind)
        .filter(({ name, type }) => type === "text" && what.test(name) && !isCard(name))
        .map(({ name }) => [kind, name] as const),
    )
  assert.deepEqual(named(/date(OfBirth)?$|through$|until$|oncePaid$/i), dates)
  assert.deepEqual(named(/(amount(Due|Paid)?|premium|fee|credit|adjustment)$/i), amounts)
  const folder = await mkdtemp(join(tmpdir(), "plausible-"))
  try {
    for (const [kind, header] of [...dates, ...amounts]) {
      for (const value of ["9999-12-31", "999999999.99", "44317"]) {
        const file = `${fileNames[kind]}.csv`
        const good = flat(exampleOf(kind))
        const headers = [...new Set([...Object.keys(good), header])]
        const rows = [{ ...good, [header]: undefined }, good, { ...good, [header]: value }]
        const text = [headers, ...rows.map((row) => headers.map((name) => row[name] ?? ""))]
        await writeFile(join(folder, file), text.map((cells) => csvRow(cells.map(String))).join(""))
        const path = fileOf(join(folder, file)) as FileToRead
        const now = new Date("2026-11-26T12:00:00Z")
        const source = await sourceOf([path], { today, asOf: now, now })
        const found: string[] = []
        for await (const { line, problems = [], file: name } of readRecords(
          source,
          startReading(),
        )) {
          if (line === 4) found.push(...problems.map((problem) => `${name}:${line} ${problem}`))
        }
        assert.ok(
          found.some((problem) => problem.startsWith(`${file}:4 ${header} must be `)),
          `${kind} ${header} ${value}: ${found}`,
        )
      }
    }
  } finally {
    await rm(folder, { recursive: true })
  }
})

/** The cells of a record by header. */
function flat(part: object, path = ""): Record<string, unknown> {
  const entries = Object.entries(part).map(([key, value]) => {
    const name = `${path}${Array.isArray(part) ? Number(key) + 1 : key}`
    return value !== null && typeof value === "object"
      ? flat(value, `${name}.`)
      : { [name]: value ?? "" }
  })
  return Object.assign({}, ...entries)
}
