import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { type TestContext, test } from "node:test"
import { sql } from "#database/sql.ts"
import { createDiskDocumentStore } from "#ports/document-store/disk.ts"
import { deleteEmailsTo } from "#ports/mail/outbox.ts"
import { createEmbeddedPolicyAdmin } from "#ports/policy-admin/embedded/embedded.ts"
import { createAuditLog } from "#services/audit/audit-log.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { payloadOf } from "#testing/browser.ts"
import { customerOf } from "#testing/customer.ts"
import { demoDocumentsFolder } from "#testing/demo-documents.ts"
import { demoPerson } from "#testing/demo-people.ts"
import { until } from "#testing/events.ts"
import { endEveryAutoPay } from "#testing/full-person.store.ts"
import { logLines } from "#testing/log-lines.ts"
import { paymentBody, saveMethod } from "#testing/pay-now.ts"
import { testAudit, testAuditKeys, testSeal } from "#testing/secret-key.ts"
import { goThrough } from "#testing/staff.ts"
import { personTables } from "../data-map/data-map.ts"
import { findSubject } from "../people.ts"
import { countRowsOf } from "../rows.store.ts"
import { type ErasurePorts, ErasureRefused, erasePerson } from "./erase-person.ts"

const host = "harbor.localhost"
const client = "harbor"

async function portsOf({ database, clock }: TestApp): Promise<ErasurePorts> {
  const documentStore = createDiskDocumentStore(await demoDocumentsFolder(clock))
  // Tests share the documents of the demo, so nothing is deleted here.
  documentStore.remove = async () => {}
  return {
    ...{ database, clock, documentStore },
    audit: testAudit(clock),
    auditLog: createAuditLog(testAuditKeys),
    policyAdmin: createEmbeddedPolicyAdmin(database, database, clock),
    forgetEmails: (tx, addresses) => deleteEmailsTo(tx, testSeal, addresses),
  }
}

/** Ends auto pay, and credits everything that the person owes. */
async function settle({ database, policyAdmin }: ErasurePorts, of: string, account: string) {
  await endEveryAutoPay(database)
  const found = await policyAdmin.account(of, account)
  for (const { policyNumber, billing } of found?.products ?? []) {
    const amount = billing.openAmounts.reduce((sum, { owed }) => sum + owed, 0)
    const credit = { client: of, accountNumber: account, policyNumber, amount, on: "2026-03-02" }
    if (amount > 0) await policyAdmin.postCredit({ ...credit, creditId: policyNumber, note: "" })
  }
}

/** An app with a person who owes nothing, so that they can be erased. */
async function startWithGrace(t: TestContext) {
  const app = await startTestApp({ secondTenant: false })
  t.after(() => app.close())
  const username = "grace.adeyemi"
  const { accountNumber: account = "" } = demoPerson(username)
  const ports = await portsOf(app)
  await settle(ports, client, account)
  return { app, username, account, ports }
}

async function refuseLeftRows({ database, auditLog }: ErasurePorts, account: string) {
  const subject = await findSubject(database, auditLog, client, account)
  for (const table of personTables) {
    if (table.erasure.does !== "delete" || table.name === "audit.person_key") continue
    assert.equal(await countRowsOf(database, table, subject), 0, table.name)
  }
}

test("PRIVACY-09 a sign-in at the same time as an erasure leaves no session and no other deleted row", async (t) => {
  const { app, username, account, ports } = await startWithGrace(t)
  const signedIn = app.browser()
  await signedIn.signIn(host, username)
  await Promise.allSettled([
    app.browser().signIn(host, username),
    app.browser().signIn(host, username),
    erasePerson(ports, client, account),
  ]).then(([, , erased]) => assert.equal(erased?.status, "fulfilled", JSON.stringify(erased)))
  await refuseLeftRows(ports, account)
  const call = await signedIn.call(host, "GET /myaccount-core/accountRecord")
  assert.equal(call.status, 401, "the earlier session has ended")
})

test("PRIVACY-09 if a person is erased after their password was compared, the sign-in gets the reply for an unknown name", async (t) => {
  const { app, username, account, ports } = await startWithGrace(t)
  const login = () =>
    app.browser().call(host, "POST /appauth/login", payloadOf(demoPerson(username)))
  // The first login shows which of its transactions stores the code.
  const storesCode: boolean[] = []
  const { transaction } = app.database
  let isNow: (nth: number) => boolean = () => false
  app.database.transaction = async (work) => {
    const nth = storesCode.push(false) - 1
    if (isNow(nth)) await erasePerson(ports, client, account)
    return (await transaction.call(app.database, (tx) => {
      const rows: typeof tx.rows = async (statement) => {
        storesCode[nth] ||= statement.text.includes("insert into appauth.code_attempt")
        return await tx.rows(statement)
      }
      return work({ ...tx, rows }) as never
    })) as never
  }
  assert.equal((await login()).status, 200)
  const last = storesCode.indexOf(true)
  assert.notEqual(last, -1)
  storesCode.length = 0
  isNow = (nth) => nth === last
  const erased = await login()
  assert.equal(storesCode[last], true, "the login came to its code")
  app.database.transaction = transaction
  const unknown = await login()
  assert.deepEqual([erased.status, erased.messageIds], [unknown.status, unknown.messageIds])
  assert.deepEqual(erased.messageIds, ["signIn.credentials"])
})

test("PRIVACY-12 an erasure waits for a payment in progress, and every charge stays in the books", async (t) => {
  // A window that reads the bills before the posting of the other one logs a difference.
  const errors: string[] = []
  const logTo = logLines((line) => line.includes('"level":50') && errors.push(line))
  const app = await startTestApp({ secondTenant: false, logTo })
  t.after(() => app.close())
  const { database } = app
  const username = "james.okafor"
  const ports = await portsOf(app)
  await endEveryAutoPay(database)
  const payer = await customerOf(app, username, client)
  const { accountNumber: account } = payer.user
  const found = await ports.policyAdmin.account(client, account)
  const bodies = []
  for (const { policyNumber, billing } of found?.products ?? []) {
    if (!billing.openAmounts.some(({ owed }) => owed > 0)) continue
    const recordId = `PM-${policyNumber}`
    await saveMethod(database, { client, accountNumber: account, recordId, sample: "visa" })
    bodies.push(await paymentBody(payer, policyNumber, recordId))
  }
  assert.ok(bodies.length > 0, "the person owes something")
  // Each payment is sent twice, as if from two browser windows.
  const paying = [...bodies, ...bodies].map((body) =>
    payer.browser.call(host, "POST /myaccount-core/payNow", body, {
      headers: { "idempotency-key": randomUUID() },
    }),
  )
  let refusals = 0
  await until(async () => {
    try {
      await erasePerson(ports, client, account)
      return true
    } catch (error) {
      assert.ok(error instanceof ErasureRefused, String(error))
      refusals += 1
      return false
    }
  })
  await Promise.all(paying)
  for (const error of errors) assert.match(error, /"difference":"billPaid"/)
  assert.ok(refusals > 0, "money was owed at first")
  const payments = await database.rows<{ status: string; isPosted: boolean }>(
    sql`select status, applied_at is not null as is_posted from myaccount_core.payment
      where client = ${client} and account_number = ${account} and origin = 'payNow'
        and method_record_id like 'PM-%'`,
  )
  assert.deepEqual(
    payments,
    bodies.map(() => ({ status: "accepted", isPosted: true })),
  )
  assert.equal(app.gateway.charges().length, bodies.length)
  await refuseLeftRows(ports, account)
})

test("PRIVACY-15 erasing a person of a union ends their sessions at the sites of the group and of the union", async (t) => {
  const app = await startTestApp({ secondTenant: false })
  t.after(() => app.close())
  const [group, union] = ["trades.localhost", "electricians.localhost"]
  const member = "electricians"
  const { accountNumber: account = "" } = demoPerson("tom.reilly")
  const ports = await portsOf(app)
  await settle(ports, member, account)
  const browser = app.browser()
  await browser.signIn(group, "tom.reilly")
  const transfer = async () => {
    const { reply } = await browser.call(group, "POST /appauth/handoff", { hostName: union })
    return { token: reply.siteURL.split("/").at(-1) ?? "", cameFrom: app.origin(group) }
  }
  await goThrough(browser, union, await transfer())
  const isSignedIn = async (host: string) =>
    (await browser.call(host, "POST /appauth/session/extend", {})).status === 200
  assert.deepEqual([await isSignedIn(group), await isSignedIn(union)], [true, true])
  const open = await transfer()

  await erasePerson(ports, member, account)
  assert.deepEqual([await isSignedIn(group), await isSignedIn(union)], [false, false])
  const redeemed = await app.browser().call(union, "POST /appauth/handoff/redeem", open)
  assert.equal(redeemed.status, 404)
  await assert.rejects(app.browser().signIn(group, "tom.reilly"))
})
