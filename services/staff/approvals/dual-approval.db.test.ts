import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { usernameOf } from "#contracts/identity/userid.ts"
import { sql } from "#database/sql.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { demoPerson } from "#testing/demo-people.ts"
import { type Forgetful, maria, recoveryOf, ticketIn } from "#testing/recovery.ts"
import { registrationOf, walter as walterBefore } from "#testing/registration.ts"
import { testAudit } from "#testing/secret-key.ts"
import { actFor, saveEmail } from "#testing/staff.ts"
import { said, signInTwoStaff, type TwoStaffMembers } from "#testing/two-staff-members.ts"

const walter = { ...walterBefore, email: "walter.new@example.com" }

let app: TestApp
let staff: TwoStaffMembers

before(async () => {
  app = await startTestApp()
  staff = await signInTwoStaff(app)
})

after(() => app.close())

/** The requests for dual approval about this customer. */
async function waitingFor(userid: string) {
  const items = await staff.waiting(staff.moreau)
  return items.filter(({ username }) => username === usernameOf(userid))
}

test("AGENT-04 an email address that staff changed while acting for the customer counts, too", async () => {
  const user = await actFor(staff.kim, "anastasia.papakonstantinou_harbor")
  const saved = await saveEmail(staff.kim, user, "anastasia.other@example.com")
  assert.equal(saved.status, 200, saved.text)
  const userid = "anastasia.papakonstantinou_harbor"
  assert.deepEqual(said(await staff.reset(userid)), ["agent.ownEmailChange"])
  assert.deepEqual(said(await staff.reset(userid, staff.moreau)), ["agent.approvalAsked"])
})

test("AGENT-04 an address that was changed back is protected, too", async () => {
  await staff.changeEmail("siobhan.obrien_harbor", "siobhan.other@example.com")
  await staff.changeEmail("siobhan.obrien_harbor", "siobhan.obrien@example.com")
  assert.deepEqual(said(await staff.reset("siobhan.obrien_harbor")), ["agent.approvalAsked"])
})

test("AGENT-04 a request ends if the address changes again or the staff member is disabled", async () => {
  const userid = "robert.chen_harbor"
  await staff.changeEmail(userid, "robert.other@example.com")
  await staff.reset(userid)
  const [first] = await waitingFor(userid)
  assert.ok(first)
  app.clock.advance({ seconds: 1 })
  await staff.changeEmail(userid, "robert.third@example.com")
  assert.deepEqual(await waitingFor(userid), [], "it waits no more")
  assert.deepEqual((await staff.decide(staff.moreau, first.id)).messageIds, ["agent.approvalOver"])
  assert.deepEqual(said(await staff.reset(userid)), ["agent.approvalAsked"], "asked for again")
  const [anew] = await waitingFor(userid)
  assert.ok(anew)

  await app.database.rows(
    sql`update appauth.agent set disabled_at = created_at where userid = 'agent.kim'`,
  )
  assert.deepEqual(await waitingFor(userid), [])
  assert.deepEqual((await staff.decide(staff.moreau, anew.id)).messageIds, ["agent.approvalOver"])
  await app.database.rows(
    sql`update appauth.agent set disabled_at = null where userid = 'agent.kim'`,
  )
  assert.deepEqual((await staff.decide(staff.kim, anew.id)).messageIds, ["agent.ownApproval"])
  await app.database.rows(
    sql`update appauth.agent set clients = '{wayfarer}' where userid = 'agent.moreau'`,
  )
  assert.equal((await staff.decide(staff.moreau, anew.id)).status, 404, "of another client")
  await app.database.rows(
    sql`update appauth.agent set clients = '{harbor}' where userid = 'agent.moreau'`,
  )
  assert.equal(await staff.count("staff.resetPassword", userid), 0)
})

test("AGENT-06 deleting a registration also deletes its open requests", async () => {
  const userid = "grace.adeyemi_harbor"
  await staff.changeEmail(userid, "grace.other@example.com")
  await staff.reset(userid)
  await staff.remove(userid)
  const asked = await waitingFor(userid)
  assert.deepEqual(asked.map(({ action }) => action).toSorted(), [
    "deleteRegistration",
    "resetPassword",
  ])
  const deletion = asked.find(({ action }) => action === "deleteRegistration")
  assert.equal((await staff.decide(staff.moreau, deletion?.id ?? "")).status, 200)
  assert.deepEqual(await waitingFor(userid), [])
  const stored = await app.database.rows<{ action: string }>(
    sql`select action from myaccount_core.staff_approval where userid = ${userid}`,
  )
  assert.deepEqual(stored, [{ action: "deleteRegistration" }])
  // The hold ends with the credentials that it protects.
  const grace = registrationOf(app.browser(), {
    ...{ host: "harbor.localhost", client: "harbor", planNumber: "4004820017" },
    ...{ accountNumber: "HM2151904", firstName: "Grace", lastName: "Adeyemi" },
    email: "grace.other@example.com",
  })
  await grace.number()
  assert.equal((await grace.person()).status, 200)
  const code = await app.readCode("grace.other@example.com")
  assert.equal((await grace.verify(code)).reply.verified, true)
})

test("of 20 parallel calls, one changes an address, one requests dual approval, and one decides", async () => {
  const userid = "james.okafor_harbor"
  const twenty = <Result>(ask: (n: number) => Promise<Result>) =>
    Promise.all(Array.from({ length: 20 }, (_, n) => ask(n)))
  const changed = await twenty(() => staff.changeEmail(userid, "james.many@example.com"))
  const statuses = changed.flatMap(({ reply }) => reply.status ?? [])
  assert.equal(statuses.filter((status) => status === "SUCCESS").length, 1)
  assert.equal(await staff.count("staff.changeEmail", userid), 1)

  await staff.later({ hours: 1 })
  await twenty(() => staff.reset(userid))
  assert.equal(await staff.count("staff.approval.ask", userid), 1)
  await staff.later({ hours: 1 })
  const [asked] = await waitingFor(userid)
  const decided = await twenty(() => staff.decide(staff.moreau, asked?.id ?? ""))
  assert.equal(decided.filter(({ status }) => status === 200).length, 1)
  assert.equal(await staff.count("staff.resetPassword", userid), 1)

  await staff.later({ hours: 7 * 24 })
  const removed = await twenty(() => staff.remove(userid))
  assert.equal(removed.filter(({ status }) => status === 200).length, 1)
  assert.equal(await staff.count("staff.deleteRegistration", userid), 1)
})

test("an address is protected while it is being changed", async () => {
  // The state during a call to the account system.
  await app.database.rows(
    sql`insert into myaccount_core.contact_change (id, client, account_number, asked, asked_at)
      select gen_random_uuid(), client, account_number, json_build_object(
        'before', json_build_object('address', '{}'::json, 'phoneNumber', '', 'emailAddress', 'a'),
        'after', json_build_object('address', '{}'::json, 'phoneNumber', '', 'emailAddress', 'b'),
        'by', json_build_object('actor', json_build_object('kind', 'staff'))), ${app.clock.now()}
      from appauth.user_account where userid = 'dorothy.lindqvist_harbor'`,
  )
  assert.deepEqual(said(await staff.reset("dorothy.lindqvist_harbor")), ["agent.approvalAsked"])
  assert.equal((await staff.remove("dorothy.lindqvist_harbor")).reply.deleted, false)
  assert.equal(await staff.count("staff.deleteRegistration", "dorothy.lindqvist_harbor"), 0)
  await app.database.rows(sql`delete from myaccount_core.contact_change`)
})

/** Another customer who can recover their account. */
const frances: Forgetful = {
  ...maria,
  username: "frances.doyle",
  answer: "Portsmouth",
  email: demoPerson("frances.doyle").emailAddress,
}

async function recover(who: Forgetful) {
  const { question, answer } = recoveryOf(app.browser(), who)
  await question()
  assert.equal((await answer()).status, 200)
}

test("RECOVER-05 a customer's own change of address does not hold the address", async () => {
  const userid = "maria.santos_harbor"
  const audit = testAudit(app.clock)
  await app.database.transaction((tx) =>
    audit.record(tx, {
      client: "harbor",
      action: "contact.change",
      actor: { kind: "customer", userid },
      accountNumber: "HM2041187",
      subjectUserid: userid,
      ip: null,
      after: { email: "m•••••@example.com" },
    }),
  )
  await recover(maria)
  assert.notEqual(ticketIn(await app.readMail(maria.email, "Reset")), "")
})

test("RECOVER-05 for seven days no reset link goes to an address that staff set", async () => {
  await staff.changeEmail("frances.doyle_harbor", "frances.new@example.com")
  await recover(frances)
  const held = await app.readMail("frances.new@example.com", "wait")
  assert.equal(ticketIn(held), "")
  assert.match(held.text, /changed your email address within the last 7 days/)
  await staff.later({ hours: 24 * 7 - 1 })
  await recover(frances)
  assert.equal(ticketIn(await app.readMail("frances.new@example.com", "wait")), "")
  await staff.later({ hours: 1 })
  await recover(frances)
  assert.notEqual(ticketIn(await app.readMail("frances.new@example.com", "Reset")), "")
})

test("REGISTER-06 for seven days nobody can register again with an address that staff set", async () => {
  await staff.changeEmail("walter.brandt_harbor", walter.email)
  const early = registrationOf(app.browser(), walter)
  await early.number()
  assert.equal((await early.person()).status, 200, "answered alike")
  await app.readMail(walter.email, "wait")
  const written = async () =>
    (await app.sentEmails()).filter(({ to }) => to === walter.email).length
  const before = await written()
  const stranger = registrationOf(app.browser(), walter)
  await stranger.number()
  assert.equal((await stranger.person({ email: "stranger@example.com" })).status, 200)
  assert.equal(await written(), before)
  app.clock.advance({ minutes: 2 })
  await early.resend()
  await staff.later({ hours: 7 * 24 })
  const inTime = registrationOf(app.browser(), walter)
  await inTime.number()
  await inTime.person()
  const code = await app.readCode(walter.email)
  const codes = (await app.sentEmails()).filter(({ to, text }) => {
    return to === walter.email && /\b\d{6}\b/.test(text)
  })
  assert.equal(codes.length, 1, "and none before")
  assert.ok(codes[0]?.text.includes(code))
})
