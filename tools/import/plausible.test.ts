import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { test } from "node:test"
import { fieldsOf } from "./fields.ts"
import { itemsOf } from "./items.ts"
import { fileNames, type RecordKind, recordKinds, recordRules } from "./record-rules.ts"

const today = Temporal.PlainDate.from("2026-11-26")
const rules = recordRules(today)
const examples = join(import.meta.dirname, "../../examples/import")

type Json = Record<string, unknown>

/** A right record of each kind. */
function exampleOf(kind: RecordKind): Json {
  const [line = ""] = readFileSync(join(examples, `${fileNames[kind]}.ndjson`), "utf8").split("\n")
  const { record: _, asOf: __, ...record } = JSON.parse(line)
  return record
}

/** The problems of the example after this header has this value. */
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

test("every date of every file refuses days that do not exist and years that cannot be", () => {
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

test("every amount of every file refuses what no gateway takes and no plan costs", () => {
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
    assert.deepEqual(problemsOf(kind, header, value), [`${header} ${reason}`])
  })
}

test("a debt of more than a gateway takes is refused in all", () => {
  const record = { policyNumber: "9000000001", dueDate: "2026-11-01", amountDue: "999999.99" }
  assert.deepEqual(itemsOf(rules, "bill", { ...record, pastDueAmount: "0.01" }), [
    "pastDueAmount and amountDue must be at most 999999.99 together",
  ])
})

test("a person who was born today, and the oldest one, come in", () => {
  for (const value of ["1900-01-01", "2026-11-26"]) {
    assert.deepEqual(problemsOf("person", "dateOfBirth", value), [])
  }
})
