import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import type { Database } from "#database/open.ts"
import { sql } from "#database/sql.ts"
import { defaultDays } from "#platform/jobs/retention.ts"
import { createAuditLog } from "#services/audit/audit-log.ts"
import { createTestClock } from "#testing/clock.ts"
import { openDemoDatabase } from "#testing/demo-database.ts"
import {
  fullPerson,
  secretMarks,
  writeFullPerson,
  writeSecretMarks,
} from "#testing/full-person.store.ts"
import { testAuditKeys } from "#testing/secret-key.ts"
import { kindsOf, personTables } from "../data-map/data-map.ts"
import { findAccountNumber, findSubject } from "../people.ts"
import { findRowsOf } from "../rows.store.ts"
import { exportedRow, exportPerson, type PersonExport, readablePeriod } from "./person-export.ts"
import { createRedaction } from "./redaction.ts"

const clock = createTestClock()
const auditLog = createAuditLog(testAuditKeys)
const { client, account, userid } = fullPerson
let database: Database
let data: PersonExport
let documentNames: string[]

before(async () => {
  database = await openDemoDatabase(clock)
  await writeFullPerson(database, clock)
  await writeSecretMarks(database, clock)
  const subject = await findSubject(database, auditLog, client, account)
  const reads = { queries: database, auditLog, policyAdmin: undefined, retention: defaultDays }
  const exported = await exportPerson(reads, subject, clock.now())
  data = exported.data
  documentNames = exported.documents.map(({ name }) => name)
})
after(() => database?.close())

test("PRIVACY-21 an export contains nothing that can charge or repeat a payment, no pseudonyms, and no names of staff or operators", async () => {
  const text = JSON.stringify(data)
  for (const [what, mark] of Object.entries(secretMarks)) {
    assert.ok(!text.includes(mark), what)
  }
  assert.match(text, /Goodwill \(staff member \d\)/)
  assert.match(text, /"action":"payment\.accept"/)
  assert.match(text, /"by":"staff member \d"/)
  const subject = await findSubject(database, auditLog, client, account)
  for (const name of subject.names) assert.ok(!text.includes(name), "a pseudonym")
  const seen: string[] = []
  for (const table of personTables) {
    // The test's rows have plain words in place of sealed data and keyed hashes.
    if (table.name.includes(".kept_")) continue
    for (const row of await findRowsOf(database, table, subject)) {
      for (const [column, kind] of kindsOf(table)) {
        const value = row[column]
        if (kind !== "secret" || typeof value !== "string" || value.length < 8) continue
        seen.push(column)
        assert.ok(!text.includes(value), `${table.name}.${column}`)
      }
    }
  }
  for (const column of ["method_reference", "gateway_reference", "idempotency_key", "person"]) {
    assert.ok(seen.includes(column), column)
  }
})

test("PRIVACY-21 the data map lists every column with a gateway reference or a request key as a secret", () => {
  const names =
    /(^|_)(method_reference|gateway_reference|charge_reference|idempotency_key)$|token|hash/
  for (const table of personTables) {
    for (const [column, kind] of kindsOf(table)) {
      if (names.test(column)) assert.equal(kind, "secret", `${table.name}.${column}`)
    }
  }
})

test("PRIVACY-17 the data map lists every column with amounts in cents, and an export shows them in dollars", async () => {
  const columns = await database.rows<{ name: string; column: string }>(
    sql`select format('%s.%s', table_schema, table_name) as name, column_name as "column"
      from information_schema.columns where data_type in ('bigint', 'integer')`,
  )
  const inCents = columns
    .filter(({ name, column }) => {
      const table = personTables.find((one) => one.name === name)
      return table && kindsOf(table).get(column) === "money"
    })
    .map(({ name, column }) => `${name}.${column}`)
  const listed = personTables.flatMap(({ name, cents }) =>
    (cents?.split(" ") ?? []).map((column) => `${name}.${column}`),
  )
  assert.ok(listed.length > 10)
  assert.deepEqual(listed.toSorted(), inCents.toSorted())
  const table = personTables.find(({ name }) => name === "policy_admin.entry")
  assert.ok(table)
  const row = exportedRow(table, { amount: 3120, kind: "payment" }, createRedaction([]))
  assert.equal(row.amount, 31.2)
})

test("PRIVACY-18 an export explains how to read it, gives periods in days, and gives documents their names", () => {
  assert.match(data.about.join(" "), /US dollars[\s\S]*UTC/)
  for (const { name, kept } of personTables) {
    assert.doesNotMatch(readablePeriod(kept, defaultDays), /`|_/, name)
  }
  assert.match(data.tables["appauth.session"]?.kept ?? "", /^30 days after they end$/)
  assert.ok(documentNames.length > 0)
  assert.ok(documentNames.every((name) => name !== "" && name !== "undefined"))
})

test("PRIVACY-20 an account number that is also another person's userid selects the account", async () => {
  assert.equal(await findAccountNumber(database, client, userid), account)
  assert.equal(await findAccountNumber(database, client, "no such person"), "no such person")
  await database.transaction(async (tx) => {
    await tx.rows(
      sql`insert into policy_admin.person
        select (jsonb_populate_record(p, jsonb_build_object('account_number', ${userid}::text,
          'person_number', 'another'))).*
        from policy_admin.person p where client = ${client} and account_number = ${account}`,
    )
  })
  assert.equal(await findAccountNumber(database, client, userid), userid)
  const other = await findSubject(database, auditLog, client, userid)
  assert.deepEqual([other.account, other.userids], [userid, []])
})
