import assert from "node:assert/strict"
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after, before, beforeEach, test } from "node:test"
import type { Database } from "#database/open.ts"
import { sql } from "#database/sql.ts"
import { later } from "#platform/time.ts"
import { findLoadedKinds } from "#ports/policy-admin/embedded/refresh/loaded-kinds.store.ts"
import { createTestClock } from "#testing/clock.ts"
import { openTestDatabase } from "#testing/database.ts"
import { openDemoDatabase } from "#testing/demo-database.ts"
import { migrationText } from "#testing/migration-text.ts"
import { exampleFiles, type ImportTerms, importInto } from "./import-fixture.ts"

const clock = createTestClock()
let database: Database
let folder: string

before(async () => {
  database = await openDemoDatabase(clock, { secondTenant: false })
  folder = await mkdtemp(join(tmpdir(), "as-of-test-"))
})
// Every client uses the gateway of the installation, so a reference in the examples may exist only
// once.
beforeEach(() =>
  database.rows(
    sql`update myaccount_core.payment_method set gateway_reference = client || '.' || record_id
      where gateway_reference = 'sample.visa.08-2031.bo'`,
  ),
)
after(async () => {
  await database?.close()
  await rm(folder, { recursive: true })
})

const at = (minutes: number) => later(clock.now(), { minutes: minutes - 240 })
const [people = "", methods = "", products = "", bills = "", documents = "", users = ""] =
  exampleFiles("csv")

/** Clients of the demo. Each test uses a separate one. */
type Client = "wayfarer" | "electricians" | "steelworkers" | "harbor" | "trades"

const load = (client: Client, paths: string[], asOf: Date | undefined, more: ImportTerms = {}) =>
  importInto(database, clock, paths, { client, asOf, ...more })

async function loads(client: Client, paths: string[], asOf: Date, more?: ImportTerms) {
  const report = await load(client, paths, asOf, more)
  assert.deepEqual([report.refused, report.bad], [undefined, []])
  return report
}

async function loadedOf(client: Client) {
  const known = await findLoadedKinds(database, client)
  assert.ok(
    known.every(({ importId }) => importId === null),
    "no import is left behind",
  )
  return Object.fromEntries(known.map(({ kind, asOf }) => [kind, asOf]))
}

async function file(name: string, lines: string[]): Promise<string> {
  await writeFile(join(folder, name), `${lines.join("\r\n")}\r\n`)
  return join(folder, name)
}

const billFile = (name: string, amount: string, more = "") =>
  file(name, [
    `policyNumber,dueDate,amountDue${more && ",asOf"}`,
    `9000000001,2026-12-05,${amount}${more}`,
  ])

test("IMPORT-16 a load that changed nothing still counts, so older data of the same kind are refused", async () => {
  const client = "wayfarer"
  await loads(client, [people, methods, products, bills], at(0))
  const same = await loads(client, [bills], at(60))
  assert.equal(same.changes.bills, 0)
  const changed = await billFile("bills-changed.csv", "41.00")
  const refused = await load(client, [changed], at(30))
  assert.match(
    refused.refused ?? "",
    new RegExp(
      `^These bills are as of ${at(30).toISOString()}; data as of ${at(60).toISOString()} are loaded\\. --force`,
    ),
  )
  assert.match((await load(client, [changed], at(30), { isDryRun: true })).refused ?? "", /--force/)
  const forced = await loads(client, [changed], at(30), { refresh: { isForced: true } })
  assert.equal(forced.changes.bills, 1)
  assert.match(
    (await load(client, [bills], at(45))).refused ?? "",
    /--force/,
    "a forced load hides none",
  )
  assert.equal(
    (await loads(client, [bills], at(60))).changes.bills,
    1,
    "an equal time is not older",
  )
})

test("IMPORT-16 each kind has its own as-of time, also in one import of several files", async () => {
  const client = "electricians"
  await loads(client, [people, methods, products, bills, documents, users], at(0))
  const kinds = ["bills", "documents", "payment-methods", "people", "products", "users"]
  assert.deepEqual(await loadedOf(client), Object.fromEntries(kinds.map((kind) => [kind, at(0)])))
  await loads(client, [bills], at(60))
  await loads(client, [people, users], at(30))
  const mixed = await billFile("bills-mixed.csv", "48.00", `,${at(90).toISOString()}`)
  await loads(client, [documents, mixed], at(20))
  assert.deepEqual(await loadedOf(client), {
    bills: at(90),
    documents: at(20),
    "payment-methods": at(0),
    people: at(30),
    products: at(0),
    users: at(30),
  })
  for (const [path, asOf] of [
    [people, at(29)],
    [methods, at(-1)],
    [products, at(-1)],
    [bills, at(89)],
    [documents, at(19)],
    [users, at(29)],
  ] as const) {
    assert.match((await load(client, [path], asOf)).refused ?? "", /--force/, path)
  }
  assert.match((await load(client, [products, bills], at(60))).refused ?? "", /^These bills/)
  // Documents, users and payment methods may be imported without a time, which records none.
  assert.equal((await load(client, [documents, users, methods], undefined)).refused, undefined)
  assert.deepEqual((await loadedOf(client)).documents, at(20))
})

test("IMPORT-16 an import that fails, is refused or only checks records no time", async () => {
  const client = "steelworkers"
  const before = await loadedOf(client)
  const bad = await file("people-bad.csv", ["accountNumber", "X"])
  assert.notEqual((await load(client, [people, bad], at(60))).refused, undefined)
  await load(client, [people], at(60), { isDryRun: true })
  await load(client, [people], at(60), { removeMissing: 100_000 })
  const failing: Database = {
    ...database,
    transaction: (work) =>
      database.transaction(async (tx) => {
        await work(tx)
        throw new Error("killed")
      }),
  }
  const doomed = importInto(failing, clock, [people], { client, asOf: at(60) })
  await assert.rejects(doomed, /killed/)
  assert.deepEqual(await loadedOf(client), before)
  await loads(client, [people], at(0))
})

test("IMPORT-16 an older import does not run next to a newer one, and a newer one stops it", async () => {
  const client = "harbor"
  await loads(client, [people, methods, products, bills], at(0))
  const running = async (asOf: Date, until: Date) =>
    await database.rows(
      sql`update policy_admin.loaded_kind set import_id = 'another', import_as_of = ${asOf},
        import_until = ${until} where client = ${client} and kind = 'bills'`,
    )
  const soon = later(new Date(), { hours: 1 })
  await running(at(60), soon)
  const changed = await billFile("bills-older.csv", "41.00")
  assert.match(
    (await load(client, [changed], at(30))).refused ?? "",
    /an import as of .+ is under way/,
  )
  await loads(client, [people], at(30))
  await running(at(60), later(new Date(), { minutes: -1 }))
  await loads(client, [changed], at(30))
  await running(at(30), soon)
  await loads(client, [bills], at(40))
  // A newer import begins and ends between two steps of this one.
  let steps = 0
  const overtaken: Database = {
    ...database,
    transaction: async (work) => {
      steps += 1
      if (steps === 1) await loads(client, [changed], at(70))
      return await database.transaction(work)
    },
  }
  const late = importInto(overtaken, clock, [bills], { client, asOf: at(50) })
  await assert.rejects(late, /^Error: The import stopped\. These bills are as of/)
  assert.equal((await loads(client, [changed], at(70))).changes.bills, 0)
  assert.deepEqual((await loadedOf(client)).bills, at(70))
})

test("IMPORT-16 an installation of an earlier version starts with the newest time of its records", async () => {
  const migrations = new URL("../../database/migrations", import.meta.url)
  const own = "0239-loaded-kinds.sql"
  const upgraded = await openTestDatabase({ key: "before_loaded_kinds", fill: async () => {} })
  try {
    const run = async (name: string) => {
      const text = await migrationText(name)
      await upgraded.transaction((tx) => tx.script(text))
    }
    const names = (await readdir(migrations)).filter((name) => name.endsWith(".sql")).sort()
    for (const name of names.filter((one) => one < own)) await run(name)
    for (const [client, account, asOf] of [
      ["one", "A", at(10)],
      ["one", "B", at(20)],
      ["two", "A", null],
    ] as const) {
      await upgraded.rows(
        sql`insert into policy_admin.person (client, account_number, person_number, first_name,
            last_name, date_of_birth, email_address, phone_number, address_line1, address_line2,
            address_line3, city_name, state_code, zip_code, is_email_subscribed, record_hash, as_of)
          values (${client}, ${account}, 'P', 'I', 'V', '1956-02-29', '', '', '', '', '', '', '', '',
            true, '', ${asOf})`,
      )
    }
    await run(own)
    const known = await findLoadedKinds(upgraded, "one")
    assert.deepEqual(
      known.map(({ kind, asOf }) => [kind, asOf]),
      [
        ["bills", at(20)],
        ["people", at(20)],
        ["products", at(20)],
      ],
    )
    assert.deepEqual(await findLoadedKinds(upgraded, "two"), [])
  } finally {
    await upgraded.close()
  }
})
