import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { sql } from "#database/sql.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { auditLog } from "#testing/audit-trail.ts"
import { authenticatorCode } from "#testing/authenticator.ts"
import { payloadOf, type TestBrowser } from "#testing/browser.ts"
import { demoPerson } from "#testing/demo-people.ts"
import { testAudit, testPasswords } from "#testing/secret-key.ts"
import { actFor } from "#testing/staff.ts"
import { createStaffAccounts } from "./staff-accounts.ts"

const host = "support.localhost"
const choose = "POST /appauth/staff/newPassword"
const change = "PUT /appauth/staff/password"
const extend = "POST /appauth/session/extend"
const initial = "Lantern-2027"
const chosen = "Quarry-Lamp-58"

let app: TestApp
let staff: ReturnType<typeof createStaffAccounts>

before(async () => {
  app = await startTestApp()
  const { database, clock } = app
  const audit = testAudit(clock)
  staff = createStaffAccounts({ database, clock, audit, passwords: testPasswords })
})

after(() => app.close())

async function add(username: string, needsSecondFactor = false): Promise<void> {
  await staff.add({
    username,
    firstName: "Nia",
    lastName: "Newman",
    email: `${username}@example.com`,
    clients: null,
    needsSecondFactor,
    password: initial,
  })
}

async function signIn(browser: TestBrowser, username: string, password: string) {
  const answer = await browser.call(host, "POST /appauth/login", {
    ...payloadOf({ ...demoPerson("agent.kim"), username, password }),
    client: "support",
    isCustomerUser: false,
  })
  if (answer.reply?.access_token) browser.tokens.set(host, answer.reply.access_token)
  return answer
}

async function sessionsOf(username: string): Promise<number> {
  const rows = await app.database.rows(
    sql`select 1 from appauth.session where agent_userid = ${username} and ended_at is null`,
  )
  return rows.length
}

test("LIMIT-11 an initial password opens no session: staff must first replace it by a different, strong one", async () => {
  await add("nia.one")
  const browser = app.browser()
  const first = await signIn(browser, "nia.one", initial)
  assert.equal(first.status, 200)
  assert.equal(first.reply.mustChangePassword, true)
  assert.equal(first.reply.access_token, undefined)
  assert.equal(await sessionsOf("nia.one"), 0)
  for (const [password, id] of [
    ["short", "password.weak"],
    ["Password-1", "password.guessable"],
    ["Newman-2027", "password.guessable"],
    [initial, "password.same"],
  ] as const) {
    assert.deepEqual((await browser.call(host, choose, { password })).messageIds, [id])
  }
  const elsewhere = await app.browser().call(host, choose, { password: chosen })
  assert.deepEqual(elsewhere.messageIds, ["secondFactor.restart"], "another browser")
  const ten = await Promise.all(
    Array.from({ length: 10 }, () => browser.call(host, choose, { password: chosen })),
  )
  const done = ten.filter(({ status }) => status === 200)
  assert.equal(done.length, 1, "once")
  const token = done[0]?.reply.access_token ?? ""
  const headers = { authorization: `Bearer ${token}` }
  assert.equal((await browser.call(host, extend, {}, { headers })).status, 200)
  assert.equal(await sessionsOf("nia.one"), 1)
  await app.readMail("nia.one@example.com", "password was changed")
  assert.equal((await signIn(app.browser(), "nia.one", initial)).status, 401)
  const later = await signIn(app.browser(), "nia.one", chosen)
  assert.notEqual(later.reply.access_token, undefined)
  const trail = JSON.stringify(await auditLog(app.database, "support"))
  assert.match(trail, /staff\.password\.change/)
  assert.ok(!trail.includes(chosen))
})

test("LIMIT-11 a password set by the operator is initial again, and ends open sessions", async () => {
  await add("nia.five")
  const browser = app.browser()
  await signIn(browser, "nia.five", initial)
  const { reply } = await browser.call(host, choose, { password: chosen })
  browser.tokens.set(host, reply.access_token ?? "")
  assert.equal((await browser.call(host, extend, {})).status, 200)
  await staff.setPassword("nia.five", initial)
  assert.equal((await browser.call(host, extend, {})).status, 401)
  assert.equal((await signIn(browser, "nia.five", initial)).reply.mustChangePassword, true)
  await staff.setPassword("nia.five", "Harvest-Moon-31")
  const old = await browser.call(host, choose, { password: chosen })
  assert.deepEqual(old.messageIds, ["secondFactor.restart"], "the operator has set another one")
})

test("LIMIT-11 the second factor is checked before the new password and cannot be skipped", async () => {
  await add("nia.two", true)
  const browser = app.browser()
  assert.equal((await signIn(browser, "nia.two", initial)).reply.secondFactor, "enrol")
  const early = await browser.call(host, choose, { password: chosen })
  assert.deepEqual(early.messageIds, ["secondFactor.restart"])
  const { reply } = await browser.call(host, "POST /appauth/secondFactor/enrol", {})
  const code = () => authenticatorCode(reply.secret, app.clock.now().getTime())
  const factor = await browser.call(host, "POST /appauth/secondFactor", { code: code() })
  assert.equal(factor.status, 200, factor.text)
  assert.equal(factor.reply.mustChangePassword, true)
  assert.equal(factor.reply.access_token, undefined)
  assert.equal(factor.reply.recoveryCodes.length, 10)
  assert.equal(await sessionsOf("nia.two"), 0)
  app.clock.advance({ seconds: 60 })
  const again = await browser.call(host, "POST /appauth/secondFactor", { code: code() })
  assert.deepEqual(again.messageIds, ["secondFactor.restart"], "the code was given already")
  const done = await browser.call(host, choose, { password: chosen })
  assert.equal(done.status, 200, done.text)
  assert.equal(await sessionsOf("nia.two"), 1)
  await staff.needSecondFactor("nia.two", false)
  const later = await signIn(app.browser(), "nia.two", chosen)
  assert.equal(
    later.reply.secondFactor,
    "code",
    "a second factor is asked for as long as there is one",
  )
})

test("a sign-in that waits for its second factor continues when a colleague's account is disabled", async () => {
  await add("nia.six")
  await add("nia.seven", true)
  const browser = app.browser()
  assert.equal((await signIn(browser, "nia.seven", initial)).reply.secondFactor, "enrol")
  await staff.disable("nia.six")
  const { status } = await browser.call(host, "POST /appauth/secondFactor/enrol", {})
  assert.equal(status, 200)
})

test("LIMIT-11 choosing a password is possible for ten minutes and while the account is enabled", async () => {
  await add("nia.three")
  const browser = app.browser()
  await signIn(browser, "nia.three", initial)
  app.clock.advance({ minutes: 10 })
  const late = await browser.call(host, choose, { password: chosen })
  assert.deepEqual(late.messageIds, ["secondFactor.restart"])
  await signIn(browser, "nia.three", initial)
  app.clock.advance({ minutes: 9, seconds: 59 })
  const inTime = await browser.call(host, choose, { password: chosen })
  assert.equal(inTime.status, 200, inTime.text)
  await staff.setPassword("nia.three", initial)
  await signIn(browser, "nia.three", initial)
  const disable = (at: Date | null) =>
    app.database.rows(sql`update appauth.agent set disabled_at = ${at} where userid = 'nia.three'`)
  await disable(app.clock.now())
  const closed = await browser.call(host, choose, { password: chosen })
  assert.deepEqual(closed.messageIds, ["secondFactor.restart"])
  await disable(null)
  await signIn(browser, "nia.three", initial)
  await staff.disable("nia.three")
  const disabled = await browser.call(host, choose, { password: chosen })
  assert.deepEqual(disabled.messageIds, ["secondFactor.restart"])
})

test("LIMIT-12 staff change their password with the old one, which ends their other sessions", async () => {
  const username = "agent.kim"
  const { password } = demoPerson(username)
  const [here, elsewhere, acting] = [app.browser(), app.browser(), app.browser()]
  for (const browser of [here, elsewhere]) await signIn(browser, username, password)
  await actFor(acting, "maria.santos_harbor")
  const call = (body: { currentPassword: string; password: string }) =>
    here.call(host, change, body)
  for (const [currentPassword, next, id] of [
    ["Wrong-2026", chosen, "password.wrong"],
    [password, password, "password.same"],
    [password, "short", "password.weak"],
    [password, "Password-1", "password.guessable"],
  ] as const) {
    const refused = await call({ currentPassword, password: next })
    assert.deepEqual(refused.messageIds, [id])
  }
  assert.equal((await elsewhere.call(host, extend, {})).status, 200, "nothing was changed")
  const done = await call({ currentPassword: password, password: chosen })
  assert.equal(done.status, 200, done.text)
  assert.equal((await here.call(host, extend, {})).status, 200)
  assert.equal((await elsewhere.call(host, extend, {})).status, 401)
  assert.equal((await acting.call("harbor.localhost", extend, {})).status, 401)
  await app.readMail("hana.kim@example.com", "password was changed")
  const entry = (await auditLog(app.database, "support")).at(-1)
  assert.deepEqual([entry?.action, entry?.actorUserid], ["staff.password.change", username])
  assert.equal((await signIn(app.browser(), username, password)).status, 401)
  assert.equal((await signIn(app.browser(), username, chosen)).status, 200)
})

test("LIMIT-12 one of two parallel changes with the same old password succeeds", async () => {
  await add("nia.four")
  const browser = app.browser()
  await signIn(browser, "nia.four", initial)
  const { reply } = await browser.call(host, choose, { password: chosen })
  browser.tokens.set(host, reply.access_token ?? "")
  const both = await Promise.all(
    ["Harvest-Moon-31", "Harvest-Moon-32"].map((password) =>
      browser.call(host, change, { currentPassword: chosen, password }),
    ),
  )
  assert.deepEqual(both.map(({ status }) => status === 200).toSorted(), [false, true])
  assert.deepEqual(
    both.flatMap(({ messageIds }) => messageIds),
    ["password.wrong"],
  )
})

test("LIMIT-12 a session cannot be used to guess the old password: 20 tries an hour", async () => {
  const browser = app.browser()
  await signIn(browser, "agent.moreau", demoPerson("agent.moreau").password)
  let last: string[] = []
  for (let n = 0; n <= 20; n += 1) {
    const body = { currentPassword: `Wrong-${n}-2026`, password: chosen }
    last = (await browser.call(host, change, body)).messageIds
  }
  assert.deepEqual(last, ["agent.tooMany"])
})
