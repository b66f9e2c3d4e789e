import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import type { Endpoints } from "#contracts/endpoints.ts"
import { sql } from "#database/sql.ts"
import { createAudit } from "#services/audit.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { auditTrail } from "#testing/audit-trail.ts"
import type { TestBrowser } from "#testing/browser.ts"
import { maria, recoveryOf, ticketIn } from "#testing/recovery.ts"
import { registrationOf, walter as walterBefore } from "#testing/registration.ts"
import type { Answer } from "#testing/send-http.ts"
import { actFor, supportHost } from "#testing/staff.ts"

const host = "harbor.localhost"
const approvals = "GET /myaccount-core/agent/approvals"
const walter = { ...walterBefore, email: "walter.new@example.com" }

let app: TestApp
/** For every client. */
let kim: TestBrowser
/** For Harbor alone. */
let moreau: TestBrowser

before(async () => {
  app = await startTestApp()
})

after(() => app.close())

/** Some time later, with both agents logged in anew. */
async function later(by: Temporal.DurationLike) {
  app.clock.advance(by)
  kim = app.browser()
  moreau = app.browser()
  await kim.signIn(supportHost, "agent.kim")
  await moreau.signIn(supportHost, "agent.moreau")
}

const support = <Key extends keyof Endpoints>(
  browser: TestBrowser,
  key: Key,
  body?: object,
  params?: Record<string, string>,
) => browser.call(supportHost, key, body, params && { params })

const changeEmail = (userid: string, newEmail: string, browser = kim, csUserid = "agent.kim") =>
  support(browser, "PUT /myaccount-core/agent/email", { userid, csUserid, newEmail, csLoginIp: "" })

const reset = (userid: string, browser = kim) =>
  support(browser, "POST /myaccount-core/agent/resetPassword", {
    username: userid,
    isCustomerUser: true,
  })

const remove = (username: string, browser = kim) =>
  support(browser, "DELETE /myaccount-core/agent/users/{username}", undefined, { username })

const decide = (browser: TestBrowser, id: string, decision = "approve") =>
  support(browser, "POST /myaccount-core/agent/approvals/{id}", { decision }, { id })

async function waiting(browser: TestBrowser): Promise<string[]> {
  return (await support(browser, approvals)).reply.items.map(({ id }) => id)
}

function said({ messageIds, reply }: Answer<unknown>): string[] {
  const { messages = [] } = (reply ?? {}) as { messages?: { messageId: string }[] }
  return [...messageIds, ...messages.map(({ messageId }) => messageId)]
}

async function count(action: string, userid: string): Promise<number> {
  const trail = await auditTrail(app.database, "harbor")
  return trail.filter((one) => one.action === action && one.subjectUserid === userid).length
}

test("AGENT-04 an e-mail address that staff changed while they acted for the customer counts alike", async () => {
  await later({ hours: 1 })
  const user = await actFor(kim, "anastasia.papakonstantinou_harbor")
  const common = { ...user, client: "harbor", csUserid: "agent.kim" }
  const policyHolder = { firstName: user.firstName, lastName: user.lastName }
  const { reply } = await kim.call(host, "POST /myaccount-core/profile", {
    ...common,
    policyHolder,
  })
  const { profile } = reply
  const saved = await kim.call(host, "PUT /myaccount-core/profile", {
    ...profile.address,
    emailAddress: "anastasia.other@example.com",
    phoneNumber: profile.phoneNumber,
    personNumber: profile.policyHolder.personNumber,
    username: "anastasia.papakonstantinou",
    hostName: host,
    clientLoginIp: "",
  })
  assert.equal(saved.status, 200, saved.text)
  assert.deepEqual(said(await reset("anastasia.papakonstantinou_harbor")), ["agent.approvalAsked"])
})

test("AGENT-04 an address that was changed back is guarded all the same", async () => {
  await later({ hours: 1 })
  await changeEmail("siobhan.obrien_harbor", "siobhan.other@example.com")
  await changeEmail("siobhan.obrien_harbor", "siobhan.obrien@example.com")
  assert.deepEqual(said(await reset("siobhan.obrien_harbor")), ["agent.approvalAsked"])
})

test("AGENT-04 what was asked for is over once the address changes again, or the agent is disabled", async () => {
  const [id = ""] = await waiting(moreau)
  const userid = "anastasia.papakonstantinou_harbor"
  app.clock.advance({ seconds: 1 })
  await changeEmail(userid, "anastasia.third@example.com")
  assert.ok(!(await waiting(moreau)).includes(id), "it waits no more")
  assert.deepEqual((await decide(moreau, id)).messageIds, ["agent.approvalOver"])
  assert.deepEqual(said(await reset(userid)), ["agent.approvalAsked"], "asked for anew")
  const anew = (await support(moreau, approvals)).reply.items.find((one) => one.userid === userid)
  assert.ok(anew)

  await app.database.rows(
    sql`update appauth.agent set disabled_at = created_at where userid = 'agent.kim'`,
  )
  assert.deepEqual(await waiting(moreau), [])
  assert.deepEqual((await decide(moreau, anew.id)).messageIds, ["agent.approvalOver"])
  await app.database.rows(
    sql`update appauth.agent set disabled_at = null where userid = 'agent.kim'`,
  )
  assert.deepEqual((await decide(kim, anew.id)).messageIds, ["agent.ownApproval"])
  await app.database.rows(
    sql`update appauth.agent set clients = '{wayfarer}' where userid = 'agent.moreau'`,
  )
  assert.equal((await decide(moreau, anew.id)).status, 404, "of another client")
  await app.database.rows(
    sql`update appauth.agent set clients = '{harbor}' where userid = 'agent.moreau'`,
  )
  assert.equal(await count("staff.resetPassword", userid), 0)
})

test("AGENT-06 a registration that is gone leaves nothing to agree to", async () => {
  const userid = "anastasia.papakonstantinou_harbor"
  await remove(userid)
  const { items } = (await support(moreau, approvals)).reply
  const deletion = items.find((one) => one.userid === userid && one.action === "deleteRegistration")
  assert.ok(deletion)
  assert.equal((await decide(moreau, deletion.id)).status, 200)
  const left = (await support(moreau, approvals)).reply.items
  assert.deepEqual(
    left.filter((one) => one.userid === userid),
    [],
  )
})

test("20 at once: an address is changed once, a second agent is asked once, and decides once", async () => {
  await later({ hours: 2 })
  const userid = "james.okafor_harbor"
  const twenty = <Result>(ask: (n: number) => Promise<Result>) =>
    Promise.all(Array.from({ length: 20 }, (_, n) => ask(n)))
  const changed = await twenty(() => changeEmail(userid, "james.many@example.com"))
  const statuses = changed.flatMap(({ reply }) => reply.status ?? [])
  assert.equal(statuses.filter((status) => status === "SUCCESS").length, 1)
  assert.equal(await count("staff.changeEmail", userid), 1)

  await later({ hours: 1 })
  await twenty(() => reset(userid))
  assert.equal(await count("staff.approval.ask", userid), 1)
  await later({ hours: 1 })
  const asked = (await support(moreau, approvals)).reply.items.find((one) => one.userid === userid)
  const decided = await twenty(() => decide(moreau, asked?.id ?? ""))
  assert.equal(decided.filter(({ status }) => status === 200).length, 1)
  assert.equal(await count("staff.resetPassword", userid), 1)

  await later({ hours: 24 })
  const removed = await twenty(() => remove(userid))
  assert.equal(removed.filter(({ status }) => status === 200).length, 1)
  assert.equal(await count("staff.deleteRegistration", userid), 1)
})

test("an address that is being changed at this moment is guarded already", async () => {
  await later({ hours: 1 })
  // As it stands while the account system is asked.
  await app.database.rows(
    sql`insert into myaccount_core.contact_change (id, client, account_number, asked, asked_at)
      select gen_random_uuid(), client, account_number, json_build_object(
        'before', json_build_object('address', '{}'::json, 'phoneNumber', '', 'emailAddress', 'a'),
        'after', json_build_object('address', '{}'::json, 'phoneNumber', '', 'emailAddress', 'b'),
        'by', json_build_object('actor', json_build_object('kind', 'staff'))), ${app.clock.now()}
      from appauth.user_account where userid = 'dorothy.lindqvist_harbor'`,
  )
  assert.deepEqual(said(await reset("dorothy.lindqvist_harbor")), ["agent.approvalAsked"])
  assert.equal((await remove("dorothy.lindqvist_harbor")).reply.deleted, false)
  assert.equal(await count("staff.deleteRegistration", "dorothy.lindqvist_harbor"), 0)
  await app.database.rows(sql`delete from myaccount_core.contact_change`)
})

test("an address is not changed where the registration is deleted at the same moment", async () => {
  await later({ hours: 1 })
  await app.database.transaction((tx) =>
    tx.script(`create function appauth.now_gone() returns trigger language plpgsql as $$ begin
        delete from appauth.user_account where userid = 'grace.adeyemi_harbor'; return new; end $$;
      create trigger now_gone after insert on myaccount_core.contact_change
        for each row execute function appauth.now_gone()`),
  )
  const answer = await changeEmail("grace.adeyemi_harbor", "grace.other@example.com")
  assert.deepEqual(answer.messageIds, ["request.notFound"])
  await app.database.transaction((tx) =>
    tx.script("drop trigger now_gone on myaccount_core.contact_change"),
  )
  const rows = await app.database.rows<{ email: string }>(
    sql`select email_address as email from policy_admin.person where account_number = 'HM2151904'
      union all select 'a change that is on its way' from myaccount_core.contact_change`,
  )
  assert.deepEqual(
    rows.map(({ email }) => email),
    ["grace.adeyemi@example.com"],
  )
})

async function recover() {
  const { question, answer } = recoveryOf(app.browser(), maria)
  await question()
  assert.equal((await answer()).status, 200)
}

test("RECOVER-05 who has changed their own address is kept from nothing", async () => {
  await later({ hours: 1 })
  const userid = "maria.santos_harbor"
  const audit = createAudit({ clock: app.clock, key: app.auditKey })
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
  await recover()
  assert.notEqual(ticketIn(await app.readMail(maria.email, "Reset")), "")
})

test("RECOVER-05 for 24 hours nothing that resets a password goes to an address that staff have set", async () => {
  await changeEmail("maria.santos_harbor", "maria.new@example.com")
  await recover()
  const held = await app.readMail("maria.new@example.com", "wait")
  assert.equal(ticketIn(held), "")
  assert.match(held.text, /changed your email address within the last 24 hours/)
  await later({ hours: 24 })
  await recover()
  assert.notEqual(ticketIn(await app.readMail("maria.new@example.com", "Reset")), "")
})

test("REGISTER-06 for 24 hours nobody makes an account anew by an address that staff have set", async () => {
  await later({ hours: 1 })
  await changeEmail("walter.brandt_harbor", walter.email)
  const early = registrationOf(app.browser(), walter)
  await early.number()
  assert.equal((await early.person()).status, 200, "answered alike")
  await app.readMail(walter.email, "wait")
  app.clock.advance({ minutes: 2 })
  await early.resend()
  await later({ hours: 24 })
  const inTime = registrationOf(app.browser(), walter)
  await inTime.number()
  await inTime.person()
  const code = await app.readCode(walter.email)
  const codes = app.mailbox.messages().filter(({ to, text }) => {
    return to === walter.email && /\b\d{6}\b/.test(text)
  })
  assert.equal(codes.length, 1, "and none before")
  assert.ok(codes[0]?.text.includes(code))
})
