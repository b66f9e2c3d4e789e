import assert from "node:assert/strict"
import { after, before, beforeEach, test } from "node:test"
import { earlier } from "#platform/time.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import type { TestBrowser } from "#testing/browser.ts"
import { payFor } from "#testing/pay-now.ts"
import { supportHost } from "#testing/staff.ts"
import { giveRoles } from "#testing/staff-roles.store.ts"
import {
  dropWaitingEmails,
  letBillingWait,
  letEmailTriesFail,
  letEmailWait,
  letPaymentsWait,
} from "#testing/status-trouble.store.ts"
import { signInTwoStaff, type TwoStaffMembers } from "#testing/two-staff-members.ts"

let app: TestApp
/** kim serves every client; moreau serves only Harbor Mutual. */
let staff: TwoStaffMembers

before(async () => {
  app = await startTestApp()
  staff = await signInTwoStaff(app)
  await payFor(app, "lena.fischer", "wayfarer", "5100442871")
  await payFor(app, "james.okafor", "harbor", "4003120956")
})

after(() => app.close())

beforeEach(() => dropWaitingEmails(app.database))

const key = "GET /myaccount-core/agent/status"

async function look(browser: TestBrowser) {
  const { reply } = await browser.call(supportHost, key)
  const of = Object.fromEntries(reply.items.map((item) => [item.subject, item]))
  return { ...reply, of }
}

test("STATUS-04 staff of one client see nothing of a waiting payment of another client's customer", async () => {
  const { database, clock } = app
  await letPaymentsWait(database, "wayfarer", { status: "unknown", minutes: 20 }, clock.now())
  const all = await look(staff.kim)
  assert.equal(all.of.payments?.trouble, "paymentsUndecided")
  assert.equal(all.of.payments?.customers, 1)
  assert.equal(all.of.payments?.since, earlier(app.clock.now(), { minutes: 20 }).toISOString())
  assert.equal(all.facts.payments.undecided, 1)
  assert.equal(all.facts.payments.accepted, 1)

  const own = await look(staff.moreau)
  assert.equal(own.of.payments?.trouble, null)
  assert.equal(own.facts.payments.undecided, 0)
  assert.equal(own.facts.payments.accepted, 1)
  assert.deepEqual(own.facts.billing, { running: 0, doneSince: "", late: [] })

  await letPaymentsWait(database, "wayfarer", { status: "accepted", minutes: 20 }, clock.now())
  assert.equal((await look(staff.kim)).of.payments?.trouble, "paymentsNotPosted")
  assert.equal((await look(staff.moreau)).facts.payments.notPosted, 0)
})

test("STATUS-04 all staff see that emails are late, and only those who serve every client see the number", async () => {
  await letEmailWait(app.database, 3, app.clock.now())
  for (const [browser, waiting] of [
    [staff.kim, 1],
    [staff.moreau, null],
  ] as const) {
    const { of, facts } = await look(browser)
    assert.equal(of.emails?.trouble, "emailsWait")
    assert.equal(of.signIn?.trouble, "codesLate")
    assert.equal(facts.emailsWaiting, waiting)
  }
})

test("STATUS-09 the status shows that a try to send an email failed until the email is gone", async () => {
  await letEmailWait(app.database, 1, app.clock.now())
  assert.equal((await look(staff.kim)).of.emails?.state, "works")
  await letEmailTriesFail(app.database, "451 RCPT TO")
  assert.equal((await look(staff.kim)).of.emails?.state, "works", "one mailbox refused one email")
  await letEmailTriesFail(app.database, "ECONNREFUSED")
  const { of, facts } = await look(staff.kim)
  assert.deepEqual([of.emails?.trouble, of.signIn?.trouble], ["emailsWait", "codesLate"])
  assert.equal(of.emails?.since, earlier(app.clock.now(), { minutes: 1 }).toISOString())
  assert.equal(facts.emailsWaiting, 1)
  await dropWaitingEmails(app.database)
  assert.equal((await look(staff.kim)).of.emails?.state, "works")
})

test("STATUS-04 staff do not see a late billing run of a client that they do not serve", async () => {
  await letBillingWait(app.database, "wayfarer", 30, app.clock.now())
  const all = await look(staff.kim)
  assert.equal(all.of.billing?.trouble, "billingLate")
  assert.deepEqual(all.facts.billing.late, ["Wayfarer Assistance"])
  const own = await look(staff.moreau)
  assert.equal(own.of.billing?.trouble, null)
  assert.ok(!JSON.stringify(own).toLowerCase().includes("wayfarer"))
})

test("STATUS-04 the status requires the role look", async () => {
  await giveRoles(app.database, "agent.novak", ["serve"])
  const novak = app.browser()
  await novak.signIn(supportHost, "agent.novak")
  const refused = await novak.call(supportHost, key)
  assert.equal(refused.status, 403)
})
