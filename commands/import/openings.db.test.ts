import assert from "node:assert/strict"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after, before, test } from "node:test"
import type { Database } from "#database/open.ts"
import { createEmbeddedPolicyAdmin } from "#ports/policy-admin/embedded/embedded.ts"
import { findAmbiguousOpenings } from "#ports/policy-admin/embedded/refresh/balances.store.ts"
import { writeBalances } from "#ports/policy-admin/embedded/refresh/balances.ts"
import { openTestDatabase } from "#testing/database.ts"
import { testPasswords } from "#testing/secret-key.ts"
import { type ExportFormat, exportFiles } from "./export-files.ts"
import { type FileToRead, fileOf } from "./files/read-rows.ts"
import { type ImportReport, importFiles } from "./import-files.ts"
import { sourceOf } from "./plan.ts"

let folder: string
const open = new Set<Database>()
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "openings-test-"))
})
after(async () => {
  for (const database of open) await database.close()
  await rm(folder, { recursive: true })
})

const client = "c"
const policyNumber = "4003120956"
const people =
  "accountNumber,personNumber,firstName,lastName,dateOfBirth,emailAddress,address.addressLine1,address.cityName,address.stateCode,address.zipCode\n" +
  "A1,A1,Ana,Reyes,1980-01-01,,1 Elm St,Salem,OR,97301\n"

interface Terms {
  code?: string
  price?: string
  active?: boolean
  status?: string
}
function products({
  code = "M",
  price = "50.00",
  active = true,
  status = "Active",
}: Terms = {}): string {
  return (
    "accountNumber,policyNumber,productDesc,policyStatus,active,isInsuranceProduct,coverageType,annualPremium,billing.frequencyCode,billing.frequencies.1.code,billing.frequencies.1.label,billing.frequencies.1.amount\n" +
    `A1,${policyNumber},Life,${status},${active},true,Single,600.00,${code},${code},Period,${price}\n`
  )
}

test("IMPORT-20 bills of products that have ended are imported with a warning, and people without an email address are counted", async () => {
  const bill = `policyNumber,dueDate,amountDue\n${policyNumber},2026-04-01,50.00\n`
  const reason = `asks for money of the product ${policyNumber}, which has ended. Look whether it is still owed`
  for (const terms of [{ active: false }, { status: "Lapsed" }, { status: "CANCELED" }]) {
    const { load } = await installation()
    const files = { "people.csv": people, "products.csv": products(terms), "bills.csv": bill }
    const first = await load("2026-03-15", files)
    assert.equal(first.unreachable, 1)
    assert.deepEqual(first.warnings, [{ file: "bills.csv", line: 2, reasons: [reason] }])
    // The product was stored by the previous load.
    const later = await load("2026-03-16", { "bills.csv": bill.replace("50.00", "49.00") })
    assert.deepEqual(later.warnings, [{ file: "bills.csv", line: 2, reasons: [reason] }])
    const paid = `policyNumber,dueDate,amountDue\n${policyNumber},2026-04-01,0.00\n`
    assert.deepEqual((await load("2026-03-17", { "bills.csv": paid })).warnings, [])
  }
  const { load } = await installation()
  const right = { "people.csv": people.replace("01-01,,", "01-01,ana@fund.coop,") }
  const report = await load("2026-03-15", {
    ...right,
    ...{ "products.csv": products({ status: "Active" }), "bills.csv": bill },
  })
  assert.deepEqual([report.unreachable, report.warnings], [0, []])
})

/** A separate installation with the embedded account system. */
async function installation() {
  const database = await openTestDatabase()
  open.add(database)
  const policyAdmin = createEmbeddedPolicyAdmin(database)
  const needs = { database, passwords: testPasswords }
  let loads = 0
  async function load(day: string, files: Record<string, string>): Promise<ImportReport> {
    loads += 1
    const paths: FileToRead[] = []
    for (const [name, text] of Object.entries(files)) {
      const place = await mkdtemp(join(folder, `${loads}-`))
      await writeFile(join(place, name), text)
      paths.push(fileOf(join(place, name)) as FileToRead)
    }
    const now = new Date(`${day}T18:00:00Z`)
    const today = Temporal.PlainDate.from(day)
    const asOf = new Date(`${day}T12:00:${String(loads).padStart(2, "0")}Z`)
    const source = await sourceOf(paths, { today, asOf, now })
    const options = { client, maxErrors: 0, isDryRun: false, refresh: { asOf } }
    return await importFiles(needs, source, options, () => {})
  }
  const start = async (day: string, bills: string, terms?: Terms) =>
    await load(day, { "people.csv": people, "products.csv": products(terms), "bills.csv": bills })
  async function bills(): Promise<[dueDate: string, owed: number][]> {
    const found = await policyAdmin.openBills(client, "A1", policyNumber)
    return found.map(({ dueDate, owed }) => [dueDate, owed])
  }
  /** Runs the daily billing on these days, and pays each bill immediately if `isPaid`. */
  async function run(from: string, days: number, isPaid = false): Promise<string[]> {
    const dueDates: string[] = []
    for (let day = 0; day < days; day += 1) {
      const today = Temporal.PlainDate.from(from).add({ days: day }).toString()
      await policyAdmin.billing.issueBills?.(client, today)
      const found = await policyAdmin.openBills(client, "A1", policyNumber)
      for (const { dueDate, number, owed: amount } of isPaid ? found : []) {
        dueDates.push(dueDate)
        const paymentId = crypto.randomUUID()
        const posting = { client, accountNumber: "A1", policyNumber, paymentId, amount }
        await policyAdmin.applyPayment({ ...posting, paidOn: today, billNumbers: [number] })
      }
    }
    return dueDates
  }
  async function exported(format: ExportFormat): Promise<Record<string, string>> {
    const to = await mkdtemp(join(folder, "export-"))
    await exportFiles(needs, client, join(to, "out"), format, () => {})
    const text = async (name: string) => await readFile(join(to, "out", name), "utf8")
    const names = [`people.${format}`, `products.${format}`, `bills.${format}`]
    return Object.fromEntries(await Promise.all(names.map(async (one) => [one, await text(one)])))
  }
  return { database, policyAdmin, load, start, bills, run, exported }
}

const header = "policyNumber,dueDate,amountDue,pastDueAmount,billingDay,billedThrough\n"
/**
 * Rows of bills.csv for the one product: due date, amount due, past due, billing day, billed
 * through.
 */
const rows = (...cells: string[]) =>
  header + cells.map((row) => `${policyNumber},${row}\n`).join("")
const sum = (bills: [string, number][]) => bills.reduce((total, [, owed]) => total + owed, 0)

for (const { name, day, terms, given, owed, next } of [
  {
    name: "three months of arrears and the current one",
    day: "2026-04-10",
    terms: { price: "64.80" },
    given: [
      "2026-01-15,64.80,,,",
      "2026-02-15,64.80,,,",
      "2026-03-15,64.80,,,",
      "2026-04-15,64.80,,,",
    ],
    owed: 25_920,
    next: "2026-05-15",
  },
  {
    name: "$150 of January to March and $50 of April",
    day: "2026-04-10",
    terms: {},
    given: [
      "2026-01-15,50.00,,,",
      "2026-02-15,50.00,,,",
      "2026-03-15,50.00,,,",
      "2026-04-15,50.00,,,",
    ],
    owed: 20_000,
    next: "2026-05-15",
  },
  {
    name: "two months of arrears",
    day: "2026-04-10",
    terms: {},
    given: ["2026-02-15,50.00,,,", "2026-03-15,50.00,,,", "2026-04-15,50.00,,,"],
    owed: 15_000,
    next: "2026-05-15",
  },
  {
    name: "arrears with nothing current, in the order of the source",
    day: "2026-04-10",
    terms: {},
    given: ["2026-03-15,50.00,,,2026-04-14", "2026-01-15,50.00,,,", "2026-02-15,50.00,,,"],
    owed: 15_000,
    next: "2026-04-15",
  },
  {
    name: "a half-paid bill between paid ones",
    day: "2026-04-10",
    terms: {},
    given: ["2026-02-15,12.34,,,2026-05-14"],
    owed: 1_234,
    next: "2026-05-15",
  },
  {
    name: "two quarters of arrears",
    day: "2026-10-10",
    terms: { code: "Q", price: "150.00" },
    given: ["2026-04-30,150.00,,31,", "2026-07-31,150.00,,31,", "2026-10-31,150.00,,31,"],
    owed: 45_000,
    next: "2027-01-31",
  },
  {
    name: "the whole debt in one sum, with the last billed day",
    day: "2026-04-10",
    terms: {},
    given: ["2026-01-15,200.00,,,2026-05-14"],
    owed: 20_000,
    next: "2026-05-15",
  },
  {
    name: "one month of arrears in sums",
    day: "2026-04-10",
    terms: {},
    given: ["2026-03-15,50.00,50.00,,"],
    owed: 10_000,
    next: "2026-05-15",
  },
]) {
  test(`after the daily runs a balance owes what its file states, and the next period comes next: ${name}`, async () => {
    const at = await installation()
    const report = await at.start(day, rows(...given), terms)
    assert.deepEqual([report.refused, report.bad], [undefined, []])
    assert.equal(sum(await at.bills()), owed)
    await at.run(day, 3)
    const issued = (await at.bills()).filter(([dueDate]) => dueDate >= next)
    assert.equal(sum(await at.bills()) - sum(issued), owed)
    if (issued[0]) assert.equal(issued[0][0], next)
    await at.run(Temporal.PlainDate.from(next).subtract({ days: 20 }).toString(), 2)
    assert.ok((await at.bills()).some(([dueDate]) => dueDate === next))
    // Loading the same file again, and an export, change nothing.
    assert.equal((await at.start(day, rows(...given), terms)).changes.bills, 0)
    for (const format of ["csv", "ndjson"] as const) {
      const files = await at.exported(format)
      const again = await at.load(Temporal.PlainDate.from(day).add({ days: 1 }).toString(), files)
      assert.deepEqual([again.bad, again.changes.bills], [[], 0])
      // Another installation bills the same days.
      const other = await installation()
      await other.load("2026-11-01", files)
      assert.deepEqual(await other.bills(), await at.bills())
      assert.deepEqual(await other.exported(format), files)
    }
  })
}

test("a bill may be open one period and 62 days before it is due", async () => {
  const at = await installation()
  const report = await at.start("2026-11-26", rows("2027-02-26,50.00,,,"))
  assert.deepEqual(report.bad, [])
})

const cure = "write one row for each open bill, with its own dueDate and amountDue"
for (const [day, given, reason] of [
  [
    "2026-04-10",
    "2026-01-15,50.00,150.00,,",
    `pastDueAmount 150.00 is more than one period of 50.00: ${cure}`,
  ],
  [
    "2026-04-10",
    "2026-01-15,,150.00,,",
    `pastDueAmount 150.00 is more than one period of 50.00: ${cure}`,
  ],
  [
    "2026-04-10",
    "2026-01-15,200.00,,,",
    `amountDue 200.00 is more than one period of 50.00: ${cure}, or add billedThrough`,
  ],
  [
    "2026-04-10",
    "2026-04-15,50.00,50.00,,",
    `dueDate 2026-04-15 must be that of the amount that is past due: ${cure}`,
  ],
  [
    "2026-11-26",
    "2021-01-31,48.00,,,",
    `dueDate 2021-01-31 leaves more than 2 periods without a bill: add billedThrough, the last day that has been billed, or ${cure}`,
  ],
  [
    "2026-11-26",
    "2021-01-31,,,,",
    `dueDate 2021-01-31 leaves more than 2 periods without a bill: add billedThrough, the last day that has been billed, or ${cure}`,
  ],
  [
    "2026-11-26",
    "2026-11-15,50.00,,,2026-11-14",
    "billedThrough must not be before dueDate, which has a bill",
  ],
  [
    "2026-11-26",
    "2026-12-15,,,,2027-01-14",
    "dueDate must be 2027-01-15, the day after billedThrough",
  ],
  [
    "2026-11-26",
    "2027-02-27,50.00,,,",
    "dueDate 2027-02-27 is more than one period ahead, so nothing can be open for it: it must be at most 2027-02-26",
  ],
] as const) {
  test(`an ambiguous row is refused with an explanation of how to write it: ${given}`, async () => {
    const at = await installation()
    const report = await at.start(day, rows(given))
    assert.deepEqual(report.bad, [{ file: "bills.csv", line: 2, reasons: [reason] }])
    // The same is true a night later, when only the bills are loaded.
    assert.equal(
      (await at.load(day, { "people.csv": people, "products.csv": products() })).refused,
      undefined,
    )
    const alone = await at.load(day, { "bills.csv": rows(given) })
    assert.deepEqual(alone.bad, [{ file: "bills.csv", line: 2, reasons: [reason] }])
    assert.deepEqual(await at.bills(), [])
  })
}

test("rows of a product that contradict each other are refused with their lines", async () => {
  const at = await installation()
  const bad = async (...given: string[]) =>
    (await at.start("2026-04-10", rows(...given))).bad.map(({ line, reasons }) => [
      line,
      ...reasons,
    ])
  assert.deepEqual(await bad("2026-03-31,50.00,,31,", "2026-04-15,50.00,,15,"), [
    [2, "billingDay differs between the rows, or stands in several (lines 2, 3)"],
  ])
  assert.deepEqual(await bad("2026-03-15,50.00,,,", "2026-03-15,50.00,,,"), [
    [2, "two rows have the same dueDate (lines 2, 3)"],
  ])
  assert.deepEqual(await bad("2026-03-15,50.00,50.00,,", "2026-04-15,50.00,,,"), [
    [
      2,
      "pastDueAmount stands for an earlier bill: give that bill a row with its own amountDue (lines 2, 3)",
    ],
  ])
  // The row with the last day billed makes no difference.
  for (const given of [
    ["2026-03-15,50.00,,15,2026-03-14", "2026-04-15,50.00,,15,"],
    ["2026-03-15,50.00,,15,", "2026-04-15,50.00,,15,2026-03-14"],
  ]) {
    const reasons = (await bad(...given)).flat().join("\n")
    assert.match(reasons, /billedThrough must not be before dueDate, which has a bill/)
  }
  assert.match(
    String((await bad("2025-10-15,50.00,,,", "2025-11-15,50.00,,,"))[0]?.[1]),
    /dueDate 2025-11-15 leaves more than 2 periods without a bill/,
  )
  for (const [given, reason] of [
    ["2026-04-30,50.00,,1,", /dueDate must be on billingDay 1, and is 2026-04-30$/],
    ["2026-04-15,50.00,,31,", /dueDate must be on billingDay 31, and is 2026-04-15$/],
    ["2026-04-01,50.00,,1,2026-04-29", /2026-04-30 is not on billing day 1$/],
    ["2026-03-31,50.00,,31,2026-04-30", /2026-05-01 is not on billing day 31$/],
    ["2026-04-15,50.00,,,2026-05-31", /2026-06-01 is not on billing day 15$/],
  ] as const) {
    assert.match(String((await bad(given))[0]?.[1]), reason, given)
  }
  assert.deepEqual(await bad("2026-03-15,50.00,,,", "2026-02-30,50.00,,,"), [
    [2, "is left out with line 3, which is of the same product"],
    [3, 'dueDate must be a date such as 2026-03-31, not "2026-02-30"'],
  ])
})

test("a billing day of the 29th to the 31st survives short months, loads and a move, however often", async () => {
  for (const [code, stated, dueDate, days, after] of [
    [
      "M",
      "31",
      "2027-02-28",
      130,
      ["2027-02-28", "2027-03-31", "2027-04-30", "2027-05-31", "2027-06-30"],
    ],
    ["M", "30", "2027-02-28", 95, ["2027-02-28", "2027-03-30", "2027-04-30", "2027-05-30"]],
    ["Q", "31", "2027-02-28", 190, ["2027-02-28", "2027-05-31", "2027-08-31"]],
    ["S", "29", "2027-02-28", 190, ["2027-02-28", "2027-08-29"]],
    ["A", "29", "2027-02-28", 400, ["2027-02-28", "2028-02-29"]],
  ] as const) {
    const at = await installation()
    await at.start("2027-02-01", rows(`${dueDate},50.00,,${stated},`), { code })
    // A nightly file contains only the date of the short month, and another amount.
    await at.load("2027-02-02", { "bills.csv": rows(`${dueDate},49.00,,,`) })
    const other = await installation()
    await other.load("2027-02-03", await at.exported("csv"))
    assert.deepEqual(await at.run("2027-02-03", days, true), after, `${code} ${stated}`)
    assert.deepEqual(await other.run("2027-02-03", days, true), after, `${code} ${stated}, moved`)
  }
})

test("several bills reveal the billing day that a short month hides", async () => {
  const at = await installation()
  await at.start("2026-03-01", rows("2026-01-31,50.00,,,", "2026-02-28,50.00,,,"))
  await at.run("2026-03-01", 5)
  assert.deepEqual((await at.bills()).at(-1), ["2026-03-31", 5_000])
})

test("a product that becomes active again is billed from that day, and not for the time of its lapse", async () => {
  const at = await installation()
  await at.start("2026-03-01", rows("2026-03-15,,,,"))
  await at.run("2026-03-01", 1, true)
  await at.load("2026-04-01", { "products.csv": products({ active: false }) })
  await at.run("2026-04-01", 3)
  assert.deepEqual(await at.bills(), [])
  await at.load("2028-05-20", { "products.csv": products() })
  await at.run("2028-05-20", 1)
  assert.deepEqual(await at.bills(), [["2028-05-20", 5_000]])
  await at.run("2028-05-21", 3)
  assert.deepEqual(await at.bills(), [
    ["2028-05-20", 5_000],
    ["2028-06-15", 5_000],
  ])
  // If its bills are loaded too, they decide.
  const from = await installation()
  await from.start("2026-03-01", rows("2026-03-15,,,,"), { active: false })
  await from.load("2028-05-20", {
    "products.csv": products(),
    "bills.csv": rows("2028-06-15,,,,2028-06-14"),
  })
  await from.run("2028-05-20", 2)
  assert.deepEqual(await from.bills(), [["2028-06-15", 5_000]])
})

test("a run issues at most two late bills of a product, and no later run issues more", async () => {
  const at = await installation()
  await at.start("2026-11-26", rows("2021-01-31,,,31,2021-01-30"))
  await at.run("2026-11-26", 5)
  assert.deepEqual(await at.bills(), [
    ["2021-01-31", 5_000],
    ["2021-02-28", 5_000],
  ])
})

test("the held bills of a product are reported, and an operator can issue them", async () => {
  const at = await installation()
  const { billing } = at.policyAdmin
  await at.start("2026-11-26", rows("2026-05-31,,,31,2026-05-30"))
  await at.run("2026-11-26", 2)
  assert.deepEqual(await billing.heldBills?.(client, "2026-11-27"), [
    { policyNumber, dueDate: "2026-07-31" },
  ])
  assert.equal(await billing.catchUp?.(client, "4999999999", "2026-11-27"), 0)
  assert.equal(await billing.catchUp?.("another", policyNumber, "2026-11-27"), 0)
  // July, August, September, October, and the bill of November 30, once.
  const issued = await Promise.all(
    [1, 2].map(() => billing.catchUp?.(client, policyNumber, "2026-11-27")),
  )
  assert.deepEqual(issued.toSorted(), [0, 5])
  assert.deepEqual(
    (await at.bills()).map(([dueDate]) => dueDate),
    [
      ...["2026-05-31", "2026-06-30", "2026-07-31", "2026-08-31", "2026-09-30", "2026-10-31"],
      "2026-11-30",
    ],
  )
  assert.deepEqual(await billing.heldBills?.(client, "2026-11-27"), [])
  await at.run("2026-11-28", 4)
  assert.deepEqual((await at.bills()).at(-1), ["2026-12-31", 5_000])
})

test("ambiguous balances from before are listed until unambiguous data are loaded", async () => {
  const at = await installation()
  const found = async () => await findAmbiguousOpenings(at.database)
  await at.start("2027-02-01", rows("2027-02-28,50.00,,,"))
  const shown = { client, policyNumber, dueDate: "2027-02-28" }
  assert.deepEqual(await found(), [{ ...shown, isSeveralPeriods: false }])
  await at.load("2027-02-02", { "bills.csv": rows("2027-02-28,50.00,,28,") })
  assert.deepEqual(await found(), [])
  // An earlier version loaded it as three periods in one sum.
  const arrears = { dueDate: "2027-01-15", amountDue: 5_000, pastDueAmount: 15_000 }
  const none = { amountPaid: 0, paidThrough: null, adjustment: 0, billingCredit: 0 }
  const asOf = new Date("2027-02-03T12:00:00Z")
  const balance = { ...none, ...arrears }
  await at.database.transaction((tx) =>
    writeBalances(tx, client, [{ policyNumber, balance }], { asOf }),
  )
  const several = { ...shown, dueDate: "2027-01-15", isSeveralPeriods: true }
  assert.deepEqual(await found(), [several])
  const months = ["2026-11-15", "2026-12-15", "2027-01-15", "2027-02-15"]
  await at.load("2027-02-04", { "bills.csv": rows(...months.map((day) => `${day},50.00,,,`)) })
  assert.deepEqual(await found(), [])
  assert.equal(sum(await at.bills()), 20_000)
})
