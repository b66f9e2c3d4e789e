import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { sql } from "#database/sql.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { auditLog } from "#testing/audit-trail.ts"
import { payloadOf, type TestBrowser } from "#testing/browser.ts"
import { demoPerson } from "#testing/demo-people.ts"
import { testAudit } from "#testing/secret-key.ts"
import { sendHttp } from "#testing/send-http.ts"
import { actFor, supportHost } from "#testing/staff.ts"
import { endSessionsByOperator } from "./operator-logout.ts"
import { findLastSignIn, touchSession } from "./sessions.store.ts"

const host = "harbor.localhost"
let app: TestApp

before(async () => {
  app = await startTestApp()
})

after(() => app.close())

async function signedIn(): Promise<TestBrowser> {
  app.clock.advance({ hours: 2 })
  const browser = app.browser()
  await browser.signIn(host, "maria.santos")
  return browser
}

async function extend(browser: TestBrowser, headers?: Record<string, string | undefined>) {
  return await browser.call(host, "POST /appauth/session/extend", {}, { headers })
}

test("neither the cookie nor the token works alone, or with another session's counterpart", async () => {
  const one = await signedIn()
  const other = app.browser()
  await other.signIn(host, "maria.santos")
  assert.equal((await extend(one)).status, 200)
  assert.equal((await extend(one, { authorization: undefined })).status, 401)
  assert.equal((await extend(one, { cookie: undefined })).status, 401)
  const otherToken = `Bearer ${other.tokens.get(host)}`
  assert.equal((await extend(one, { authorization: otherToken })).status, 401)
})

test("a session is valid only at its host", async () => {
  const browser = await signedIn()
  const headers = {
    authorization: `Bearer ${browser.tokens.get(host)}`,
    cookie: [...(browser.cookies.get(host) ?? [])].map((pair) => pair.join("=")).join("; "),
  }
  const elsewhere = await browser.call(
    "wayfarer.localhost",
    "POST /appauth/session/extend",
    {},
    { headers },
  )
  assert.equal(elsewhere.status, 401)
  assert.equal((await extend(browser, headers)).status, 200)
})

test("SESSION-04 a session ends after exactly 15 minutes without a call", async () => {
  const browser = await signedIn()
  for (let n = 0; n < 4; n += 1) {
    app.clock.advance({ minutes: 14, seconds: 59 })
    const { status, reply } = await extend(browser)
    assert.deepEqual([status, reply.idleSeconds], [200, 900])
  }
  for (let n = 0; n < 2; n += 1) {
    app.clock.advance({ minutes: 14, seconds: 59 })
    const read = await browser.call(host, "GET /myaccount-core/accountRecord")
    assert.equal(read.status, 200, read.text)
  }
  app.clock.advance({ seconds: 14 })
  assert.equal((await extend(browser)).status, 200)
  app.clock.advance({ minutes: 14, seconds: 59 })
  assert.equal((await extend(browser)).status, 200)
  app.clock.advance({ minutes: 15 })
  const answer = await extend(browser)
  assert.equal(answer.status, 401)
  assert.deepEqual(answer.messageIds, ["session.expired"])
})

test("a session ends after 12 hours, even if it is active", async () => {
  const browser = await signedIn()
  for (let n = 0; n < 71; n += 1) {
    app.clock.advance({ minutes: 10 })
    assert.equal((await extend(browser)).status, 200)
  }
  app.clock.advance({ minutes: 10 })
  assert.equal((await extend(browser)).status, 401)
})

test("SESSION-03 logging out ends the session at once, and logging out again is not an error", async () => {
  const browser = await signedIn()
  const headers = {
    authorization: `Bearer ${browser.tokens.get(host)}`,
    cookie: [...(browser.cookies.get(host) ?? [])].map((pair) => pair.join("=")).join("; "),
  }
  const path = "/appauth/logout"
  const json = { "content-type": "application/json", origin: app.origin(host) }
  const sent = { method: "POST", path, headers: { ...headers, ...json }, body: "" }
  const signOuts = async () =>
    (await auditLog(app.database, "harbor")).filter(({ action }) => action === "signOut").length
  const before = await signOuts()
  assert.equal((await sendHttp(app.port, host, sent)).status, 200, "an empty body")
  assert.equal((await extend(browser, headers)).status, 401)
  assert.equal((await browser.call(host, "POST /appauth/logout")).status, 200)
  assert.equal(await signOuts(), before + 1)
})

test("SESSION-03 staff who log out in one browser stop acting in all browsers, and stay signed in in the others", async () => {
  app.clock.advance({ hours: 2 })
  const [one, other] = [app.browser(), app.browser()]
  await one.signIn(supportHost, "agent.kim")
  await actFor(other, "maria.santos_harbor")
  await one.call(supportHost, "POST /appauth/logout", {})
  assert.equal((await extend(other)).status, 401)
  const atSupport = await other.call(supportHost, "POST /appauth/session/extend", {})
  assert.equal(atSupport.status, 200)
})

test("a session in which staff act ends after 30 minutes, even if it is active", async () => {
  app.clock.advance({ hours: 2 })
  const browser = app.browser()
  await actFor(browser, "maria.santos_harbor")
  for (const passed of [{ minutes: 14 }, { minutes: 14 }, { minutes: 1, seconds: 59 }]) {
    app.clock.advance(passed)
    assert.equal((await extend(browser)).status, 200)
    const atSupport = await browser.call(supportHost, "POST /appauth/session/extend", {})
    assert.equal(atSupport.status, 200)
  }
  app.clock.advance({ seconds: 1 })
  assert.deepEqual((await extend(browser)).messageIds, ["session.actingOver"])
  const atSupport = await browser.call(supportHost, "POST /appauth/session/extend", {})
  assert.equal(atSupport.status, 200)
})

test("a server whose clock is behind does not shorten a session", async () => {
  await signedIn()
  const newest = async () => {
    const [session] = await app.database.rows<{ id: string; seenAt: Date }>(
      sql`select id, seen_at from appauth.session order by created_at desc limit 1`,
    )
    assert.ok(session)
    return session
  }
  const { id, seenAt } = await newest()
  await touchSession(app.database, { client: "harbor", id }, new Date(seenAt.getTime() - 1000))
  assert.deepEqual((await newest()).seenAt, seenAt)
  const later = new Date(seenAt.getTime() + 1000)
  await touchSession(app.database, { client: "harbor", id }, later)
  assert.deepEqual((await newest()).seenAt, later)
})

test("logging out of one browser does not affect the person's other browser", async () => {
  const one = await signedIn()
  const other = app.browser()
  await other.signIn(host, "maria.santos")
  await one.call(host, "POST /appauth/logout")
  assert.equal((await extend(other)).status, 200)
})

test("SECRET-41 a new sign-in ends only the session that it replaces in that browser", async () => {
  const browser = await signedIn()
  const elsewhere = app.browser()
  await elsewhere.signIn(host, "maria.santos")
  const cookie = [...(browser.cookies.get(host) ?? [])].map((pair) => pair.join("=")).join("; ")
  const before = { cookie, authorization: `Bearer ${browser.tokens.get(host)}` }
  assert.equal((await extend(elsewhere, before)).status, 200)
  await browser.signIn(host, "james.okafor")
  assert.equal((await extend(elsewhere, before)).status, 401, "the session before is over")
  assert.equal((await extend(browser)).status, 200)
  assert.equal((await extend(elsewhere)).status, 200)
})

test("the last sign-in of a person is their own, not that of staff who acted for them", async () => {
  await signedIn()
  const at = app.clock.now()
  app.clock.advance({ minutes: 5 })
  await actFor(app.browser(), "maria.santos_harbor")
  await app.browser().signIn(host, "james.okafor")
  const user = { client: "harbor", userid: "maria.santos_harbor" }
  assert.deepEqual(await findLastSignIn(app.database, user), at)
})

test("the operator ends the live sessions, and the count includes no others", async () => {
  await signedIn()
  app.clock.advance({ hours: 12 })
  const browser = app.browser()
  await browser.signIn(host, "maria.santos")
  const deps = { ...app, audit: testAudit(app.clock) }
  const end = () => endSessionsByOperator(deps, "harbor", "maria.santos")
  assert.equal(await end(), 1, "the other one is over after 12 hours")
  assert.equal((await extend(browser)).status, 401)
  assert.equal(await end(), 0)
})

test("the session's cookie is limited to this host and this site, and hidden from scripts", async () => {
  app.clock.advance({ hours: 2 })
  const browser = app.browser()
  const person = demoPerson("maria.santos")
  await browser.call(host, "POST /appauth/login", payloadOf(person))
  const passCode = await app.readCode(person.emailAddress)
  const key = "POST /appauth/passcode/verification"
  const { headers } = await browser.call(host, key, { ...payloadOf(person), passCode })
  const line = headers["set-cookie"]?.find((cookie) => cookie.startsWith("session="))
  assert.match(line ?? "", /^session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/)
})

test("LOGIN-07 the user information is that of the signed-in person", async () => {
  const browser = await signedIn()
  const body = {
    username: "maria.santos",
    isCustomerUser: true,
    client: "harbor",
    clientLoginIp: "203.0.113.9",
    userDeviceInfo: {
      userOS: "Windows",
      userOSVersion: "11",
      browserName: "Firefox",
      browserVersion: "150",
      isMobile: "N",
      mobileModel: "",
      mobileVendor: "",
      userAgent: "",
    },
  }
  const key = "PUT /appauth/userInformation"
  assert.equal((await browser.call(host, key, body)).status, 200)
  const [stored] = await app.database.rows(
    sql`select device, login_ip from appauth.session order by created_at desc limit 1`,
  )
  assert.deepEqual(stored, { device: body.userDeviceInfo, loginIp: body.clientLoginIp })
  const other = await browser.call(host, key, { ...body, username: "james.okafor" })
  assert.equal(other.status, 403)
  assert.deepEqual(other.messageIds, ["request.notYours"])
})
