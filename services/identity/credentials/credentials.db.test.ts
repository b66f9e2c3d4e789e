import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { usernameOf } from "#contracts/identity/userid.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { auditLog } from "#testing/audit-trail.ts"
import type { TestBrowser } from "#testing/browser.ts"
import { payloadOf } from "#testing/browser.ts"
import { type Customer, customerOf } from "#testing/customer.ts"
import { demoPerson } from "#testing/demo-people.ts"
import { type Forgetful, maria as forgetfulMaria, recoveryOf, ticketIn } from "#testing/recovery.ts"
import { staffActingFor } from "#testing/staff.ts"

const host = "harbor.localhost"
const oldPassword = "Anchor-2026"
const newPassword = "Lantern-2027"

let app: TestApp

before(async () => {
  app = await startTestApp()
})

after(() => app.close())

async function changePassword(who: Customer, change: object = {}) {
  return await who.browser.call(host, "PUT /myaccount-core/profile/password", {
    currentPassword: oldPassword,
    password: newPassword,
    username: usernameOf(who.user.userid),
    hostName: host,
    ...change,
  })
}

async function changeSecurity(who: Customer, change: object = {}) {
  return await who.browser.call(host, "PUT /myaccount-core/profile/securityDetails", {
    securityQuestion: "5",
    securityAnswer: "Teresa",
    username: usernameOf(who.user.userid),
    ...change,
  })
}

async function isSignedIn(browser: TestBrowser): Promise<boolean> {
  const { status } = await browser.call(host, "POST /appauth/session/extend", {})
  return status === 200
}

async function signIn(username: string, password: string) {
  const payload = { ...payloadOf(demoPerson(username)), client: "harbor", password }
  return await app.browser().call(host, "POST /appauth/login", payload)
}

async function recorded(userid: string, action: string) {
  const entries = await auditLog(app.database, "harbor")
  return entries.filter((entry) => entry.subjectUserid === userid && entry.action === action)
}

test("PROFILE-04 a new password ends every other session, keeps this one, and sends an email", async () => {
  const here = await customerOf(app, "maria.santos", "harbor")
  app.clock.advance({ minutes: 1 })
  const elsewhere = await customerOf(app, "maria.santos", "harbor")
  const another = await customerOf(app, "james.okafor", "harbor")
  const answer = await changePassword(here)
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.reply.messages[0]?.messageId, "password.changed")
  assert.equal(await isSignedIn(here.browser), true)
  assert.equal(await isSignedIn(elsewhere.browser), false)
  assert.equal(await isSignedIn(another.browser), true)
  assert.deepEqual((await signIn("maria.santos", oldPassword)).messageIds, ["signIn.credentials"])
  assert.equal((await signIn("maria.santos", newPassword)).status, 200)
  const mail = await app.readMail("maria.santos@example.com", "password was changed")
  assert.match(mail.text, /You have been logged out everywhere else\./)
  const [entry, ...more] = await recorded(here.user.userid, "password.change")
  assert.equal(more.length, 0)
  assert.equal(entry?.actorKind, "customer")
  assert.doesNotMatch(JSON.stringify(entry), /Lantern|Anchor|argon2/)
  await changePassword(here, { currentPassword: newPassword, password: oldPassword })
})

test("a new password also ends a sign-in that waits for its code, and an emailed reset link", async () => {
  const here = await customerOf(app, "siobhan.obrien", "harbor")
  const email = demoPerson("siobhan.obrien").emailAddress
  app.clock.advance({ minutes: 2 })
  const thief = app.browser()
  const siobhan = { ...forgetfulMaria, username: "siobhan.obrien", answer: "Saint Mary's", email }
  const { question, answer, check } = recoveryOf(thief, siobhan)
  await question()
  assert.equal((await answer()).status, 200)
  const ticket = ticketIn(await app.readMail(email, "Reset"))
  assert.equal((await check(ticket)).status, 200)
  const payload = { ...payloadOf(demoPerson("siobhan.obrien")), client: "harbor" }
  await thief.call(host, "POST /appauth/login", payload)
  const passCode = await app.readCode(email)
  assert.equal((await changePassword(here)).status, 200)
  const verified = await thief.call(host, "POST /appauth/passcode/verification", {
    ...payload,
    passCode,
  })
  assert.equal("access_token" in verified.reply, false, verified.text)
  assert.deepEqual((await check(ticket)).messageIds, ["resetPassword.ticket"])
})

test("PROFILE-04 a wrong old password changes nothing, logs no one out, and counts as a try", async () => {
  const james = await customerOf(app, "james.okafor", "harbor")
  const tries = Array.from({ length: 25 }, () =>
    changePassword(james, { currentPassword: "Anchor-2025" }),
  )
  const answers = await Promise.all(tries)
  const said = Map.groupBy(answers, ({ messageIds }) => messageIds[0] ?? "")
  assert.deepEqual([...said.keys()].toSorted(), ["password.tooMany", "password.wrong"])
  assert.equal(said.get("password.wrong")?.length, 20)
  for (const { status } of said.get("password.wrong") ?? []) assert.equal(status, 422)
  assert.equal((await changePassword(james)).status, 429, "also with the right one")
  assert.equal(await isSignedIn(james.browser), true)
  assert.deepEqual(await recorded(james.user.userid, "password.change"), [])
  // Calls of one address are counted too, and the following tests use the same address.
  app.clock.advance({ minutes: 11 })
})

test("PROFILE-04 one of two parallel changes with the same old password succeeds", async () => {
  const grace = await customerOf(app, "grace.adeyemi", "harbor")
  const answers = await Promise.all([
    changePassword(grace, { password: "Lantern-2027" }),
    changePassword(grace, { password: "Lantern-2028" }),
  ])
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 422])
  assert.equal((await recorded(grace.user.userid, "password.change")).length, 1)
})

test("PROFILE-05 ASVS-06 after a change of the security question, the new answer recovers the password, other sessions end, and an email is sent", async () => {
  const robert = await customerOf(app, "robert.chen", "harbor")
  app.clock.advance({ minutes: 1 })
  const elsewhere = await customerOf(app, "robert.chen", "harbor")
  const answer = await changeSecurity(robert)
  assert.equal(answer.status, 200, answer.text)
  assert.equal(await isSignedIn(robert.browser), true)
  assert.equal(await isSignedIn(elsewhere.browser), false)
  const mail = await app.readMail("robert.chen@example.com", "security question was changed")
  assert.doesNotMatch(mail.text, /Teresa|cousin/)
  const [entry] = await recorded(robert.user.userid, "securityQuestion.change")
  assert.deepEqual(entry?.after, { question: "What is your oldest cousin's first name?" })
  assert.doesNotMatch(JSON.stringify(entry), /Teresa/)
  const forgetful: Forgetful = { ...forgetfulMaria, username: "robert.chen", answer: " TERESA " }
  const recovery = recoveryOf(app.browser(), forgetful)
  const asked = await recovery.question()
  assert.equal(asked.reply.securityQuestion, "What is your oldest cousin's first name?")
  await recovery.answer()
  await app.readMail("robert.chen@example.com", "Reset your")
})

test("a password, question or answer that breaks a rule is refused, and nothing changes", async () => {
  const dorothy = await customerOf(app, "dorothy.lindqvist", "harbor")
  for (const password of [
    "Short-1",
    "lantern-2027",
    "LANTERN-2027",
    "Lantern-new",
    "x".repeat(201),
  ]) {
    assert.equal((await changePassword(dorothy, { password })).status, 422, password)
  }
  for (const change of [
    { securityQuestion: "99" },
    { securityQuestion: "" },
    { securityAnswer: "  " },
  ]) {
    assert.equal((await changeSecurity(dorothy, change)).status, 422)
  }
  assert.deepEqual(await recorded(dorothy.user.userid, "password.change"), [])
  assert.deepEqual(await recorded(dorothy.user.userid, "securityQuestion.change"), [])
})

test("CALLS-03 customers cannot change another person's credentials, and staff cannot change any", async () => {
  const dorothy = await customerOf(app, "dorothy.lindqvist", "harbor")
  for (const username of ["maria.santos", "nobody", "", dorothy.user.userid]) {
    const change = { username, currentPassword: oldPassword }
    assert.deepEqual((await changePassword(dorothy, change)).messageIds, ["request.notYours"])
    assert.deepEqual((await changeSecurity(dorothy, { username })).messageIds, ["request.notYours"])
  }
  const staff = await staffActingFor(app, "dorothy.lindqvist", "harbor")
  assert.deepEqual((await changePassword(staff)).messageIds, ["session.notAllowed"])
  assert.deepEqual((await changeSecurity(staff)).messageIds, ["session.notAllowed"])
})

test("PROFILE-02 a fully blocked profile keeps its credentials, and the reply contains the reason", async () => {
  const harold = await customerOf(app, "harold.whitfield", "harbor")
  for (const answer of [await changePassword(harold), await changeSecurity(harold)]) {
    assert.equal(answer.status, 409)
    assert.deepEqual(answer.messageIds, ["profile.blocked"])
    assert.match(answer.text, /Your records are being moved/)
  }
})
