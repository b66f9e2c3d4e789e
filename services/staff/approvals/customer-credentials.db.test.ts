import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { usernameOf } from "#contracts/identity/userid.ts"
import { sql } from "#database/sql.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import type { TestBrowser } from "#testing/browser.ts"
import { payFor } from "#testing/pay-now.ts"
import { ticketIn } from "#testing/recovery.ts"
import { type Registrant, registrationOf } from "#testing/registration.ts"
import { actFor, supportHost } from "#testing/staff.ts"
import { giveRoles } from "#testing/staff-roles.store.ts"
import { said, signInTwoStaff, type TwoStaffMembers } from "#testing/two-staff-members.ts"

const approvals = "GET /myaccount-core/agent/approvals"
const extend = "POST /appauth/session/extend"
const host = "harbor.localhost"

let app: TestApp
let staff: TwoStaffMembers

before(async () => {
  app = await startTestApp()
  await payFor(app, "james.okafor", "harbor", "4003120956")
  staff = await signInTwoStaff(app)
})

after(() => app.close())

/** The email addresses that a search by this username finds at Harbor. */
async function emailsFound(value: string): Promise<string[]> {
  const key = "GET /myaccount-core/agent/clients"
  const query = { searchType: "username", value }
  const { reply } = await staff.kim.call(supportHost, key, undefined, { query })
  const found = "items" in reply ? reply.items : []
  return found
    .filter(({ client }) => client === "harbor")
    .map(({ policyHolder }) => policyHolder.emailAddress)
}

/** The requests for dual approval about this customer that are visible to this staff member. */
async function waitingFor(userid: string, browser: TestBrowser) {
  return (await staff.waiting(browser)).filter(({ username }) => username === usernameOf(userid))
}

test("AGENT-04 the password reset link goes to the address on file, and works", async () => {
  const answer = await staff.reset("maria.santos_harbor")
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
  assert.equal((await staff.reset("lena.fischer_wayfarer", staff.moreau)).status, 404)
  assert.deepEqual((await staff.reset("evelyn.brooks_harbor")).messageIds, ["agent.noAddress"])
})

test("AGENT-05 a new email address is checked, recorded, and announced to both addresses", async () => {
  const userid = "grace.adeyemi_harbor"
  for (const [typed, text] of [
    ["grace.example.com", /not valid/],
    ["grace@example.museum", /not valid/],
    ["Grace.Adeyemi@example.com", /already on file/],
  ] as const) {
    const { reply } = await staff.changeEmail(userid, typed)
    assert.equal(reply.status, "ERROR")
    assert.match(reply.statusMessage, text)
  }
  const asOther = staff.changeEmail(userid, "new@example.com", "kim", "agent.moreau")
  assert.equal((await asOther).status, 403)
  await staff.later({ seconds: 0 })
  const { reply } = await staff.changeEmail(userid, "grace.new@example.com")
  assert.equal(reply.status, "SUCCESS")
  assert.equal(reply.emailAddress, "grace.new@example.com")
  const old = await app.readMail("grace.adeyemi@example.com", "changed")
  assert.match(old.text, /g•+@example\.com/)
  await app.readMail("grace.new@example.com", "changed")
  const entry = (await staff.trail()).at(-1)
  assert.equal(entry?.action, "staff.changeEmail")
  assert.deepEqual(entry?.before, { email: "grace.adeyemi@example.com" })
  assert.deepEqual(entry?.after, { email: "grace.new@example.com" })
  assert.deepEqual(await emailsFound("grace.adeyemi"), ["grace.new@example.com"])
})

test("AGENT-04 after staff changed an email address, a reset needs dual approval", async () => {
  const userid = "siobhan.obrien_harbor"
  await staff.changeEmail(userid, "siobhan.new@example.com")
  const asked = await staff.reset(userid)
  assert.deepEqual(said(asked), ["agent.approvalAsked"])
  await staff.reset(userid)
  const own = await waitingFor(userid, staff.kim)
  assert.equal(own.length, 1, "asked for once")
  const [item] = own
  assert.ok(item)
  assert.deepEqual(
    [item.action, item.username, item.askedBy, item.isOwn],
    ["resetPassword", usernameOf(userid), "agent.kim", true],
  )
  const { kim, moreau, decide } = staff
  assert.deepEqual((await decide(kim, item.id)).messageIds, ["agent.ownApproval"])
  const nobody = app.browser()
  assert.equal((await nobody.call(supportHost, approvals)).status, 401)
  assert.equal((await waitingFor(userid, moreau))[0]?.isOwn, false)
  const both = await Promise.all([decide(moreau, item.id), decide(moreau, item.id)])
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409])
  await app.readMail("siobhan.new@example.com", "Reset")
  const entry = (await staff.trail()).at(-1)
  assert.equal(entry?.action, "staff.resetPassword")
  assert.equal(entry?.actorUserid, "agent.moreau")
  assert.deepEqual(entry?.after, { "asked for by": "agent.kim" })
  assert.deepEqual(await waitingFor(userid, kim), [])
})

test("AGENT-04 a refused action is not performed, and after seven days no dual approval is needed", async () => {
  const userid = "frances.doyle_harbor"
  await staff.changeEmail(userid, "frances.new@example.com")
  await staff.reset(userid)
  const [item] = await waitingFor(userid, staff.moreau)
  const refuse = await staff.decide(staff.moreau, item?.id ?? "", "refuse")
  assert.deepEqual(said(refuse), ["agent.refused"])
  assert.equal((await staff.trail()).at(-1)?.action, "staff.approval.refuse")
  await staff.later({ hours: 7 * 24 })
  assert.deepEqual(said(await staff.reset(userid)), ["agent.resetSent"])
})

test("AGENT-04 a request for dual approval is open for 24 hours", async () => {
  const userid = "anastasia.papakonstantinou_harbor"
  await staff.changeEmail(userid, "anastasia.new@example.com")
  await staff.reset(userid)
  await staff.later({ hours: 23, minutes: 59, seconds: 59 })
  const [item] = await waitingFor(userid, staff.moreau)
  assert.ok(item)
  await staff.later({ seconds: 1 })
  assert.deepEqual(await waitingFor(userid, staff.moreau), [])
  const late = await staff.decide(staff.moreau, item.id, "approve", item.emailVersion)
  assert.deepEqual(late.messageIds, ["agent.approvalOver"])
  assert.deepEqual(said(await staff.reset(userid)), ["agent.approvalAsked"], "asked for again")
  const [anew] = await waitingFor(userid, staff.moreau)
  assert.ok(anew && anew.id !== item.id)
})

test("AGENT-04 staff without the right to approve see only their own requests", async () => {
  const [own, other] = ["siobhan.obrien_harbor", "frances.doyle_harbor"] as const
  await staff.later({ hours: 8 * 24 })
  await staff.changeEmail(own, "siobhan.third@example.com")
  await staff.changeEmail(other, "frances.third@example.com")
  await staff.reset(own)
  await staff.reset(other, staff.moreau)
  const seen = async () => (await staff.waiting(staff.kim)).map(({ username }) => username)
  assert.deepEqual((await seen()).toSorted(), [own, other].map(usernameOf).toSorted())
  await giveRoles(app.database, "agent.kim", ["look", "serve"])
  const seenWithoutRight = await seen()
  await giveRoles(app.database, "agent.kim")
  assert.deepEqual(seenWithoutRight, [usernameOf(own)])
})

test("AGENT-06 a deleted registration gives no access, can be repeated, and keeps payments and history", async () => {
  const userid = "james.okafor_harbor"
  await actFor(staff.kim, userid)
  await app.browser().signIn(host, "maria.santos")
  const withDevices = () =>
    app.database.rows(
      sql`select distinct userid from appauth.device
        where userid in (${userid}, 'maria.santos_harbor') order by userid`,
    )
  assert.equal((await withDevices()).length, 2)
  assert.equal((await staff.remove(userid, staff.moreau)).status, 200)
  assert.deepEqual(await withDevices(), [{ userid: "maria.santos_harbor" }])
  assert.equal((await staff.kim.call(host, extend, {})).status, 401)
  await app.readMail("james.okafor@example.com", "deleted")
  assert.equal((await staff.trail()).at(-1)?.action, "staff.deleteRegistration")
  assert.deepEqual(await emailsFound("james.okafor"), [])
  assert.equal((await staff.remove(userid)).status, 404)

  const james: Registrant = {
    host,
    client: "harbor",
    planNumber: "4003120956",
    accountNumber: "HM2073350",
    firstName: "James",
    lastName: "Okafor",
    email: "james.okafor@example.com",
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
})

test("AGENT-06 after staff changed an email address, deleting the registration needs dual approval, too", async () => {
  const userid = "robert.chen_harbor"
  await staff.changeEmail(userid, "robert.new@example.com")
  const { reply } = await staff.remove(userid)
  assert.equal(reply.deleted, false)
  assert.equal((await emailsFound("robert.chen")).length, 1)
  const [item] = await waitingFor(userid, staff.moreau)
  await staff.decide(staff.moreau, item?.id ?? "")
  assert.deepEqual(await emailsFound("robert.chen"), [])
})

test("staff who make too many requests have to wait", async () => {
  let last = ""
  for (let n = 0; n < 12; n += 1) {
    last = (await staff.reset("dorothy.lindqvist_harbor")).messageIds[0] ?? ""
  }
  assert.equal(last, "agent.tooManyForCustomer")
})
