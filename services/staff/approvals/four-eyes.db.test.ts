import assert from "node:assert/strict"
import { after, beforeEach, test } from "node:test"
import { sql } from "#database/sql.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { demoPerson } from "#testing/demo-people.ts"
import { testAudit } from "#testing/secret-key.ts"
import { actFor, saveEmail, supportHost } from "#testing/staff.ts"
import { said, signInTwoStaff, type TwoStaffMembers } from "#testing/two-staff-members.ts"

const userid = "grace.adeyemi_harbor"
const onFile = "grace.adeyemi@example.com"
const inbox = "moreau.private@example.net"

let app: TestApp | undefined
let staff: TwoStaffMembers

beforeEach(async () => {
  await app?.close()
  app = await startTestApp()
  staff = await signInTwoStaff(app)
})

after(() => app?.close())

function theApp(): TestApp {
  assert.ok(app)
  return app
}

/** Grace's current search result for kim. */
async function found() {
  const query = { searchType: "username", value: "grace.adeyemi" }
  const key = "GET /myaccount-core/agent/clients"
  const { reply } = await staff.kim.call(supportHost, key, undefined, { query })
  assert.ok("items" in reply)
  const [customer] = reply.items
  assert.ok(customer)
  return customer
}

/** Whether an email with a link to reset the password was sent to this address. */
async function hasLink(address: string): Promise<boolean> {
  const sent = await theApp().sentEmails()
  return sent.some(({ to, text }) => to === address && text.includes("/reset-password/"))
}

test("AGENT-04 AGENT-06 a staff member who changed the address cannot request actions that depend on it", async () => {
  await staff.changeEmail(userid, inbox, "moreau")
  assert.deepEqual(said(await staff.reset(userid, staff.moreau)), ["agent.ownEmailChange"])
  assert.deepEqual(said(await staff.remove(userid, staff.moreau)), ["agent.ownEmailChange"])
  assert.deepEqual(await staff.waiting(staff.moreau), [])
})

test("AGENT-04 AGENT-06 they cannot decide the request of an unsuspecting colleague, either", async () => {
  await staff.changeEmail(userid, inbox, "moreau")
  await staff.reset(userid)
  await staff.remove(userid)
  const asked = await staff.waiting(staff.moreau)
  assert.equal(asked.length, 2)
  for (const { id, isOwn, isOwnCause } of asked) {
    assert.deepEqual([isOwn, isOwnCause], [false, true])
    const decided = await staff.decide(staff.moreau, id)
    assert.deepEqual(decided.messageIds, ["agent.ownEmailChange"])
  }
  assert.equal(await hasLink(inbox), false)
  assert.equal(await staff.count("staff.deleteRegistration", userid), 0)
})

test("AGENT-04 a change while acting for the customer counts, also the first of several", async () => {
  const grace = await actFor(staff.moreau, userid, "agent.moreau")
  const saved = await saveEmail(staff.moreau, grace, inbox)
  assert.equal(saved.status, 200, saved.text)
  theApp().clock.advance({ seconds: 1 })
  await staff.changeEmail(userid, "grace.other@example.com")
  theApp().clock.advance({ seconds: 1 })
  assert.deepEqual(said(await staff.reset(userid)), ["agent.approvalAsked"])
  const [asked] = await staff.waiting(staff.moreau)
  assert.ok(asked)
  assert.deepEqual((await staff.decide(staff.moreau, asked.id)).messageIds, [
    "agent.ownEmailChange",
  ])
})

test("AGENT-04 a staff member whose change started a hold stays excluded while a denial prolongs it, and no longer", async () => {
  await staff.changeEmail(userid, inbox, "moreau")
  const mail = await theApp().readMail(onFile, "email address was changed")
  const [, token = ""] = /\/email-change\/yes#(\S+)/.exec(mail.text) ?? []
  await staff.later({ hours: 6 * 24 })
  const denied = await theApp()
    .browser()
    .call("harbor.localhost", "POST /myaccount-core/emailChange", { token, answer: "notMine" })
  assert.equal(denied.status, 200, denied.text)
  await staff.later({ hours: 6 * 24 })
  assert.deepEqual(said(await staff.reset(userid, staff.moreau)), ["agent.ownEmailChange"])
  await staff.later({ hours: 23, minutes: 59 })
  assert.deepEqual(said(await staff.reset(userid, staff.moreau)), ["agent.ownEmailChange"])
  await staff.later({ minutes: 1 })
  assert.deepEqual(said(await staff.reset(userid, staff.moreau)), ["agent.resetSent"])
})

test("AGENT-04 AGENT-05 AGENT-06 actions based on an outdated address are refused, and the message contains the new one", async () => {
  const { emailVersion } = await found()
  await staff.changeEmail(userid, inbox, "moreau")
  const kim = staff.kim
  const refused = [
    await kim.call(supportHost, "POST /myaccount-core/agent/resetPassword", {
      ...{ username: userid, isCustomerUser: true, emailVersion },
    }),
    await kim.call(supportHost, "DELETE /myaccount-core/agent/users/{username}", undefined, {
      params: { username: userid },
      query: { emailVersion },
    }),
    await kim.call(supportHost, "PUT /myaccount-core/agent/email", {
      ...{ userid, csUserid: "agent.kim", newEmail: "grace.kim@example.com" },
      ...{ csLoginIp: "", emailVersion },
    }),
  ]
  for (const { status, messageIds, text } of refused) {
    assert.deepEqual([status, messageIds], [409, ["agent.emailDiffers"]])
    assert.ok(text.includes(inbox), text)
  }
  assert.deepEqual(await staff.waiting(kim), [])
  assert.equal((await found()).policyHolder.emailAddress, inbox)
  const { emailVersion: current } = await found()
  assert.notEqual(current, emailVersion)
  const body = { username: userid, isCustomerUser: true, emailVersion: current }
  const asked = await kim.call(supportHost, "POST /myaccount-core/agent/resetPassword", body)
  assert.deepEqual(said(asked), ["agent.approvalAsked"])
})

test("AGENT-04 the approver sees both addresses and who changed them, and approves only the displayed address", async () => {
  await staff.changeEmail(userid, "grace.first@example.com")
  theApp().clock.advance({ seconds: 1 })
  await staff.changeEmail(userid, "grace.second@example.com")
  theApp().clock.advance({ seconds: 1 })
  await staff.reset(userid)
  const [asked] = await staff.waiting(staff.moreau)
  assert.ok(asked)
  const { emailAddress, earlierAddress, changedByStaff, isChangedByCustomer, isOwnCause } = asked
  assert.deepEqual(
    { emailAddress, earlierAddress, changedByStaff, isChangedByCustomer, isOwnCause },
    {
      emailAddress: "grace.second@example.com",
      earlierAddress: onFile,
      changedByStaff: ["agent.novak"],
      isChangedByCustomer: false,
      isOwnCause: false,
    },
  )
  for (const read of ["", (await staff.waiting(staff.kim))[0]?.emailVersion.toLowerCase()]) {
    const decided = await staff.decide(staff.moreau, asked.id, "approve", read)
    assert.deepEqual(decided.messageIds, ["agent.emailDiffers"])
  }
  assert.equal((await staff.decide(staff.moreau, asked.id)).status, 200)
  assert.ok(await hasLink("grace.second@example.com"))
})

test("AGENT-04 the approver also sees the phone number before staff changed it, and who did", async () => {
  const james = "james.okafor_harbor"
  const phones = async () =>
    (await staff.waiting(staff.kim)).map(({ phoneNumber, earlierPhone }) => [
      phoneNumber,
      earlierPhone,
    ])
  const acted = await actFor(staff.moreau, james, "agent.moreau")
  const change = async (email: string, phone: string) => {
    const saved = await saveEmail(staff.moreau, acted, email, phone)
    assert.equal(saved.status, 200, saved.text)
    theApp().clock.advance({ seconds: 1 })
  }
  await change("james.okafor@example.com", "2125550111")
  await change(inbox, "2125550199")
  await staff.reset(james)
  const changed = { changedByStaff: ["agent.moreau"], isChangedByCustomer: false }
  const earlier = { phoneNumber: "(603) 555-0177", ...changed }
  assert.deepEqual(await phones(), [["(212) 555-0199", earlier]])
  await staff.changeEmail("robert.chen_harbor", "robert.new@example.com")
  await staff.reset("robert.chen_harbor")
  assert.deepEqual((await phones())[1], ["(508) 555-0155", undefined])
})

test("AGENT-04 a request ends if the account system has another address, or if none was stored with it", async () => {
  await staff.changeEmail(userid, "grace.first@example.com")
  await staff.reset(userid)
  const [first] = await staff.waiting(staff.moreau)
  assert.ok(first)
  const { database } = theApp()
  await database.rows(
    sql`update policy_admin.person set email_address = 'other@example.com'
      where email_address = 'grace.first@example.com'`,
  )
  assert.deepEqual(await staff.waiting(staff.moreau), [])
  const { emailVersion } = await found()
  const decided = await staff.decide(staff.moreau, first.id, "approve", emailVersion)
  assert.deepEqual(decided.messageIds, ["agent.approvalOver"])

  await staff.reset(userid)
  const [again] = await staff.waiting(staff.moreau)
  assert.ok(again)
  assert.notEqual(again.id, first.id)
  await database.rows(sql`update myaccount_core.staff_approval set email_version = null`)
  assert.deepEqual(await staff.waiting(staff.moreau), [])
  const older = await staff.decide(staff.moreau, again.id, "approve", emailVersion)
  assert.deepEqual(older.messageIds, ["agent.approvalOver"])
  assert.equal(await hasLink("other@example.com"), false)
})

test("AGENT-04 AGENT-06 staff need approval for exactly 24 hours after the customer's own change of address", async () => {
  const { clock, database } = theApp()
  const { accountNumber = "" } = demoPerson("grace.adeyemi")
  await database.transaction((tx) =>
    testAudit(clock).record(tx, {
      ...{ client: "harbor", accountNumber, subjectUserid: userid, ip: null },
      actor: { kind: "customer", userid },
      action: "contact.change",
      before: { email: "grace.before@example.com" },
      after: { email: onFile },
    }),
  )
  assert.deepEqual(said(await staff.reset(userid)), ["agent.approvalAsked"])
  assert.equal((await staff.remove(userid)).reply.deleted, false)
  const [asked] = await staff.waiting(staff.moreau)
  assert.ok(asked)
  const { earlierAddress, changedByStaff, isChangedByCustomer, isOwnCause } = asked
  assert.deepEqual(
    { earlierAddress, changedByStaff, isChangedByCustomer, isOwnCause },
    {
      earlierAddress: "grace.before@example.com",
      changedByStaff: [],
      isChangedByCustomer: true,
      isOwnCause: false,
    },
  )
  await staff.later({ hours: 23, minutes: 59 })
  assert.equal((await staff.remove(userid)).reply.deleted, false)
  await staff.later({ minutes: 1 })
  assert.deepEqual(said(await staff.reset(userid)), ["agent.resetSent"])
  assert.equal((await staff.remove(userid)).reply.deleted, true)
})
