import assert from "node:assert/strict"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, test } from "node:test"
import type { Database } from "#database/open.ts"
import { defaultDays } from "#platform/jobs/retention.ts"
import { createDiskDocumentStore } from "#ports/document-store/disk.ts"
import { deleteEmailsTo } from "#ports/mail/outbox.ts"
import { createEmbeddedPolicyAdmin } from "#ports/policy-admin/embedded/embedded.ts"
import { checkAudit } from "#services/audit/audit-check.ts"
import { createAuditLog } from "#services/audit/audit-log.ts"
import { auditLog } from "#testing/audit-trail.ts"
import { createTestClock } from "#testing/clock.ts"
import { openDemoDatabase } from "#testing/demo-database.ts"
import {
  deletePersonKey,
  endEveryAutoPay,
  everyRow,
  fullPerson,
  marks,
  mentions,
  settleFullPerson,
  writeFullPerson,
} from "#testing/full-person.store.ts"
import { stateOfClient } from "#testing/isolation.store.ts"
import { testAudit, testAuditKeys, testSeal } from "#testing/secret-key.ts"
import { dataMap, personTables } from "../data-map/data-map.ts"
import { exportPerson } from "../export/person-export.ts"
import { findAccountNumber, findSubject } from "../people.ts"
import { countRowsOf } from "../rows.store.ts"
import { type ErasurePorts, ErasureRefused, erasePerson, planErasure } from "./erase-person.ts"
import { removeErasedDocuments } from "./erased-documents.ts"
import { insertErasure } from "./erasures.store.ts"

const clock = createTestClock()
const trail = createAuditLog(testAuditKeys)
const { client, account } = fullPerson
const document = {
  ...{ client, accountNumber: account },
  ...{ documentId: "", documentSource: "", documentCategory: "" },
}
let folder: string
let database: Database
let deps: ErasurePorts

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "erased-"))
  database = await openDemoDatabase(clock)
  await writeFullPerson(database, clock)
  deps = {
    ...{ database, clock },
    audit: testAudit(clock),
    auditLog: trail,
    policyAdmin: createEmbeddedPolicyAdmin(database, database, clock),
    documentStore: createDiskDocumentStore(folder),
    forgetEmails: (tx, addresses) => deleteEmailsTo(tx, testSeal, addresses),
  }
  const products = await deps.policyAdmin.account(client, account)
  for (const { policyNumber } of products?.products ?? []) {
    const detail = await deps.policyAdmin.policy(client, account, policyNumber)
    Object.assign(document, keyOf(detail?.documents[0] ?? document))
  }
  await deps.documentStore.write(document, Buffer.from("%PDF-1.7"))
})

afterEach(async () => {
  await database?.close()
  await rm(folder, { recursive: true, force: true })
})

type Listed = Pick<typeof document, "documentId" | "documentSource" | "documentCategory">
function keyOf({ documentId, documentSource, documentCategory }: Listed) {
  return { documentId, documentSource, documentCategory }
}

const subjectNow = () => findSubject(database, trail, client, account)
const exported = async () => {
  const reads = {
    queries: database,
    auditLog: trail,
    policyAdmin: undefined,
    retention: defaultDays,
  }
  return await exportPerson(reads, await subjectNow(), clock.now())
}

test("PRIVACY-02 an export has the rows of every table in which the person appears, and no secrets or staff names", async () => {
  assert.equal(await findAccountNumber(database, client, fullPerson.userid), account)
  const subject = await subjectNow()
  const { data, documents } = await exported()
  const empty: string[] = []
  for (const table of personTables) {
    const count = await countRowsOf(database, table, subject)
    if (count === 0) empty.push(table.name)
    else if (table.name !== "audit.entry") {
      assert.equal(data.tables[table.name]?.rows.length, count, table.name)
    }
  }
  assert.deepEqual(empty, ["myaccount_core.erasure"], "the test's person is in every other table")
  const text = JSON.stringify(data)
  assert.deepEqual(mentions(text), Object.values(marks))
  assert.doesNotMatch(text, /agent\.kim|203\.0\.113\.200|secret_hash|password_hash|_sealed|token/)
  assert.match(text, /"actor":"staff member \d"/)
  assert.ok(documents.some(({ key }) => key.documentId === document.documentId))
})

test("PRIVACY-03 a person cannot be erased while money or a change is in progress, auto pay is on, or money is owed", async () => {
  const refusal = async () => {
    const error = await erasePerson(deps, client, account).then(
      () => assert.fail("erased"),
      (failed: unknown) => failed,
    )
    assert.ok(error instanceof ErasureRefused, String(error))
    return error.erasureBlockers.join("\n")
  }
  assert.match(await refusal(), /product \d+ is on auto pay[\s\S]*\$[\d.]+ is owed for product/)
  await endEveryAutoPay(database)
  await payEverything()
  const found = await refusal()
  for (const what of [/3 payments not decided/, /2 refunds/, /2 credits/, /changes on/, /events/]) {
    assert.match(found, what)
  }
  await settleFullPerson(database)
  const { erasureBlockers } = await planErasure(deps, client, account)
  assert.deepEqual(erasureBlockers, [])
})

/** Resolves everything that prevents the erasure of the person, and erases them. */
async function settleAndErase() {
  await endEveryAutoPay(database)
  await payEverything()
  await settleFullPerson(database)
  return await erasePerson(deps, client, account)
}

async function payEverything() {
  const found = await deps.policyAdmin.account(client, account)
  for (const { policyNumber, billing } of found?.products ?? []) {
    const amount = billing.openAmounts.reduce((sum, { owed }) => sum + owed, 0)
    if (amount === 0) continue
    const credit = { client, accountNumber: account, policyNumber, amount, on: "2026-03-02" }
    await deps.policyAdmin.postCredit({ ...credit, creditId: policyNumber, note: marks.reason })
  }
}

test("PRIVACY-04 an erasure leaves only the data of the person that the data map retains, and changes nothing of others", async () => {
  const secondTenantBefore = await stateOfClient(database, "twin")
  const erased = await settleAndErase()
  assert.ok(erased.methods > 0 && erased.emails === 1 && erased.documents > 0)
  assert.equal(erased.documentsLeft, 0)

  assert.equal(await deps.documentStore.read(document), undefined)
  const subject = await subjectNow()
  for (const table of personTables) {
    if (table.erasure.does === "delete" && table.name !== "audit.person_key") {
      assert.equal(await countRowsOf(database, table, subject), 0, table.name)
    }
  }
  const all = Object.values(dataMap).flat()
  const left = (
    await everyRow(
      database,
      all.map(({ name }) => name),
    )
  )
    .filter((row) => row.client !== "twin")
    .flatMap(({ table, row }) => mentions(row).map((mark) => `${table} ${mark}`))
  assert.deepEqual(new Set(left), new Set([`myaccount_core.authorization ${marks.ip}`]))
  const log = await auditLog(database, client)
  assert.deepEqual(mentions(JSON.stringify(log)), [])
  assert.equal(log.filter(({ action }) => action === "person.erase").length, 1)
  assert.ok(log.some(({ isErased }) => isErased))
  assert.deepEqual(await stateOfClient(database, "twin"), secondTenantBefore)
})

test("PRIVACY-05 the audit check accepts keys that an erasure deleted, and reports keys that are missing without one", async () => {
  const lostKeys = async () => {
    const { problems } = await checkAudit(database, testAuditKeys.entries)
    const told = problems.filter((one) => one.client === client).map(({ problem }) => problem)
    return told.filter((problem) => problem.includes("keys are gone"))
  }
  // The rows of the fixture contain one person who never had a key.
  assert.deepEqual(await lostKeys(), ["names people whose keys are gone: 1"])
  await recordFor("HM-KEY-GONE")
  await deletePersonKey(database, client, trail.namesOf(client, "HM-KEY-GONE", []))
  assert.deepEqual(await lostKeys(), ["names people whose keys are gone: 2"])
  await erasePerson(deps, client, "HM-KEY-GONE")
  assert.deepEqual(await lostKeys(), ["names people whose keys are gone: 1"])
})

async function recordFor(accountNumber: string) {
  const about = { client, accountNumber, subjectUserid: null, ip: null }
  const actor = { kind: "system" } as const
  await database.transaction((tx) =>
    deps.audit.record(tx, { ...about, actor, action: "account.close" }),
  )
}

test("PRIVACY-04 an erasure can be repeated, and lists the retained data", async () => {
  await settleAndErase()
  const { effects } = await planErasure(deps, client, account)
  const kept = effects.filter(({ table }) => table.erasure.does === "keep")
  assert.ok(kept.some(({ table }) => table.name === "myaccount_core.payment"))
  await erasePerson(deps, client, account)
  const { data } = await exported()
  assert.deepEqual(mentions(JSON.stringify(data)), [marks.ip])
})

test("PRIVACY-06 documents of an erased person wait while the store is unavailable, and the gateway gets requests to delete every method until it responds", async () => {
  await settleAndErase()
  const requests = await everyRow(database, ["myaccount_core.payment_method_request"])
  const forgotten = requests.filter(
    (row) => row.client === client && /"kind": "delete"/.test(row.row),
  )
  assert.ok(forgotten.some(({ row }) => /"status": "open"/.test(row)))

  await deps.documentStore.write(document, Buffer.from("%PDF-1.7"))
  const person = "of a person whose documents wait"
  const erasure = { client, person, erasedAt: clock.now() }
  await database.transaction((tx) => insertErasure(tx, erasure, [document]))
  const away = createDiskDocumentStore(join(folder, "missing", "folder"))
  const only = { client, person }
  assert.equal(await removeErasedDocuments({ database, documentStore: away }, only), 1)
  assert.ok(await deps.documentStore.read(document))
  assert.equal(await removeErasedDocuments({ ...deps, database }, only), 0)
  assert.equal(await deps.documentStore.read(document), undefined)
})
