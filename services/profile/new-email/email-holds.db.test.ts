import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { sql } from "#database/sql.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { demoPerson } from "#testing/demo-people.ts"
import { maria, recoveryOf, ticketIn } from "#testing/recovery.ts"
import { said, signInTwoStaff, type TwoStaffMembers } from "#testing/two-staff-members.ts"

const answer = "POST /myaccount-core/emailChange"
const host = "harbor.localhost"

let app: TestApp
let staff: TwoStaffMembers

before(async () => {
  app = await startTestApp()
  staff = await signInTwoStaff(app)
})

after(() => app.close())

/** The token in the newest email to this address about a change by staff. */
async function tokenSentTo(address: string): Promise<string> {
  const mail = await app.readMail(address, "email address was changed")
  const [, token = ""] = /\/email-change\/yes#(\S+)/.exec(mail.text) ?? []
  assert.notEqual(token, "")
  assert.ok(mail.text.includes(`${app.origin(host)}/email-change/no#${token}`))
  return token
}

function reply(token: string, what: "mine" | "notMine", at = host) {
  return app.browser().call(at, answer, { token, answer: what })
}

async function isResetHeld(userid: string): Promise<boolean> {
  const answered = said(await staff.reset(userid))
  return answered[0] === "agent.approvalAsked"
}

/** A demo person with this username, whose address only one test changes. */
function personOf(username: string) {
  const { emailAddress } = demoPerson(username)
  return { username, emailAddress, userid: `${username}_harbor` }
}

test("LIMIT-02 after a change by staff, a single staff member cannot reset the password or delete the registration until the old address confirms or seven days pass", async () => {
  const { userid, emailAddress } = personOf("siobhan.obrien")
  await staff.changeEmail(userid, "attacker@example.com")
  const token = await tokenSentTo(emailAddress)
  await staff.later({ hours: 25 })
  assert.ok(await isResetHeld(userid), "a day later")
  const removed = await staff.remove(userid)
  assert.equal(removed.reply.deleted, false)
  await staff.later({ hours: 6 * 24 - 2 })
  assert.ok(await isResetHeld(userid), "nearly seven days later")
  await staff.later({ hours: 1 })
  assert.deepEqual(said(await staff.reset(userid)), ["agent.resetSent"])
  assert.deepEqual((await reply(token, "mine")).messageIds, ["emailChange.link"], "is over")
})

test("LIMIT-03 the link sent to the old address ends the hold once, at its own site, and opening it changes nothing", async () => {
  const { userid, emailAddress } = personOf("frances.doyle")
  await staff.changeEmail(userid, "frances.stranger@example.com")
  const token = await tokenSentTo(emailAddress)
  const page = await app.browser().get(host, "/email-change/yes")
  assert.equal(page.status, 200)
  assert.ok(await isResetHeld(userid), "the page alone confirms nothing")
  const elsewhere = await reply(token, "mine", "wayfarer.localhost")
  assert.deepEqual(elsewhere.messageIds, ["emailChange.link"])
  const ten = await Promise.all(Array.from({ length: 10 }, () => reply(token, "mine")))
  assert.equal(ten.filter(({ status }) => status === 200).length, 1)
  assert.equal(await staff.count("emailChange.confirm", userid), 1)
  assert.deepEqual(said(await staff.reset(userid)), ["agent.resetSent"])
})

test("LIMIT-04 after a second change, the first address is asked again, never the one in between", async () => {
  const { userid, emailAddress } = personOf("grace.adeyemi")
  await staff.changeEmail(userid, "first.stranger@example.com")
  const earlier = await tokenSentTo(emailAddress)
  app.clock.advance({ seconds: 1 })
  await staff.changeEmail(userid, "second.stranger@example.com")
  const between = await app.readMail("first.stranger@example.com", "contact information")
  assert.ok(!between.text.includes("/email-change/"))
  assert.deepEqual((await reply(earlier, "mine")).messageIds, ["emailChange.link"])
  const token = await tokenSentTo(emailAddress)
  assert.notEqual(token, earlier)
  assert.ok(await isResetHeld(userid))
  assert.equal((await reply(token, "mine")).status, 200)
  assert.deepEqual(said(await staff.reset(userid)), ["agent.resetSent"])
})

test("LIMIT-05 a customer who denies a change is logged out, the operator is notified, and the seven days restart", async () => {
  const { username, userid, emailAddress } = personOf("dorothy.lindqvist")
  const signedIn = app.browser()
  await signedIn.signIn(host, username)
  await staff.changeEmail(userid, "third.stranger@example.com")
  const token = await tokenSentTo(emailAddress)
  assert.ok(await isResetHeld(userid))
  await staff.later({ hours: 5 * 24 })
  const openSessions = async () =>
    (
      await app.database.rows(
        sql`select 1 from appauth.session where userid = ${userid} and ended_at is null`,
      )
    ).length
  assert.notEqual(await openSessions(), 0)
  assert.equal((await reply(token, "notMine")).status, 200)
  assert.equal(await openSessions(), 0)
  const alert = await app.readMail("security@my-account.localhost", "not recognized")
  assert.match(alert.text, /HM2133871/)
  const waiting = await staff.waiting(staff.moreau)
  const left = waiting.filter((one) => one.username === username)
  assert.deepEqual(left, [], "nothing is left to agree to")
  assert.deepEqual((await reply(token, "mine")).messageIds, ["emailChange.link"])
  await staff.later({ hours: 6 * 24 })
  assert.ok(await isResetHeld(userid))
  await staff.later({ hours: 24 })
  assert.deepEqual(said(await staff.reset(userid)), ["agent.resetSent"])
})

test("LIMIT-06 without an earlier address on file, seven days must pass", async () => {
  const evelyn = "evelyn.brooks_harbor"
  await staff.changeEmail(evelyn, "evelyn.one@example.com")
  app.clock.advance({ seconds: 1 })
  await staff.changeEmail(evelyn, "evelyn.two@example.com")
  const sent = (await app.sentEmails()).filter(({ to }) => to.startsWith("evelyn."))
  assert.ok(sent.every(({ text }) => !text.includes("/email-change/")))
  assert.deepEqual(said(await staff.reset(evelyn)), ["agent.approvalAsked"])
  await staff.later({ hours: 7 * 24 })
  assert.deepEqual(said(await staff.reset(evelyn)), ["agent.resetSent"])
})

test("LIMIT-07 a row inserted into the table does not end a hold of another account", async () => {
  await staff.changeEmail("james.okafor_harbor", "james.stranger@example.com")
  await staff.changeEmail("robert.chen_harbor", "robert.stranger@example.com")
  const token = await tokenSentTo("robert.chen@example.com")
  await app.database.rows(
    sql`update myaccount_core.email_hold set token_hash = null where account_number =
      (select account_number from appauth.user_account where userid = 'james.okafor_harbor')`,
  )
  await app.database.rows(
    sql`with taken as (
        select token_hash from myaccount_core.email_hold where account_number =
          (select account_number from appauth.user_account where userid = 'robert.chen_harbor'))
      update myaccount_core.email_hold set account_number = 'HM2073350x'
        where token_hash = (select token_hash from taken)`,
  )
  assert.deepEqual((await reply(token, "mine")).messageIds, ["emailChange.link"])
  assert.deepEqual(said(await staff.reset("james.okafor_harbor")), ["agent.approvalAsked"])
})

test("LIMIT-08 once the old address confirms, the person can reset their own password at once", async () => {
  await staff.changeEmail("maria.santos_harbor", "maria.new@example.com")
  const { question, answer: answerIt } = recoveryOf(app.browser(), maria)
  await question()
  assert.equal((await answerIt()).status, 200)
  const held = await app.readMail("maria.new@example.com", "wait")
  assert.match(held.text, /within the last 7 days/)
  assert.equal((await reply(await tokenSentTo(maria.email), "mine")).status, 200)
  const again = recoveryOf(app.browser(), maria)
  await again.question()
  assert.equal((await again.answer()).status, 200)
  assert.notEqual(ticketIn(await app.readMail("maria.new@example.com", "Reset")), "")
})
