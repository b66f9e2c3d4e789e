import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { sql } from "#database/sql.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { payloadOf, type TestBrowser } from "#testing/browser.ts"
import { demoPerson } from "#testing/demo-people.ts"
import { maria as forgetful, recoveryOf, ticketIn } from "#testing/recovery.ts"

const host = "harbor.localhost"
const maria = demoPerson("maria.santos")
const newDevice = "New login to your Harbor Mutual account"
let app: TestApp

before(async () => {
  app = await startTestApp()
})

after(() => app.close())

type Who = Partial<ReturnType<typeof payloadOf>>

async function signIn(browser: TestBrowser, who: Who = {}) {
  return await browser.call(host, "POST /appauth/login", { ...payloadOf(maria), ...who })
}

/** Uses up all tries of this username that unknown browsers share, from several addresses. */
async function strangersFail(username: string): Promise<void> {
  for (let n = 0; n < 20; n += 1) {
    const { status } = await signIn(app.browser(), { username, password: "Guess-2026" })
    assert.equal(status, 401)
  }
}

test("a stranger's failures do not lock a person out of their usual device", async () => {
  app.clock.advance({ hours: 2 })
  const usual = app.browser()
  await usual.signIn(host, "maria.santos")
  app.clock.advance({ hours: 2 })
  await strangersFail("maria.santos")
  const elsewhere = await signIn(app.browser())
  assert.deepEqual([elsewhere.status, ...elsewhere.messageIds], [429, "signIn.linkSent"])
  assert.match(elsewhere.text, /we emailed a link to the address on file/)
  assert.equal((await signIn(usual)).status, 200)
  await app.readCode(maria.emailAddress)
})

test("tries for an unknown username count, too", async () => {
  app.clock.advance({ hours: 2 })
  await strangersFail("no.one")
  const answer = await signIn(app.browser(), { username: " NO.ONE " })
  assert.deepEqual([answer.status, ...answer.messageIds], [429, "signIn.linkSent"])
})

test("tries on the usual device also count", async () => {
  app.clock.advance({ hours: 2 })
  const usual = app.browser()
  await usual.signIn(host, "maria.santos")
  app.clock.advance({ hours: 2 })
  for (let n = 0; n < 20; n += 1) await signIn(usual, { password: "Guess-2026" })
  assert.equal((await signIn(usual)).status, 429)
  assert.equal((await signIn(app.browser())).status, 200)
  await app.readCode(maria.emailAddress)
})

test("a device is known only for the person who signed in there", async () => {
  app.clock.advance({ hours: 2 })
  const jamess = app.browser()
  await jamess.signIn(host, "james.okafor")
  app.clock.advance({ hours: 2 })
  await strangersFail("maria.santos")
  assert.equal((await signIn(jamess)).status, 429)
})

test("guesses from an address do not keep out people who usually log in there", async () => {
  app.clock.advance({ hours: 2 })
  const usual = app.browser()
  await usual.signIn(host, "maria.santos")
  app.clock.advance({ hours: 2 })
  const guess = async (n: number) => (await signIn(app.browser(), { username: `guess${n}` })).status
  for (let n = 0; n < 30; n += 1) assert.equal(await guess(n), 401)
  assert.equal(await guess(30), 429)
  const unknown = await signIn(app.browser())
  assert.deepEqual([unknown.status, ...unknown.messageIds], [429, "request.tooMany"])
  assert.equal((await signIn(usual)).status, 200)
  await app.readCode(maria.emailAddress)
})

test("a stranger's answers do not keep a person from answering on their usual device", async () => {
  app.clock.advance({ hours: 2 })
  const usual = app.browser()
  await usual.signIn(host, "maria.santos")
  app.clock.advance({ hours: 2 })
  const statuses: number[] = []
  for (const browser of [...Array.from({ length: 6 }, () => app.browser()), usual]) {
    const { question, answer } = recoveryOf(browser, forgetful)
    await question()
    statuses.push((await answer({ securityAnswer: "Lisbon" })).status)
  }
  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429, 200])
})

test("a sign-in from a new device sends an email, and one from a known device does not", async () => {
  app.clock.advance({ hours: 2 })
  const browser = app.browser()
  const userDeviceInfo = {
    ...payloadOf(maria).userDeviceInfo,
    browserName: "Firefox",
    userOS: "Android",
  }
  const passcode = async () => {
    await signIn(browser)
    const passCode = await app.readCode(maria.emailAddress)
    const payload = { ...payloadOf(maria), userDeviceInfo, passCode }
    await browser.call(host, "POST /appauth/passcode/verification", payload)
  }
  await passcode()
  const told = async () =>
    (await app.sentEmails()).filter(({ subject }) => subject === newDevice).length
  const mail = await app.readMail(maria.emailAddress, newDevice)
  assert.match(mail.text, /Firefox on Android/)
  const before = await told()
  app.clock.advance({ hours: 2 })
  await passcode()
  assert.equal(await told(), before)
})

test("the device's cookie lasts 400 days, is limited to this host, is hidden from scripts and is stored as a hash", async () => {
  app.clock.advance({ hours: 2 })
  const browser = app.browser()
  await signIn(browser)
  const passCode = await app.readCode(maria.emailAddress)
  const key = "POST /appauth/passcode/verification"
  const { headers } = await browser.call(host, key, { ...payloadOf(maria), passCode })
  const line = headers["set-cookie"]?.find((cookie) => cookie.startsWith("device="))
  assert.match(
    line ?? "",
    /^device=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Strict$/,
  )
  const secret = browser.cookies.get(host)?.get("device") ?? ""
  const [row] = await app.database.rows<{ all: string }>(
    sql`select string_agg(t::text, ' ') as all from appauth.device t`,
  )
  assert.ok(secret.length === 43 && !row?.all.includes(secret))
})

test("staff are not locked out of their usual device, either", async () => {
  app.clock.advance({ hours: 2 })
  const support = "support.localhost"
  const usual = app.browser()
  await usual.signIn(support, "agent.kim")
  app.clock.advance({ hours: 2 })
  const kim = { ...payloadOf(demoPerson("agent.kim")), client: "support", isCustomerUser: false }
  const attempt = (browser: TestBrowser, password: string) =>
    browser.call(support, "POST /appauth/login", { ...kim, password })
  for (let n = 0; n < 20; n += 1) await attempt(app.browser(), "Guess-2026")
  assert.equal((await attempt(app.browser(), kim.password)).status, 429)
  assert.equal((await attempt(usual, kim.password)).status, 200)
})

function deviceOf(browser: TestBrowser): string | undefined {
  return browser.cookies.get(host)?.get("device")
}

/** Signs in. In a known browser, the only email is the one with the code. */
async function isKnown(browser: TestBrowser, username: string): Promise<boolean> {
  const written = async () => {
    const [row] = await app.database.rows<{ count: number }>(
      sql`select count(*)::integer as count from mail.outbox`,
    )
    return row?.count ?? 0
  }
  const before = await written()
  await browser.signIn(host, username)
  return (await written()) === before + 1
}

test("SECRET-21 an unknown device cookie is replaced", async () => {
  app.clock.advance({ hours: 2 })
  for (const planted of ["a", "C".repeat(43)]) {
    const browser = app.browser()
    browser.cookies.set(host, new Map([["device", planted]]))
    await browser.signIn(host, "maria.santos")
    const given = deviceOf(browser)
    assert.match(given ?? "", /^[\w-]{43}$/)
    assert.notEqual(given, planted)
    await browser.signIn(host, "maria.santos")
    assert.equal(deviceOf(browser), given, "a known one stays")
  }
})

test("SECRET-21 a planted cookie of another person's browser does not become the person's own", async () => {
  app.clock.advance({ hours: 2 })
  const attackers = app.browser()
  await attackers.signIn(host, "james.okafor")
  const planted = deviceOf(attackers) ?? ""
  app.clock.advance({ hours: 2 })
  const marias = app.browser()
  marias.cookies.set(host, new Map([["device", planted]]))
  await marias.signIn(host, "maria.santos")
  assert.notEqual(deviceOf(marias), planted)
  app.clock.advance({ hours: 2 })
  assert.equal(await isKnown(attackers, "maria.santos"), false)
})

test("SECRET-21 a shared browser is known for all the people who use it", async () => {
  app.clock.advance({ hours: 2 })
  const shared = app.browser()
  await shared.signIn(host, "james.okafor")
  await shared.signIn(host, "maria.santos")
  app.clock.advance({ hours: 2 })
  assert.equal(await isKnown(shared, "james.okafor"), true)
  assert.equal(await isKnown(shared, "maria.santos"), true)
})

test("SECRET-22 a password reset makes every other browser unknown", async () => {
  app.clock.advance({ hours: 2 })
  const other = app.browser()
  await other.signIn(host, "maria.santos")
  const here = app.browser()
  const { question, answer, reset } = recoveryOf(here, forgetful)
  await question()
  await answer()
  const mail = await app.readMail(maria.emailAddress, "Reset your Harbor Mutual password")
  const answered = await reset(ticketIn(mail), { password: maria.password })
  assert.equal(answered.status, 200)
  const rows = await app.database.rows(
    sql`select 1 from appauth.device where userid = 'maria.santos_harbor'`,
  )
  assert.equal(rows.length, 1)
  app.clock.advance({ hours: 2 })
  assert.equal(await isKnown(here, "maria.santos"), true)
  assert.equal(await isKnown(other, "maria.santos"), false)
})
