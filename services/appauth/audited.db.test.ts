import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { auditTrail } from "#testing/audit-trail.ts"
import { payloadOf } from "#testing/browser.ts"
import { demoPerson } from "#testing/demo-people.ts"
import { maria, recoveryOf, ticketIn } from "#testing/recovery.ts"
import { ana, newPassword, registrationOf } from "#testing/registration.ts"

let app: TestApp

before(async () => {
  app = await startTestApp()
})

after(() => app.close())

const host = "harbor.localhost"

async function lastEntry(client: string) {
  const last = (await auditTrail(app.database, client)).at(-1)
  assert.ok(last)
  const { at: _, ...entry } = last
  return entry
}

test("a sign-in is on record, and so is one that failed", async () => {
  const browser = app.browser()
  const person = demoPerson("maria.santos")
  const about = { accountNumber: "HM2041187", subjectUserid: "maria.santos_harbor" }
  const failed = { action: "signIn.failed", actorKind: "visitor", actorUserid: null }
  const key = "POST /appauth/login"
  const body = payloadOf(person)

  await browser.call(host, key, { ...body, password: "Wrong-2026" })
  const first = await lastEntry("harbor")
  const ip = first.ip
  assert.deepEqual(first, {
    ...failed,
    ...about,
    client: "harbor",
    ip,
    after: { wrong: "password" },
  })
  assert.match(ip ?? "", /^(127\.0\.0\.1|::1|::ffff:127\.0\.0\.1)$/)

  await browser.call(host, key, { ...body, username: "my-Passw0rd-typed-here" })
  const nobody = await lastEntry("harbor")
  assert.deepEqual(nobody.after, { wrong: "username" })
  assert.equal(nobody.subjectUserid, null)
  assert.doesNotMatch(JSON.stringify(await auditTrail(app.database, "harbor")), /Passw0rd/i)

  await browser.call(host, key, body)
  const right = await app.readCode(person.emailAddress)
  const code = right === "000000" ? "000001" : "000000"
  const verify = "POST /appauth/passcode/verification"
  await browser.call(host, verify, { ...body, passCode: code })
  assert.deepEqual((await lastEntry("harbor")).after, { wrong: "one-time code" })

  await browser.call(host, verify, {
    ...body,
    passCode: right,
    userDeviceInfo: { ...body.userDeviceInfo, browserName: "Firefox", userOS: "Windows" },
  })
  assert.deepEqual(await lastEntry("harbor"), {
    ...about,
    client: "harbor",
    action: "signIn",
    actorKind: "customer",
    actorUserid: "maria.santos_harbor",
    ip,
    after: { device: "Firefox on Windows" },
  })
})

test("a password that was reset is on record, and neither answer, ticket nor password", async () => {
  app.clock.advance({ hours: 2 })
  const { question, answer, reset } = recoveryOf(app.browser(), maria)
  await question()
  await answer()
  const ticket = ticketIn(await app.readMail(maria.email, "Reset"))
  assert.equal((await reset(ticket)).status, 200)
  const entry = await lastEntry("harbor")
  assert.equal(entry.action, "password.reset")
  assert.equal(entry.actorUserid, "maria.santos_harbor")
  const all = JSON.stringify(await auditTrail(app.database, "harbor"))
  for (const secret of [ticket, maria.answer, "Lantern-2027"]) assert.ok(!all.includes(secret))
})

test("a registration is on record with its username", async () => {
  const registration = registrationOf(app.browser(), ana)
  await registration.number()
  await registration.person()
  await registration.verify(await app.readCode(ana.email))
  assert.equal((await registration.complete()).status, 200)
  const entry = await lastEntry("harbor")
  assert.equal(entry.action, "register")
  assert.equal(entry.accountNumber, ana.accountNumber)
  assert.deepEqual(entry.after, { username: "Ana.Duarte" })
  assert.ok(!JSON.stringify(entry).includes(newPassword))
})

test("staff who sign in are on record, and who tries to", async () => {
  const browser = app.browser()
  await browser.signIn("support.localhost", "agent.kim")
  const trail = await auditTrail(app.database, "support")
  assert.equal(trail.at(-1)?.action, "signIn")
  assert.equal(trail.at(-1)?.actorKind, "staff")
  assert.equal(trail.at(-1)?.actorUserid, "agent.kim")
  const payload = { ...payloadOf(demoPerson("agent.kim")), client: "support", password: "Wrong-1" }
  await browser.call("support.localhost", "POST /appauth/login", payload)
  const failed = (await auditTrail(app.database, "support")).at(-1)
  assert.equal(failed?.action, "signIn.failed")
  assert.equal(failed?.subjectUserid, "agent.kim")
})
