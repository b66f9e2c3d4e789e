import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { payloadOf, type TestBrowser } from "#testing/browser.ts"
import { demoPerson } from "#testing/demo-people.ts"
import { sendHttp } from "#testing/send-http.ts"

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

test("neither half of a session works alone, nor with another's half", async () => {
  const one = await signedIn()
  const other = app.browser()
  await other.signIn(host, "maria.santos")
  assert.equal((await extend(one)).status, 200)
  assert.equal((await extend(one, { authorization: undefined })).status, 401)
  assert.equal((await extend(one, { cookie: undefined })).status, 401)
  const otherToken = `Bearer ${other.tokens.get(host)}`
  assert.equal((await extend(one, { authorization: otherToken })).status, 401)
})

test("a session is good for its host alone", async () => {
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

test("SESSION-04 a session ends after 15 minutes without a call, and not before", async () => {
  const browser = await signedIn()
  for (let n = 0; n < 4; n += 1) {
    app.clock.advance({ minutes: 14, seconds: 59 })
    assert.equal((await extend(browser)).status, 200)
  }
  app.clock.advance({ minutes: 15 })
  const answer = await extend(browser)
  assert.equal(answer.status, 401)
  assert.deepEqual(answer.messageIds, ["session.expired"])
})

test("a session ends after 12 hours, however busy", async () => {
  const browser = await signedIn()
  for (let n = 0; n < 71; n += 1) {
    app.clock.advance({ minutes: 10 })
    assert.equal((await extend(browser)).status, 200)
  }
  app.clock.advance({ minutes: 10 })
  assert.equal((await extend(browser)).status, 401)
})

test("SESSION-03 logging out ends the session at once, and twice is no error", async () => {
  const browser = await signedIn()
  const headers = {
    authorization: `Bearer ${browser.tokens.get(host)}`,
    cookie: [...(browser.cookies.get(host) ?? [])].map((pair) => pair.join("=")).join("; "),
  }
  const path = "/appauth/logout"
  const json = { "content-type": "application/json", origin: app.origin(host) }
  const sent = { method: "POST", path, headers: { ...headers, ...json }, body: "" }
  assert.equal((await sendHttp(app.port, host, sent)).status, 200, "an empty body")
  assert.equal((await extend(browser, headers)).status, 401)
  assert.equal((await browser.call(host, "POST /appauth/logout")).status, 200)
})

test("logging out of one browser leaves the person's other one alone", async () => {
  const one = await signedIn()
  const other = app.browser()
  await other.signIn(host, "maria.santos")
  await one.call(host, "POST /appauth/logout")
  assert.equal((await extend(other)).status, 200)
})

test("SECRET-41 a new sign-in ends the session that it replaces in that browser, and no other", async () => {
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

test("the session's cookie is for this host, this site and no script", async () => {
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

test("LOGIN-07 the user information is the person's own", async () => {
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
  const other = await browser.call(host, key, { ...body, username: "james.okafor" })
  assert.equal(other.status, 403)
  assert.deepEqual(other.messageIds, ["request.notYours"])
})
