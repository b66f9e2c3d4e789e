import assert from "node:assert/strict"
import { test } from "node:test"
import { createDiskDocumentStore } from "#ports/document-store/disk.ts"
import { deleteEmailsTo } from "#ports/mail/outbox.ts"
import { createEmbeddedPolicyAdmin } from "#ports/policy-admin/embedded/embedded.ts"
import { createAuditLog } from "#services/audit/audit-log.ts"
import { startTestApp } from "#testing/app.ts"
import { demoDocumentsFolder } from "#testing/demo-documents.ts"
import { demoPerson } from "#testing/demo-people.ts"
import { endEveryAutoPay } from "#testing/full-person.store.ts"
import { testAudit, testAuditKeys, testSeal } from "#testing/secret-key.ts"
import { personTables } from "../data-map/data-map.ts"
import { findSubject } from "../people.ts"
import { countRowsOf } from "../rows.store.ts"
import { erasePerson } from "./erase-person.ts"

const host = "harbor.localhost"
const client = "harbor"
const username = "grace.adeyemi"

test("PRIVACY-09 a sign-in at the moment of an erasure leaves no session and no other row that is deleted", async (t) => {
  const app = await startTestApp({ twin: false })
  t.after(() => app.close())
  const { database, clock } = app
  const { accountNumber: account = "" } = demoPerson(username)
  const policyAdmin = createEmbeddedPolicyAdmin(database, database, clock)
  const auditLog = createAuditLog(testAuditKeys)
  await endEveryAutoPay(database)
  const found = await policyAdmin.account(client, account)
  for (const { policyNumber, billing } of found?.products ?? []) {
    const amount = billing.openAmounts.reduce((sum, { owed }) => sum + owed, 0)
    const credit = { client, accountNumber: account, policyNumber, amount, on: "2026-03-02" }
    if (amount > 0) await policyAdmin.postCredit({ ...credit, creditId: policyNumber, note: "" })
  }
  const signedIn = app.browser()
  await signedIn.signIn(host, username)
  const ports = {
    ...{ database, clock, policyAdmin, auditLog },
    audit: testAudit(clock),
    documentStore: createDiskDocumentStore(await demoDocumentsFolder(clock)),
    forgetEmails: (tx: Parameters<typeof deleteEmailsTo>[0], addresses: readonly string[]) =>
      deleteEmailsTo(tx, testSeal, addresses),
  }
  // The documents of the demo are shared by tests, so none is deleted here.
  ports.documentStore.remove = async () => {}
  await Promise.allSettled([
    app.browser().signIn(host, username),
    app.browser().signIn(host, username),
    erasePerson(ports, client, account),
  ]).then(([, , erased]) => assert.equal(erased?.status, "fulfilled", JSON.stringify(erased)))
  const subject = await findSubject(database, auditLog, client, account)
  for (const table of personTables) {
    if (table.erasure.does !== "delete" || table.name === "audit.person_key") continue
    assert.equal(await countRowsOf(database, table, subject), 0, table.name)
  }
  const call = await signedIn.call(host, "GET /myaccount-core/accountRecord")
  assert.equal(call.status, 401, "the earlier session has ended")
})
