import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { sql } from "#database/sql.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { auditLog } from "#testing/audit-trail.ts"
import { authenticatorCode } from "#testing/authenticator.ts"
import { payloadOf, type TestBrowser } from "#testing/browser.ts"
import { demoPerson } from "#testing/demo-people.ts"
import { testAudit, testPasswords } from "#testing/secret-key.ts"
import { createStaffAccounts } from "../accounts/staff-accounts.ts"

const host = "support.localhost"
const login = "POST /appauth/login"
const factor = "POST /appauth/secondFactor"
const enrol = "POST /appauth/secondFactor/enrol"

let app: TestApp
let staff: ReturnType<typeof createStaffAccounts>

before(async () => {
  // Each sign-in sets its own client address in the header, as behind a proxy.
  app = await startTestApp({ env: { TRUST_PROXY: "127.0.0.1" } })
  const { database, clock } = app
  staff = createStaffAccounts({
    database,
    clock,
    audit: testAudit(clock),
    passwords: testPasswords,
  })
})

after(() => app.close())

let addresses = 0

async function signIn(browser: TestBrowser, username: string, password?: string) {
  const person = { ...demoPerson("agent.kim"), username, ...(password && { password }) }
  addresses += 1
  const body = { ...payloadOf(person), client: "support", isCustomerUser: false }
  const headers = { "x-forwarded-for": `192.0.2.${addresses}` }
  return await browser.call(host, login, body, { headers })
}

/** The current code of an authenticator app, or one that is some steps of 30 seconds away. */
function codeOf(secret: string, steps = 0): string {
  return authenticatorCode(secret, app.clock.now().getTime() + steps * 30_000)
}

async function extend(browser: TestBrowser, token: string | undefined) {
  const headers = { authorization: `Bearer ${token}` }
  return await browser.call(host, "POST /appauth/session/extend", {}, { headers })
}

let staffMembers = 0

/** A new staff member who set up an authenticator app two minutes ago. */
async function enrolled() {
  staffMembers += 1
  const username = `agent.new${staffMembers}`
  const email = `${username}@example.com`
  await staff.add({
    ...{ username, email, firstName: "Nia", lastName: "New", clients: ["harbor"] },
    ...{ needsSecondFactor: true, mustChangePassword: false },
    password: demoPerson("agent.kim").password,
  })
  const browser = app.browser()
  await signIn(browser, username)
  const { secret } = (await browser.call(host, enrol, {})).reply
  const answer = await browser.call(host, factor, { code: codeOf(secret) })
  assert.equal(answer.status, 200, answer.text)
  app.clock.advance({ minutes: 2 })
  return { username, email, secret, recoveryCodes: answer.reply.recoveryCodes }
}

test("ASVS-05 staff who need a second factor set it up at the first sign-in, and get recovery codes once", async () => {
  const browser = app.browser()
  const first = await signIn(browser, "agent.osei")
  assert.equal(first.status, 200)
  assert.equal(first.reply.secondFactor, "enrol")
  assert.equal(first.reply.access_token, undefined)
  assert.equal((await browser.call(host, "POST /appauth/session/extend", {})).status, 401)

  const { reply } = await browser.call(host, enrol, {})
  const { secret } = reply
  assert.match(secret, /^[A-Z2-7]{32}$/)
  assert.match(reply.address, /^otpauth:\/\/totp\/My%20Account%20Support:agent\.osei\?/)
  assert.equal(new Set(reply.qr.map((row) => row.length)).size, 1)
  const [row] = await app.database.rows<{ text: string }>(
    sql`select encode(secret_sealed, 'escape') as text from appauth.agent_factor
      where userid = 'agent.osei'`,
  )
  assert.ok(row && !row.text.includes(secret), "sealed at rest")

  const answer = await browser.call(host, factor, { code: codeOf(secret) })
  assert.equal(answer.status, 200, answer.text)
  const { recoveryCodes } = answer.reply
  assert.equal(recoveryCodes.length, 10)
  // 120 bits in base32.
  for (const code of recoveryCodes) assert.match(code, /^([A-Z2-7]{4}-){5}[A-Z2-7]{4}$/)
  assert.equal((await extend(browser, answer.reply.access_token)).status, 200)
  const mail = await app.readMail("abena.osei@example.com")
  assert.match(mail.subject, /authenticator app was set up/)
  const all = await auditLog(app.database, "support")
  const trail = all.filter(({ actorUserid }) => actorUserid === "agent.osei")
  assert.deepEqual(
    trail.map(({ action }) => action),
    ["signIn", "staff.secondFactor.add"],
  )
  const kept = JSON.stringify(all)
  for (const known of [secret, ...recoveryCodes]) assert.ok(!kept.includes(known))
})

test("the code of a step is accepted once, also in parallel, and codes of earlier steps are not", async () => {
  const { username, secret } = await enrolled()
  const code = codeOf(secret)
  const browsers = [app.browser(), app.browser(), app.browser()]
  for (const browser of browsers) {
    assert.equal((await signIn(browser, username)).reply.secondFactor, "code")
  }
  const answers = await Promise.all(browsers.map((one) => one.call(host, factor, { code })))
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 422, 422])
  assert.deepEqual(answers.find(({ reply }) => "recoveryCodes" in reply)?.reply.recoveryCodes, [])
  const loser = browsers[answers.findIndex(({ status }) => status === 422)]
  const earlier = await loser?.call(host, factor, { code: codeOf(secret, -1) })
  assert.deepEqual(earlier?.messageIds, ["secondFactor.wrong"])
  const next = await loser?.call(host, factor, { code: codeOf(secret, 1) })
  assert.equal(next?.status, 200, "a phone whose clock is ahead")
})

test("five wrong codes end the attempt, and each is in the audit log", async () => {
  const { username, secret } = await enrolled()
  const browser = app.browser()
  await signIn(browser, username)
  const wrong = codeOf(secret) === "000000" ? "000001" : "000000"
  for (let left = 4; left > 0; left -= 1) {
    const answer = await browser.call(host, factor, { code: wrong })
    assert.deepEqual(answer.messageIds, ["secondFactor.wrong"])
    assert.match(answer.text, new RegExp(`${left} (try|tries) left`))
  }
  const other = app.browser()
  await signIn(other, username)
  for (let n = 0; n < 4; n += 1) await other.call(host, factor, { code: wrong })
  assert.equal((await other.call(host, factor, { code: codeOf(secret, -1) })).status, 200)
  assert.deepEqual((await browser.call(host, factor, { code: wrong })).messageIds, [
    "secondFactor.restart",
  ])
  const right = await browser.call(host, factor, { code: codeOf(secret) })
  assert.deepEqual(right.messageIds, ["secondFactor.restart"])
  const trail = await auditLog(app.database, "support")
  const failed = trail.filter(({ action }) => action === "signIn.failed").slice(-5)
  assert.ok(failed.every(({ after }) => after?.wrong === "second factor"))
})

test("the limit of 20 tries an hour covers all attempts of an account", async () => {
  const { username, secret } = await enrolled()
  app.clock.advance({ hours: 2 })
  const attempt = async () => {
    const browser = app.browser()
    await signIn(browser, username)
    const wrong = codeOf(secret) === "000000" ? "000001" : "000000"
    return async () => (await browser.call(host, factor, { code: wrong })).messageIds
  }
  for (let n = 0; n < 20; n += 4) {
    const enter = await attempt()
    for (let tries = 0; tries < 4; tries += 1) {
      assert.deepEqual(await enter(), ["secondFactor.wrong"])
    }
  }
  assert.deepEqual(await (await attempt())(), ["secondFactor.tooMany"])
  app.clock.advance({ minutes: 59, seconds: 59 })
  assert.deepEqual(await (await attempt())(), ["secondFactor.tooMany"])
  app.clock.advance({ seconds: 1 })
  assert.deepEqual(await (await attempt())(), ["secondFactor.wrong"])
})

function cookiesOf(browser: TestBrowser) {
  const cookie = [...(browser.cookies.get(host) ?? [])].map((pair) => pair.join("=")).join("; ")
  return { headers: { cookie } }
}

test("an ended attempt cannot open a session or set up an app", async () => {
  const { username, secret } = await enrolled()
  const browser = app.browser()
  await signIn(browser, username)
  const right = cookiesOf(browser)
  assert.equal((await browser.call(host, factor, { code: codeOf(secret) })).status, 200)
  app.clock.advance({ minutes: 1 })
  const again = await app.browser().call(host, factor, { code: codeOf(secret) }, right)
  assert.deepEqual(again.messageIds, ["secondFactor.restart"])

  await staff.resetSecondFactor(username)
  const late = await app.browser().call(host, enrol, {}, right)
  assert.deepEqual(late.messageIds, ["secondFactor.restart"])
})

test("an attempt is not accepted while the staff member is disabled", async () => {
  const { username } = await enrolled()
  await staff.resetSecondFactor(username)
  const browser = app.browser()
  await signIn(browser, username)
  const disable = (at: Date | null) =>
    app.database.rows(sql`update appauth.agent set disabled_at = ${at} where userid = ${username}`)
  await disable(app.clock.now())
  for (const key of [factor, enrol] as const) {
    const refused = await browser.call(host, key, { code: "123456" }, cookiesOf(browser))
    assert.deepEqual(refused.messageIds, ["secondFactor.restart"])
  }
  await disable(null)
  assert.equal((await browser.call(host, enrol, {})).status, 200)
})

test("setting up an app is possible for ten minutes", async () => {
  const { username } = await enrolled()
  await staff.resetSecondFactor(username)
  const browser = app.browser()
  await signIn(browser, username)
  app.clock.advance({ minutes: 9, seconds: 59 })
  assert.equal((await browser.call(host, enrol, {})).status, 200)
  app.clock.advance({ seconds: 1 })
  assert.deepEqual((await browser.call(host, enrol, {})).messageIds, ["secondFactor.restart"])
})

test("setting up a second factor does not revive sessions opened with the password alone", async () => {
  const { username } = await enrolled()
  await staff.resetSecondFactor(username)
  await staff.needSecondFactor(username, false)
  const before = app.browser()
  const { reply } = await signIn(before, username)
  assert.equal((await extend(before, reply.access_token)).status, 200)
  // The same statement as in the load of a folder.
  await app.database.rows(
    sql`update appauth.agent set needs_second_factor = true where userid = ${username}`,
  )
  const browser = app.browser()
  await signIn(browser, username)
  const { secret } = (await browser.call(host, enrol, {})).reply
  assert.equal((await browser.call(host, factor, { code: codeOf(secret) })).status, 200)
  assert.equal((await extend(before, reply.access_token)).status, 401)
})

test("setting up and resetting the second factor of one staff member does not affect others", async () => {
  const one = await enrolled()
  const other = await enrolled()
  await staff.resetSecondFactor(other.username)
  const browser = app.browser()
  await signIn(browser, one.username)
  const byCode = await browser.call(host, factor, { code: one.recoveryCodes[0] ?? "" })
  assert.equal(byCode.status, 200, byCode.text)
  const mail = await app.readMail(one.email, "recovery code")
  assert.match(mail.text, /You have 9 recovery codes left/)
  await signIn(browser, one.username)
  const byApp = await browser.call(host, factor, { code: codeOf(one.secret) })
  assert.equal(byApp.status, 200, byApp.text)
})

test("an attempt is valid for ten minutes, in its browser and at the support site", async () => {
  const { username, secret } = await enrolled()
  const browser = app.browser()
  await signIn(browser, username)
  const other = await app.browser().call(host, factor, { code: codeOf(secret) })
  assert.deepEqual(other.messageIds, ["secondFactor.restart"])
  const elsewhere = await browser.call(
    "harbor.localhost",
    factor,
    { code: codeOf(secret) },
    cookiesOf(browser),
  )
  assert.deepEqual(elsewhere.messageIds, ["request.notFound"])
  app.clock.advance({ minutes: 10 })
  const late = await browser.call(host, factor, { code: codeOf(secret) })
  assert.deepEqual(late.messageIds, ["secondFactor.restart"])
  await signIn(browser, username)
  app.clock.advance({ minutes: 9, seconds: 59 })
  assert.equal((await browser.call(host, factor, { code: codeOf(secret) })).status, 200)
})

test("SECRET-03 an attempt reassigned in the database gives no access, even with the other staff member's code", async () => {
  const [own, other] = [await enrolled(), await enrolled()]
  const browser = app.browser()
  await signIn(browser, own.username)
  const give = (from: string, to: string) =>
    app.database.rows(
      sql`update appauth.staff_attempt set userid = ${to} where userid = ${from} and ended_at is null
        returning 1`,
    )
  assert.equal((await give(own.username, other.username)).length, 1)
  const moved = await browser.call(host, factor, { code: codeOf(other.secret) })
  assert.deepEqual(moved.messageIds, ["secondFactor.restart"])
  assert.equal(moved.reply.access_token, undefined)
  await give(other.username, own.username)
  const back = await browser.call(host, factor, { code: codeOf(own.secret) })
  assert.equal(back.status, 200, "the attempt itself was good")
})

test("a recovery code works once, in any spelling, and an email is sent", async () => {
  const { username, email, recoveryCodes } = await enrolled()
  const [one = ""] = recoveryCodes
  const browser = app.browser()
  await signIn(browser, username)
  const typed = one.toLowerCase().replaceAll("-", " ")
  const answer = await browser.call(host, factor, { code: typed })
  assert.equal(answer.status, 200, answer.text)
  const mail = await app.readMail(email, "recovery code")
  assert.match(mail.text, /You have 9 recovery codes left/)
  await signIn(browser, username)
  const again = await browser.call(host, factor, { code: one })
  assert.deepEqual(again.messageIds, ["secondFactor.wrong"])
})

test("staff with an app cannot replace it with another one", async () => {
  const { username } = await enrolled()
  const browser = app.browser()
  await signIn(browser, username)
  assert.deepEqual((await browser.call(host, enrol, {})).messageIds, ["secondFactor.restart"])
})

test("a client can require a second factor from all staff who serve it", async () => {
  await app.database.rows(
    sql`update appcontent.client set staff_second_factor = true where client = 'wayfarer'`,
  )
  assert.equal((await signIn(app.browser(), "agent.kim")).reply.secondFactor, "enrol")
  const moreau = await signIn(app.browser(), "agent.moreau")
  assert.equal(moreau.reply.secondFactor, undefined)
  assert.notEqual(moreau.reply.access_token, undefined)
  await app.database.rows(sql`update appcontent.client set staff_second_factor = false`)
})

test("the operator adds, disables and enables staff, and the audit log records it", async () => {
  const password = "Lantern-2027"
  const anew = {
    username: "Agent.New",
    firstName: "Nia",
    lastName: "New",
    email: "nia.new@example.com",
    clients: ["harbor"],
    needsSecondFactor: false,
    mustChangePassword: false,
    password,
  }
  await staff.add(anew)
  await assert.rejects(staff.add(anew), /already/)
  await assert.rejects(staff.add({ ...anew, username: "b", password: "short" }), /password/)
  await assert.rejects(staff.add({ ...anew, username: "b", clients: ["none"] }), /no client none/)
  await assert.rejects(staff.disable("nobody"), /no staff account nobody/)

  const browser = app.browser()
  const { reply } = await signIn(browser, "agent.new", password)
  assert.equal(reply.userid, "agent.new")
  assert.equal((await extend(browser, reply.access_token)).status, 200)
  await staff.disable("agent.new")
  assert.equal((await extend(browser, reply.access_token)).status, 401, "logged out at once")
  assert.deepEqual((await signIn(browser, "agent.new", password)).messageIds, ["staff.disabled"])
  const wrong = await signIn(browser, "agent.new", "Wrong-2027")
  assert.deepEqual(wrong.messageIds, ["signIn.credentials"])
  await staff.enable("agent.new")
  await staff.setPassword("agent.new", "Beacon-2028")
  assert.equal((await signIn(browser, "agent.new", password)).status, 401)
  assert.equal((await signIn(browser, "agent.new", "Beacon-2028")).status, 200)

  const trail = (await auditLog(app.database, "")).filter(
    ({ subjectUserid }) => subjectUserid === "agent.new",
  )
  assert.deepEqual(
    trail.map(({ action, actorKind, subjectUserid }) => [action, actorKind, subjectUserid]),
    [
      ["staff.account.add", "operator", "agent.new"],
      ["staff.account.disable", "operator", "agent.new"],
      ["staff.account.enable", "operator", "agent.new"],
      ["staff.account.change", "operator", "agent.new"],
    ],
  )
  assert.ok(!JSON.stringify(trail).includes("2028"))
})

test("a second factor that was reset is set up again, and open sessions end", async () => {
  const { username, secret } = await enrolled()
  const browser = app.browser()
  await signIn(browser, username)
  const { reply } = await browser.call(host, factor, { code: codeOf(secret) })
  await staff.resetSecondFactor(username)
  assert.equal((await auditLog(app.database, "")).at(-1)?.action, "staff.secondFactor.reset")
  assert.equal((await extend(browser, reply.access_token)).status, 401)
  assert.equal((await signIn(browser, username)).reply.secondFactor, "enrol")
  const old = await browser.call(host, factor, { code: codeOf(secret, 1) })
  assert.deepEqual(old.messageIds, ["secondFactor.wrong"])
})
