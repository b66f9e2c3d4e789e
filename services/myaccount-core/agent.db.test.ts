import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import type { AgentClient } from "#contracts/myaccount-core/agent.ts"
import { sql } from "#database/sql.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { auditTrail } from "#testing/audit-trail.ts"
import type { TestBrowser } from "#testing/browser.ts"
import { signedInAt } from "#testing/customer.ts"
import { payFor } from "#testing/pay-now.ts"
import { ticketIn } from "#testing/recovery.ts"
import { newPassword, type Registrant, registrationOf } from "#testing/registration.ts"
import { actFor, supportHost } from "#testing/staff.ts"

const search = "GET /myaccount-core/agent/clients"
const impersonate = "POST /myaccount-core/agent/impersonate/{userId}"
const reset = "POST /myaccount-core/agent/resetPassword"
const email = "PUT /myaccount-core/agent/email"
const remove = "DELETE /myaccount-core/agent/users/{username}"
const approvals = "GET /myaccount-core/agent/approvals"
const decide = "POST /myaccount-core/agent/approvals/{id}"
const extend = "POST /appauth/session/extend"
const host = "harbor.localhost"

let app: TestApp
/** For every client. */
let kim: TestBrowser
/** For Harbor alone. */
let moreau: TestBrowser

before(async () => {
  app = await startTestApp()
})

after(() => app.close())

/** Both signed in anew, so that neither is idle for too long. */
async function staff() {
  kim = app.browser()
  moreau = app.browser()
  await kim.signIn(supportHost, "agent.kim")
  await moreau.signIn(supportHost, "agent.moreau")
}

async function later(by: Temporal.DurationLike) {
  app.clock.advance(by)
  await staff()
}

async function find(
  browser: TestBrowser,
  searchType: string,
  value: string,
): Promise<AgentClient[]> {
  const answer = await browser.call(supportHost, search, undefined, {
    query: { searchType, value },
  })
  assert.equal(answer.status, 200, answer.text)
  return "items" in answer.reply ? answer.reply.items : [answer.reply]
}

async function trail(client: string) {
  return await auditTrail(app.database, client)
}

async function lastAction(client = "harbor") {
  return (await trail(client)).at(-1)
}

/** What a call that was done says. */
function said({ reply }: { reply: unknown }): string[] {
  return (reply as { messages: { messageId: string }[] }).messages.map((one) => one.messageId)
}

const resetFor = (browser: TestBrowser, username: string) =>
  browser.call(supportHost, reset, { username, isCustomerUser: true })

const changeEmail = (browser: TestBrowser, userid: string, newEmail: string, csUserid: string) =>
  browser.call(supportHost, email, { userid, csUserid, newEmail, csLoginIp: "203.0.113.9" })

test("AGENT-01 AGENT-02 found by plan number, account number and username", async () => {
  await staff()
  const [maria] = await find(kim, "policyNumber", " 4001 930427 ")
  assert.deepEqual(maria, {
    accountNumber: "HM2041187",
    policyNumber: "4001930427",
    userid: "maria.santos",
    actualUserid: "maria.santos_harbor",
    policyHolder: {
      firstName: "Maria",
      lastName: "Santos",
      emailAddress: "maria.santos@example.com",
    },
    client: "harbor",
    clientName: "Harbor Mutual",
    registration: "registered",
    paymentConfirmationNumber: "",
    paymentDate: "",
    billingDay: "",
    paymentDetail: [],
  })
  assert.deepEqual((await find(kim, "accountNumber", "HM2041187"))[0]?.userid, "maria.santos")
  assert.deepEqual(
    (await find(kim, "username", "Maria.Santos")).map(({ accountNumber }) => accountNumber),
    ["HM2041187"],
  )
  const [ana] = await find(kim, "policyNumber", "4000000017")
  assert.equal(ana?.registration, "none")
  assert.equal(ana?.actualUserid, "")
  assert.equal((await find(kim, "policyNumber", "4000000033"))[0]?.registration, "reactivate")
})

test("AGENT-01 nobody found is said in words, and only the type of the search is kept", async () => {
  const query = { searchType: "username", value: "s3cret-typed" }
  const { reply } = await kim.call(supportHost, search, undefined, { query })
  assert.ok("items" in reply)
  assert.deepEqual(reply.items, [])
  assert.match(reply.messages[0]?.content[0] ?? "", /We found nobody/)
  const entry = await lastAction("support")
  assert.equal(entry?.action, "staff.search")
  assert.deepEqual(entry?.after, { by: "username" })
  assert.ok(!JSON.stringify(await trail("support")).includes("s3cret-typed"))
})

test("AGENT-01 an agent finds the people of their own clients alone", async () => {
  assert.equal((await find(moreau, "username", "maria.santos")).length, 1)
  assert.equal((await find(kim, "username", "lena.fischer")).length, 1)
  for (const [type, value] of [
    ["username", "lena.fischer"],
    ["username", "lena.fischer_wayfarer"],
    ["accountNumber", (await find(kim, "username", "lena.fischer"))[0]?.accountNumber ?? ""],
    ["policyNumber", (await find(kim, "username", "lena.fischer"))[0]?.policyNumber ?? ""],
  ] as const) {
    assert.deepEqual(await find(moreau, type, value), [], type)
  }
})

test("the userId of a search is the agent's own", async () => {
  const asked = (userId: string) =>
    kim.call(supportHost, search, undefined, {
      query: { searchType: "policyNumber", value: "4001930427", userId },
    })
  assert.equal((await asked("agent.kim")).status, 200)
  assert.equal((await asked("agent.moreau")).status, 403)
  await staff()
})

test("PAYNOW-04 AGENT-02 a real payment is found by its confirmation number", async () => {
  const policyNumber = "4003120956"
  const paid = await payFor(app, "james.okafor", "harbor", policyNumber)
  const number = paid.confirmationNumber
  const spoken = `${number.slice(0, 4)} ${number.slice(4).toLowerCase()}`
  const [found] = await find(kim, "paymentConfirmationNumber", spoken)
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
  assert.equal((await find(moreau, "paymentConfirmationNumber", number)).length, 1)
  await app.database.rows(
    sql`update appauth.agent set clients = '{wayfarer}' where userid = 'agent.moreau'`,
  )
  assert.deepEqual(await find(moreau, "paymentConfirmationNumber", number), [])
  await app.database.rows(
    sql`update appauth.agent set clients = '{harbor}' where userid = 'agent.moreau'`,
  )
})

test("AGENT-03 acting for a customer: who acts, for half an hour, once, and on record", async () => {
  await later({ hours: 1 })
  const user = await actFor(kim, "maria.santos_harbor")
  assert.equal(user.csUserid, "agent.kim")
  assert.equal(user.firstName, "Maria")
  const entry = await lastAction()
  assert.equal(entry?.action, "staff.impersonate")
  assert.equal(entry?.actorUserid, "agent.kim")
  assert.equal(entry?.subjectUserid, "maria.santos_harbor")

  const body = { ...signedInAt(host, kim, user).body, csUserid: "agent.kim" }
  const seen = await kim.call(host, "POST /myaccount-core/productSummary", body)
  assert.equal(seen.status, 200, seen.text)
  const blamed = await kim.call(host, "POST /myaccount-core/productSummary", {
    ...body,
    csUserid: "agent.moreau",
  })
  assert.deepEqual(blamed.messageIds, ["request.notYours"])

  for (let minutes = 0; minutes < 30; minutes += 10) {
    assert.equal((await kim.call(host, extend, {})).status, 200)
    app.clock.advance({ minutes: 10 })
  }
  const over = await kim.call(host, extend, {})
  assert.equal(over.status, 401, "half an hour, however busy")
  assert.deepEqual(over.messageIds, ["session.actingOver"])
})

test("AGENT-03 a way in works once, for a minute, at its host, while the agent is signed in", async () => {
  await staff()
  const redeem = "POST /appauth/handoff/redeem"
  const make = async () => {
    const params = { userId: "maria.santos_harbor" }
    const { reply } = await kim.call(supportHost, impersonate, {}, { params })
    const address = new URL(reply.siteURL)
    assert.equal(address.origin, app.origin(host))
    assert.ok(!("access_token" in reply))
    return address.pathname.replace("/logging-in/", "")
  }
  const one = await make()
  const wrongHost = await app.browser().call("wayfarer.localhost", redeem, { token: one })
  assert.equal(wrongHost.status, 404)
  const tries = Array.from({ length: 5 }, () => app.browser().call(host, redeem, { token: one }))
  const statuses = (await Promise.all(tries)).map(({ status }) => status)
  assert.deepEqual(statuses.toSorted(), [200, 404, 404, 404, 404])
  const late = await make()
  app.clock.advance({ minutes: 1 })
  const tooLate = await kim.call(host, redeem, { token: late })
  assert.deepEqual(tooLate.messageIds, ["handoff.actingInvalid"])
  const madeUp = await kim.call(host, redeem, { token: "made-up" })
  assert.deepEqual(madeUp.messageIds, ["handoff.invalid"])
  const orphan = await make()
  await kim.call(supportHost, "POST /appauth/logout", {})
  assert.equal((await kim.call(host, redeem, { token: orphan })).status, 404)
})

test("AGENT-03 an agent who logs out acts for nobody any more; who stops acting stays an agent", async () => {
  await staff()
  await actFor(kim, "maria.santos_harbor")
  await kim.call(host, "POST /appauth/logout", {})
  assert.equal((await kim.call(supportHost, extend, {})).status, 200)
  await actFor(kim, "maria.santos_harbor")
  await kim.call(supportHost, "POST /appauth/logout", {})
  assert.equal((await kim.call(host, extend, {})).status, 401)
})

test("AGENT-03 nobody of another client, nobody unknown, and nobody to be made anew", async () => {
  await later({ hours: 1 })
  for (const [browser, userId, status] of [
    [moreau, "lena.fischer_wayfarer", 404],
    [kim, "nobody_harbor", 404],
    [kim, "walter.brandt_harbor", 409],
  ] as const) {
    const answer = await browser.call(supportHost, impersonate, {}, { params: { userId } })
    assert.equal(answer.status, status, answer.text)
  }
  const own = app.browser()
  await own.signIn(host, "maria.santos")
  const params = { userId: "james.okafor_harbor" }
  assert.equal((await own.call(host, impersonate, {}, { params })).status, 403)
})

test("AGENT-04 a link to reset the password goes to the address on file, and works", async () => {
  const answer = await resetFor(kim, "maria.santos_harbor")
  assert.equal(answer.status, 200, answer.text)
  assert.match(answer.text, /maria\.santos to m•+@example\.com/)
  const mail = await app.readMail("maria.santos@example.com", "Reset")
  assert.match(mail.text, /Our customer service sent you this link/)
  assert.ok(mail.text.includes(`${app.origin(host)}/reset-password/`))
  const done = await app.browser().call(host, "POST /appauth/resetPassword", {
    password: "Anchor-2026",
    ticket: ticketIn(mail),
    hostName: host,
    client: "harbor",
  })
  assert.equal(done.status, 200, done.text)
  assert.equal((await resetFor(moreau, "lena.fischer_wayfarer")).status, 404)
  assert.deepEqual((await resetFor(kim, "evelyn.brooks_harbor")).messageIds, ["agent.noAddress"])
})

test("AGENT-05 a new e-mail address: checked, told to both, and on record before it is changed", async () => {
  const userid = "james.okafor_harbor"
  for (const [typed, text] of [
    ["james.example.com", /not valid/],
    ["james@example.museum", /not valid/],
    ["James.Okafor@example.com", /on file already/],
  ] as const) {
    const { reply } = await changeEmail(kim, userid, typed, "agent.kim")
    assert.equal(reply.status, "ERROR")
    assert.match(reply.statusMessage, text)
  }
  assert.equal((await changeEmail(kim, userid, "new@example.com", "agent.moreau")).status, 403)
  await staff()
  const { reply } = await changeEmail(kim, userid, "james.new@example.com", "agent.kim")
  assert.equal(reply.status, "SUCCESS")
  assert.equal(reply.emailAddress, "james.new@example.com")
  const old = await app.readMail("james.okafor@example.com", "changed")
  assert.match(old.text, /j•+@example\.com/)
  await app.readMail("james.new@example.com", "changed")
  const entry = await lastAction()
  assert.equal(entry?.action, "staff.changeEmail")
  assert.deepEqual(entry?.before, { email: "j•••••@example.com" })
  assert.deepEqual(entry?.after, { email: "j•••••@example.com" })
  const [found] = await find(kim, "username", "james.okafor")
  assert.equal(found?.policyHolder.emailAddress, "james.new@example.com")
})

test("AGENT-04 within 24 hours after a new e-mail address, a reset takes a second agent", async () => {
  const userid = "james.okafor_harbor"
  const asked = await resetFor(kim, userid)
  assert.deepEqual(said(asked), ["agent.approvalAsked"])
  await resetFor(kim, userid)
  const { reply: own } = await kim.call(supportHost, approvals)
  assert.equal(own.items.length, 1, "asked for once")
  const [item] = own.items
  assert.ok(item)
  assert.deepEqual(
    [item.action, item.userid, item.askedBy, item.isOwn],
    ["resetPassword", userid, "agent.kim", true],
  )
  const answer = (browser: TestBrowser, decision: string) =>
    browser.call(supportHost, decide, { decision }, { params: { id: item.id } })
  assert.deepEqual((await answer(kim, "approve")).messageIds, ["agent.ownApproval"])
  const osei = app.browser()
  assert.equal((await osei.call(supportHost, approvals)).status, 401)
  assert.equal((await moreau.call(supportHost, approvals)).reply.items[0]?.isOwn, false)
  const both = await Promise.all([answer(moreau, "approve"), answer(moreau, "approve")])
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409])
  await app.readMail("james.new@example.com", "Reset")
  const entry = await lastAction()
  assert.equal(entry?.action, "staff.resetPassword")
  assert.equal(entry?.actorUserid, "agent.moreau")
  assert.deepEqual(entry?.after, { "asked for by": "agent.kim" })
  assert.deepEqual((await kim.call(supportHost, approvals)).reply.items, [])
})

test("AGENT-04 what was refused is not done, and after 24 hours nobody has to agree", async () => {
  const userid = "james.okafor_harbor"
  await resetFor(kim, userid)
  const id = (await moreau.call(supportHost, approvals)).reply.items[0]?.id ?? ""
  const refuse = await moreau.call(supportHost, decide, { decision: "refuse" }, { params: { id } })
  assert.deepEqual(said(refuse), ["agent.refused"])
  assert.equal((await lastAction())?.action, "staff.approval.refuse")
  await later({ hours: 24 })
  assert.deepEqual(said(await resetFor(kim, userid)), ["agent.resetSent"])
})

test("AGENT-06 a deleted registration opens nothing, can be made anew, and keeps payments and history", async () => {
  await later({ hours: 1 })
  await actFor(kim, "james.okafor_harbor")
  const params = { username: "james.okafor_harbor" }
  assert.equal((await moreau.call(supportHost, remove, undefined, { params })).status, 200)
  assert.equal((await kim.call(host, extend, {})).status, 401)
  await app.readMail("james.new@example.com", "deleted")
  assert.equal((await lastAction())?.action, "staff.deleteRegistration")
  assert.deepEqual(await find(kim, "username", "james.okafor"), [])
  assert.equal((await kim.call(supportHost, remove, undefined, { params })).status, 404)

  const james: Registrant = {
    host,
    client: "harbor",
    planNumber: "4003120956",
    accountNumber: "HM2073350",
    firstName: "James",
    lastName: "Okafor",
    email: "james.new@example.com",
  }
  const anew = app.browser()
  const registration = registrationOf(anew, james)
  await registration.number()
  await registration.person()
  await registration.verify(await app.readCode(james.email))
  const done = await registration.complete({ username: "james.okafor" })
  assert.equal(done.status, 200, done.text)
  const payments = await app.database.rows(
    sql`select 1 from myaccount_core.payment where account_number = 'HM2073350'`,
  )
  assert.equal(payments.length, 1)
  assert.ok(newPassword)
})

test("AGENT-06 within 24 hours after a new e-mail address, deleting takes a second agent too", async () => {
  await later({ hours: 1 })
  await changeEmail(kim, "robert.chen_harbor", "robert.new@example.com", "agent.kim")
  const params = { username: "robert.chen_harbor" }
  const { reply } = await kim.call(supportHost, remove, undefined, { params })
  assert.equal(reply.deleted, false)
  assert.equal((await find(kim, "username", "robert.chen")).length, 1)
  const id = (await moreau.call(supportHost, approvals)).reply.items[0]?.id ?? ""
  await moreau.call(supportHost, decide, { decision: "approve" }, { params: { id } })
  assert.deepEqual(await find(kim, "username", "robert.chen"), [])
})

test("who asks too often has to wait", async () => {
  await later({ hours: 1 })
  let last = ""
  for (let n = 0; n < 12; n += 1) {
    last = (await resetFor(kim, "maria.santos_harbor")).messageIds[0] ?? ""
  }
  assert.equal(last, "agent.tooMany")
})
