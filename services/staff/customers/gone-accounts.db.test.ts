import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { afterEach, beforeEach, test } from "node:test"
import type { FoundCustomer } from "#contracts/staff/staff.ts"
import { sql } from "#database/sql.ts"
import { forgetAccount, mergeAccounts } from "#testing/account-moves.store.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { auditLog } from "#testing/audit-trail.ts"
import type { TestBrowser } from "#testing/browser.ts"
import { demoPerson } from "#testing/demo-people.ts"
import { logLines } from "#testing/log-lines.ts"
import { payFor } from "#testing/pay-now.ts"
import { supportHost } from "#testing/staff.ts"
import { giveRoles } from "#testing/staff-roles.store.ts"
import { said, signInTwoStaff, type TwoStaffMembers } from "#testing/two-staff-members.ts"

const policyNumber = "4003120956"
const accountNumber = numberOf("james.okafor")
const maria = numberOf("maria.santos")

function numberOf(username: string): string {
  return demoPerson(username).accountNumber ?? ""
}

let app: TestApp
let errors: string[]
let staff: TwoStaffMembers

beforeEach(async () => {
  errors = []
  const take = (line: string) => line.includes('"level":50') && errors.push(line)
  app = await startTestApp({ logTo: logLines(take) })
  staff = await signInTwoStaff(app)
})
afterEach(() => app.close())

/** James pays, and afterward his account is merged into Maria's. */
async function payAndMerge(): Promise<string> {
  const { confirmationNumber } = await payFor(app, "james.okafor", "harbor", policyNumber)
  await mergeAccounts(app.database, "harbor", accountNumber, maria)
  return confirmationNumber
}

async function find(browser: TestBrowser, searchType: string, value: string) {
  const path = "GET /myaccount-core/agent/clients"
  const answer = await browser.call(supportHost, path, undefined, { query: { searchType, value } })
  assert.equal(answer.status, 200, answer.text)
  return "items" in answer.reply ? answer.reply.items : [answer.reply]
}

const named = ({ client, accountNumber: number, userid, isGone }: FoundCustomer) => {
  return [client, number, userid, isGone]
}

const paymentsOf = (browser: TestBrowser, client: string, number: string) =>
  browser.call(supportHost, "GET /myaccount-core/agent/payments", undefined, {
    query: { client, accountNumber: number },
  })

const james = ["harbor", accountNumber, "james.okafor", true]

test("AGENT-02 staff find a customer whose account was merged away in the stored data", async () => {
  const number = await payAndMerge()
  const typed = ` ${accountNumber.slice(0, 2).toLowerCase()} ${accountNumber.slice(2, 5)}-${accountNumber.slice(5)} `
  for (const [type, value] of [
    ["username", "james.okafor"],
    ["accountNumber", typed],
    ["paymentConfirmationNumber", number.toLowerCase()],
  ] as const) {
    const found = await find(staff.moreau, type, value)
    assert.deepEqual(found.map(named), [james], type)
    assert.deepEqual(
      found.map(({ policyHolder }) => policyHolder),
      [{ firstName: "", lastName: "", emailAddress: "" }],
    )
  }
  const entry = (await auditLog(app.database, "harbor")).at(-1)
  assert.deepEqual(
    [entry?.action, entry?.accountNumber, entry?.subjectUserid, entry?.actorUserid],
    ["staff.search", accountNumber, "james.okafor_harbor", "agent.moreau"],
  )
  // The product's number finds its current owner and the account that is gone.
  assert.deepEqual((await find(staff.moreau, "policyNumber", policyNumber)).map(named), [
    ["harbor", maria, "maria.santos", false],
    james,
  ])
})

test("AGENT-02 an account without a registration is found by its payments, and one without payments by its registration", async () => {
  await payAndMerge()
  await app.database.rows(
    sql`delete from appauth.user_account where client = 'harbor' and account_number = ${accountNumber}`,
  )
  assert.deepEqual((await find(staff.moreau, "accountNumber", accountNumber)).map(named), [
    ["harbor", accountNumber, "", true],
  ])
  const robert = numberOf("robert.chen")
  await forgetAccount(app.database, "harbor", robert)
  assert.deepEqual((await find(staff.moreau, "accountNumber", robert)).map(named), [
    ["harbor", robert, "robert.chen", true],
  ])
})

test("AGENT-02 REFUND-02 staff open and refund the payments of an account that is gone", async () => {
  const confirmationNumber = await payAndMerge()
  await app.settle()
  const { status, reply } = await paymentsOf(staff.moreau, "harbor", accountNumber)
  assert.equal(status, 200)
  assert.equal(reply.isGone, true)
  assert.deepEqual(
    reply.payments.map((one) => [one.confirmationNumber, one.policyNumber]),
    [[confirmationNumber, policyNumber]],
  )
  const entry = (await auditLog(app.database, "harbor")).at(-1)
  assert.deepEqual(
    [entry?.action, entry?.accountNumber, entry?.after],
    ["staff.open", accountNumber, { what: "your payments" }],
  )
  const body = { customerClient: "harbor", confirmationNumber, refundAmount: "1.00" }
  const refund = () =>
    staff.moreau.call(
      supportHost,
      "POST /myaccount-core/agent/refunds",
      { ...body, reason: "Merged", reopens: false },
      { headers: { "idempotency-key": randomUUID() } },
    )
  await giveRoles(app.database, "agent.moreau", ["look"])
  assert.equal((await refund()).status, 403)
  await giveRoles(app.database, "agent.moreau")
  staff = await signInTwoStaff(app)
  assert.deepEqual(said(await refund()), ["refund.succeeded"])
  await app.settle()
  const after = await paymentsOf(staff.moreau, "harbor", accountNumber)
  assert.deepEqual(
    after.reply.payments.flatMap(({ refunds }) => refunds.map(({ refundStatus }) => refundStatus)),
    ["succeeded"],
  )
  assert.deepEqual(
    errors.map((line) => JSON.parse(line).notice),
    ["refund"],
  )
})

test("AGENT-01 an account that is gone is found only by staff of its client, and other numbers do not open its payments", async () => {
  const number = await payAndMerge()
  await app.database.rows(
    sql`update appauth.agent set clients = '{wayfarer}' where userid = 'agent.moreau'`,
  )
  staff = await signInTwoStaff(app)
  for (const [type, value] of [
    ["username", "james.okafor"],
    ["accountNumber", accountNumber],
    ["policyNumber", policyNumber],
    ["paymentConfirmationNumber", number],
  ] as const) {
    assert.deepEqual(await find(staff.moreau, type, value), [], type)
  }
  assert.equal((await paymentsOf(staff.moreau, "harbor", accountNumber)).status, 404)
  for (const [client, other] of [
    ["harbor", "HM9999999"],
    ["wayfarer", accountNumber],
  ] as const) {
    assert.equal((await paymentsOf(staff.kim, client, other)).status, 404)
  }
})

test("LIMIT-09 calls with account numbers that find nothing count as searches", async () => {
  const statuses = new Set<number>()
  for (let tries = 0; tries < 201; tries += 1) {
    const { status } = await paymentsOf(staff.kim, "harbor", `HM${9_000_000 + tries}`)
    statuses.add(status)
  }
  assert.deepEqual([...statuses], [404, 429])
})
