import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { after, before, beforeEach, test } from "node:test"
import type { FoundCustomer } from "#contracts/staff/staff.ts"
import { sql } from "#database/sql.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { auditLog } from "#testing/audit-trail.ts"
import type { TestBrowser } from "#testing/browser.ts"
import { signedInAt } from "#testing/customer.ts"
import { payFor } from "#testing/pay-now.ts"
import { actFor, supportHost } from "#testing/staff.ts"
import { giveRoles } from "#testing/staff-roles.store.ts"
import { signInTwoStaff, type TwoStaffMembers } from "#testing/two-staff-members.ts"

const search = "GET /myaccount-core/agent/clients"
const impersonate = "POST /myaccount-core/agent/impersonate/{userId}"
const extend = "POST /appauth/session/extend"
const host = "harbor.localhost"

let app: TestApp
let staff: TwoStaffMembers

before(async () => {
  app = await startTestApp()
})

beforeEach(async () => {
  staff = await signInTwoStaff(app)
})

after(() => app.close())

async function find(
  browser: TestBrowser,
  searchType: string,
  value: string,
): Promise<FoundCustomer[]> {
  const answer = await browser.call(supportHost, search, undefined, {
    query: { searchType, value },
  })
  assert.equal(answer.status, 200, answer.text)
  return "items" in answer.reply ? answer.reply.items : [answer.reply]
}

test("AGENT-01 AGENT-02 customers are found by plan number, account number and username", async () => {
  const [maria] = await find(staff.kim, "policyNumber", " 4001 930-427 ")
  assert.ok(maria)
  const { emailVersion, ...shown } = maria
  assert.match(emailVersion, /^[\w-]{48}$/)
  assert.deepEqual(shown, {
    accountNumber: "HM2041187",
    policyNumber: "4001930427",
    userid: "maria.santos",
    actualUserid: "maria.santos_harbor",
    policyHolder: {
      firstName: "Maria",
      lastName: "Santos",
      emailAddress: "maria.santos@example.com",
    },
    isGone: false,
    client: "harbor",
    clientName: "Harbor Mutual",
    registration: "registered",
    paymentConfirmationNumber: "",
    paymentDate: "",
    billingDay: "",
    paymentDetail: [],
    untoldCharges: [],
    money: {
      today: "03/02/2026",
      pastDue: "31.20",
      nextCharge: { amount: "48.50", date: "03/12/2026" },
      lastPayment: null,
    },
  })
  for (const typed of ["HM2041187", " hm 2041-187 "]) {
    assert.equal((await find(staff.kim, "accountNumber", typed))[0]?.userid, "maria.santos", typed)
  }
  assert.deepEqual(
    (await find(staff.moreau, "username", "Maria.Santos")).map(
      ({ accountNumber }) => accountNumber,
    ),
    ["HM2041187"],
  )
  const [ana] = await find(staff.kim, "policyNumber", "4000000017")
  assert.equal(ana?.registration, "none")
  assert.equal(ana?.actualUserid, "")
  assert.equal((await find(staff.kim, "policyNumber", "4000000033"))[0]?.registration, "reactivate")
})

test("TENANT-03 a number that exists at two clients finds both people, each with their own data", async () => {
  for (const [type, value] of [
    ["policyNumber", "4001930427"],
    ["accountNumber", "HM2041187"],
    ["username", "maria.santos"],
  ] as const) {
    const found = await find(staff.kim, type, value)
    assert.deepEqual(
      found.map(({ actualUserid, client, policyHolder: { emailAddress } }) => {
        return [client, actualUserid, emailAddress]
      }),
      [
        ["harbor", "maria.santos_harbor", "maria.santos@example.com"],
        ["twin", "maria.santos_twin", "maria.santos@twin.example.com"],
      ],
      type,
    )
    const served = await find(staff.moreau, type, value)
    assert.deepEqual(
      served.map(({ actualUserid }) => actualUserid),
      ["maria.santos_harbor"],
    )
  }
})

test("AGENT-01 a search without a result returns a message, and only its type is recorded", async () => {
  const query = { searchType: "username", value: "s3cret-typed" }
  const { reply } = await staff.kim.call(supportHost, search, undefined, { query })
  assert.ok("items" in reply)
  assert.deepEqual(reply.items, [])
  assert.deepEqual(
    reply.messages.map(({ messageId }) => messageId),
    ["agent.nobody"],
  )
  const entry = (await auditLog(app.database, "support")).at(-1)
  assert.equal(entry?.action, "staff.search")
  assert.deepEqual(entry?.after, { by: "username" })
  assert.ok(!JSON.stringify(await auditLog(app.database, "support")).includes("s3cret-typed"))
})

test("AGENT-01 a staff member finds only customers of their own clients", async () => {
  assert.equal((await find(staff.moreau, "username", "maria.santos")).length, 1)
  assert.equal((await find(staff.kim, "username", "lena.fischer")).length, 1)
  for (const [type, value] of [
    ["username", "lena.fischer"],
    ["username", "lena.fischer_wayfarer"],
    ["accountNumber", (await find(staff.kim, "username", "lena.fischer"))[0]?.accountNumber ?? ""],
    ["policyNumber", (await find(staff.kim, "username", "lena.fischer"))[0]?.policyNumber ?? ""],
  ] as const) {
    assert.deepEqual(await find(staff.moreau, type, value), [], type)
  }
})

test("a search must name the staff member's own userId", async () => {
  const asked = (userId: string) =>
    staff.kim.call(supportHost, search, undefined, {
      query: { searchType: "policyNumber", value: "4001930427", userId },
    })
  assert.equal((await asked("agent.kim")).status, 200)
  assert.equal((await asked("agent.moreau")).status, 403)
})

test("PAYNOW-04 AGENT-02 a real payment is found by its confirmation number", async () => {
  const policyNumber = "4003120956"
  const paid = await payFor(app, "james.okafor", "harbor", policyNumber)
  const number = paid.confirmationNumber
  const spoken = `${number.slice(0, 4)} ${number.slice(4).toLowerCase()}`
  const [found] = await find(staff.kim, "paymentConfirmationNumber", spoken)
  assert.equal(found?.userid, "james.okafor")
  assert.equal(found?.policyNumber, policyNumber)
  assert.equal(found?.paymentConfirmationNumber, number)
  assert.equal(found?.paymentDate, "03/02/2026")
  assert.match(found?.billingDay ?? "", /^\d{1,2}$/)
  assert.deepEqual(found?.paymentDetail, [
    {
      paymentType: "CREDITCARD",
      paymentAmount: paid.paymentAmount,
      policyNumber,
      creditCard: { paymentType: "VISA", accountNumberLast4Digit: "4242" },
    },
  ])
  assert.equal((await find(staff.moreau, "paymentConfirmationNumber", number)).length, 1)
  await app.database.rows(
    sql`update appauth.agent set clients = '{wayfarer}' where userid = 'agent.moreau'`,
  )
  assert.deepEqual(await find(staff.moreau, "paymentConfirmationNumber", number), [])
  await app.database.rows(
    sql`update appauth.agent set clients = '{harbor}' where userid = 'agent.moreau'`,
  )
})

test("AGENT-02 REFUND-02 payments of two clients with the same confirmation number are both found", async () => {
  const { confirmationNumber: number } = await payFor(app, "robert.chen", "harbor", "4004688301")
  const { confirmationNumber } = await payFor(app, "lena.fischer", "wayfarer", "5100442871")
  await app.database.rows(
    sql`update myaccount_core.payment set confirmation_number = ${number}
      where client = 'wayfarer' and confirmation_number = ${confirmationNumber}`,
  )
  const found = await find(staff.kim, "paymentConfirmationNumber", number)
  assert.deepEqual(
    found.map((one) => [one.client, one.userid, one.paymentConfirmationNumber]),
    [
      ["harbor", "robert.chen", number],
      ["wayfarer", "lena.fischer", number],
    ],
  )
  await giveRoles(app.database, "agent.kim")
  const asked = { refundAmount: "1.00", reason: "Paid twice", reopens: false }
  const { status, text } = await staff.kim.call(
    supportHost,
    "POST /myaccount-core/agent/refunds",
    { customerClient: "wayfarer", confirmationNumber: number, ...asked },
    { headers: { "idempotency-key": randomUUID() } },
  )
  assert.equal(status, 200, text)
  assert.deepEqual(await app.database.rows(sql`select client from myaccount_core.refund`), [
    { client: "wayfarer" },
  ])
})

test("AGENT-03 staff act for a customer for half an hour, and the audit log names them", async () => {
  const user = await actFor(staff.kim, "maria.santos_harbor")
  assert.equal(user.csUserid, "agent.kim")
  assert.equal(user.firstName, "Maria")
  const entry = (await staff.trail()).at(-1)
  assert.equal(entry?.action, "staff.act")
  assert.equal(entry?.actorUserid, "agent.kim")
  assert.equal(entry?.subjectUserid, "maria.santos_harbor")

  const body = { ...signedInAt(host, staff.kim, user).body, csUserid: "agent.kim" }
  const seen = await staff.kim.call(host, "POST /myaccount-core/productSummary", body)
  assert.equal(seen.status, 200, seen.text)
  const blamed = await staff.kim.call(host, "POST /myaccount-core/productSummary", {
    ...body,
    csUserid: "agent.moreau",
  })
  assert.deepEqual(blamed.messageIds, ["request.notYours"])

  for (let minutes = 0; minutes < 30; minutes += 10) {
    assert.equal((await staff.kim.call(host, extend, {})).status, 200)
    app.clock.advance({ minutes: 10 })
  }
  const over = await staff.kim.call(host, extend, {})
  assert.equal(over.status, 401, "half an hour, however busy")
  assert.deepEqual(over.messageIds, ["session.actingOver"])
})

test("AGENT-03 a session transfer works once, for a minute, at its host, while the staff member is signed in", async () => {
  const redeem = "POST /appauth/handoff/redeem"
  const make = async () => {
    const params = { userId: "maria.santos_harbor" }
    const { reply } = await staff.kim.call(supportHost, impersonate, {}, { params })
    const address = new URL(reply.siteURL)
    assert.equal(address.origin, app.origin(host))
    assert.ok(!("access_token" in reply))
    return address.pathname.replace("/logging-in/", "")
  }
  const one = await make()
  const wrongHost = await app.browser().call("wayfarer.localhost", redeem, { token: one })
  assert.equal(wrongHost.status, 404)
  const cameFrom = app.origin(supportHost)
  const way = { token: one, cameFrom }
  const tries = Array.from({ length: 5 }, () => app.browser().call(host, redeem, way))
  const statuses = (await Promise.all(tries)).map(({ status }) => status)
  assert.deepEqual(statuses.toSorted(), [200, 404, 404, 404, 404])
  const late = await make()
  app.clock.advance({ minutes: 1 })
  const tooLate = await staff.kim.call(host, redeem, { token: late, cameFrom })
  assert.deepEqual(tooLate.messageIds, ["handoff.actingInvalid"])
  const madeUp = await staff.kim.call(host, redeem, { token: "made-up", cameFrom })
  assert.deepEqual(madeUp.messageIds, ["handoff.invalid"])
  const orphan = await make()
  await staff.kim.call(supportHost, "POST /appauth/logout", {})
  assert.equal((await staff.kim.call(host, redeem, { token: orphan, cameFrom })).status, 404)
})

test("AGENT-03 logging out at the support site ends acting; ending acting keeps the support session", async () => {
  await actFor(staff.kim, "maria.santos_harbor")
  await staff.kim.call(host, "POST /appauth/logout", {})
  assert.equal((await staff.kim.call(supportHost, extend, {})).status, 200)
  await actFor(staff.kim, "maria.santos_harbor")
  await staff.kim.call(supportHost, "POST /appauth/logout", {})
  assert.equal((await staff.kim.call(host, extend, {})).status, 401)
})

test("AGENT-03 logging out ends acting that began in an earlier sign-in", async () => {
  const { kim } = staff
  await actFor(kim, "maria.santos_harbor")
  await actFor(staff.moreau, "james.okafor_harbor")
  // The support session was idle, so that staff had to sign in again.
  await app.database.rows(
    sql`update appauth.session set seen_at = seen_at - interval '20 minutes'
      where agent_userid = 'agent.kim' and userid is null`,
  )
  await kim.signIn(supportHost, "agent.kim")
  assert.equal((await kim.call(host, extend, {})).status, 200)
  await kim.call(supportHost, "POST /appauth/logout", {})
  assert.equal((await kim.call(host, extend, {})).status, 401)
  assert.equal((await staff.moreau.call(host, extend, {})).status, 200, "another agent's")
})

test("AGENT-03 no session outlives the one that it was transferred from", async () => {
  await actFor(staff.kim, "maria.santos_harbor")
  // The state after a logout that ran before it could see the new session.
  await app.database.rows(
    sql`update appauth.session set ended_at = created_at
      where agent_userid = 'agent.kim' and userid is null`,
  )
  assert.equal((await staff.kim.call(host, extend, {})).status, 401)
})

test("AGENT-03 staff cannot act for customers of other clients, unknown customers, or those who must register again", async () => {
  for (const [browser, userId, status] of [
    [staff.moreau, "lena.fischer_wayfarer", 404],
    [staff.kim, "nobody_harbor", 404],
    [staff.kim, "walter.brandt_harbor", 409],
  ] as const) {
    const answer = await browser.call(supportHost, impersonate, {}, { params: { userId } })
    assert.equal(answer.status, status, answer.text)
  }
  const own = app.browser()
  await own.signIn(host, "maria.santos")
  const params = { userId: "james.okafor_harbor" }
  assert.equal((await own.call(host, impersonate, {}, { params })).status, 403)
})
