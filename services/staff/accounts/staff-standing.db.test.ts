import assert from "node:assert/strict"
import { after, before, beforeEach, test } from "node:test"
import { type Statement, sql } from "#database/sql.ts"
import { staffPasswordOf } from "#services/identity/credentials/password.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { authenticatorCode } from "#testing/authenticator.ts"
import { payloadOf, type TestBrowser } from "#testing/browser.ts"
import { demoPerson } from "#testing/demo-people.ts"
import { testPasswords } from "#testing/secret-key.ts"
import { actFor, supportHost, wayToActFor } from "#testing/staff.ts"
import { findStaffMember, isStillGood, updateStaffMember } from "./staff.store.ts"

const host = "harbor.localhost"
const maria = "maria.santos_harbor"
const extend = "POST /appauth/session/extend"
const redeem = "POST /appauth/handoff/redeem"

let app: TestApp

before(async () => {
  app = await startTestApp()
})

after(() => app.close())
// A new hour for each test, so that rate limits of earlier tests do not apply.
beforeEach(() => app.clock.advance({ hours: 1 }))

const may = async (browser: TestBrowser, at: string) =>
  (await browser.call(at, extend, {})).status === 200

async function signIn(browser: TestBrowser, username: string) {
  return await browser.call(supportHost, "POST /appauth/login", {
    ...payloadOf(demoPerson(username)),
    client: "support",
    isCustomerUser: false,
  })
}

/** Changes that bypass the command line, which would end the sessions. */
const changes: [string, Statement, Statement, { staysStaff: boolean }][] = [
  [
    "an account that was disabled",
    sql`update appauth.agent set disabled_at = created_at where userid = 'agent.moreau'`,
    sql`update appauth.agent set disabled_at = null where userid = 'agent.moreau'`,
    { staysStaff: false },
  ],
  [
    "a client that was removed",
    sql`update appauth.agent set clients = '{wayfarer}' where userid = 'agent.moreau'`,
    sql`update appauth.agent set clients = '{harbor}' where userid = 'agent.moreau'`,
    { staysStaff: true },
  ],
  [
    "a role that was removed",
    sql`update appauth.agent set roles = '{look,approve}' where userid = 'agent.moreau'`,
    sql`update appauth.agent set roles = '{look,serve,approve}' where userid = 'agent.moreau'`,
    { staysStaff: true },
  ],
  [
    "a second factor that the account requires",
    sql`update appauth.agent set needs_second_factor = true where userid = 'agent.moreau'`,
    sql`update appauth.agent set needs_second_factor = false where userid = 'agent.moreau'`,
    { staysStaff: false },
  ],
  [
    "a second factor that the client requires",
    sql`update appcontent.client set staff_second_factor = true where client = 'harbor'`,
    sql`update appcontent.client set staff_second_factor = false where client = 'harbor'`,
    { staysStaff: false },
  ],
]

for (const [what, change, back, { staysStaff }] of changes) {
  test(`AGENT-03 ROLES-03 a change takes effect at once in open sessions and session transfers: ${what}`, async () => {
    const browser = app.browser()
    await actFor(browser, maria, "agent.moreau")
    const { token, cameFrom } = await wayToActFor(browser, maria)
    await app.database.rows(change)
    try {
      assert.equal(await may(browser, supportHost), staysStaff)
      assert.equal(await may(browser, host), false)
      assert.equal((await browser.call(host, redeem, { token, cameFrom })).status, 404)
      if (staysStaff) await assert.rejects(wayToActFor(browser, maria))
    } finally {
      await app.database.rows(back)
    }
  })
}

test("setting up a second factor ends sessions opened with the password alone", async () => {
  const earlier = app.browser()
  await earlier.signIn(supportHost, "agent.kim")
  await app.database.rows(
    sql`update appauth.agent set needs_second_factor = true where userid = 'agent.kim'`,
  )
  const browser = app.browser()
  await signIn(browser, "agent.kim")
  const { reply } = await browser.call(supportHost, "POST /appauth/secondFactor/enrol", {})
  const code = authenticatorCode(reply.secret, app.clock.now().getTime())
  const done = await browser.call(supportHost, "POST /appauth/secondFactor", { code })
  assert.equal(done.status, 200, done.text)
  browser.tokens.set(supportHost, done.reply.access_token ?? "")
  assert.equal(await may(browser, supportHost), true)
  assert.equal(await may(earlier, supportHost), false)
})

test("AGENT-03 a session that acts for a customer works only at their site: not at support, another client or a union", async () => {
  const browser = app.browser()
  await actFor(browser, maria, "agent.moreau")
  const cookie = [...(browser.cookies.get(host) ?? [])].map((pair) => pair.join("=")).join("; ")
  const headers = { cookie, authorization: `Bearer ${browser.tokens.get(host)}` }
  for (const at of [supportHost, "wayfarer.localhost", "electricians.localhost"]) {
    assert.equal((await app.browser().call(at, extend, {}, { headers })).status, 401, at)
  }
  const own = await app.browser().call(host, extend, {}, { headers })
  assert.equal(own.status, 200, own.text)
})

test("SESSION-10 csUserid is checked anywhere in a request, and the session names the acting staff member", async () => {
  const browser = app.browser()
  const { csUserid, ...user } = await actFor(browser, maria, "agent.moreau")
  assert.equal(csUserid, "agent.moreau")
  const body = { ...user, client: "harbor" }
  const ask = async (sent: object) =>
    (await browser.call(host, "POST /myaccount-core/productSummary", sent)).status
  assert.equal(await ask(body), 200)
  assert.equal(await ask({ ...body, csUserid }), 200)
  for (const forged of ["agent.kim", "", null, ["agent.moreau"], { agent: "agent.moreau" }]) {
    assert.equal(await ask({ ...body, csUserid: forged }), 403, JSON.stringify(forged))
    // A call to which the page does not add the field.
    assert.equal((await browser.call(host, extend, { csUserid: forged })).status, 403)
  }
  const customer = app.browser()
  await customer.signIn(host, "maria.santos")
  const sent = { ...body, csUserid }
  const own = await customer.call(host, "POST /myaccount-core/productSummary", sent)
  assert.deepEqual(own.messageIds, ["request.notYours"])
})

test("if the operator requires it, all staff need a second factor", async (t) => {
  const strict = await startTestApp({ env: { STAFF_SECOND_FACTOR: "required" } })
  t.after(() => strict.close())
  const answer = await signIn(strict.browser(), "agent.kim")
  assert.equal(answer.reply.secondFactor, "enrol")
  assert.equal(answer.reply.access_token, undefined)
})

test("a staff session ends after 12 hours, even if it is active", async () => {
  const browser = app.browser()
  await browser.signIn(supportHost, "agent.moreau")
  for (let minutes = 0; minutes < 12 * 60; minutes += 12) {
    assert.ok(await may(browser, supportHost), `after ${minutes} minutes`)
    app.clock.advance({ minutes: 12 })
  }
  assert.ok(!(await may(browser, supportHost)))
})

test("a checked password no longer counts once the operator has set another one", async () => {
  const staffMember = await findStaffMember(app.database, "agent.kim")
  assert.ok(staffMember)
  const isGood = () => app.database.transaction((tx) => isStillGood(tx, staffMember))
  assert.equal(await isGood(), true)
  const passwordHash = await testPasswords.hash("Lantern-2027", staffPasswordOf(staffMember.userid))
  await updateStaffMember(app.database, staffMember.userid, { passwordHash })
  assert.equal(await isGood(), false)
  await updateStaffMember(app.database, staffMember.userid, {
    passwordHash: staffMember.passwordHash,
  })
  await updateStaffMember(app.database, staffMember.userid, { disabledAt: app.clock.now() })
  assert.equal(await isGood(), false)
  await updateStaffMember(app.database, staffMember.userid, { disabledAt: null })
})
