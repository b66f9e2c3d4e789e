import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { auditLog } from "#testing/audit-trail.ts"
import { maria, recoveryOf } from "#testing/recovery.ts"

const host = "harbor.localhost"
const support = "support.localhost"
let app: TestApp

before(async () => {
  app = await startTestApp()
})

after(() => app.close())

async function last(client: string) {
  const entry = (await auditLog(app.database, client)).at(-1)
  assert.ok(entry)
  return entry
}

async function signedIn(username: string, at = host) {
  const browser = app.browser()
  await browser.signIn(at, username)
  return browser
}

test("RECORD-23 a wrong old password is in the audit log, without the typed text", async () => {
  const browser = await signedIn("maria.santos")
  const answer = await browser.call(host, "PUT /myaccount-core/profile/password", {
    currentPassword: "Not-the-0ld-one",
    password: "Lantern-2027",
    username: "maria.santos",
    hostName: host,
  })
  assert.deepEqual(answer.messageIds, ["password.wrong"])
  const entry = await last("harbor")
  assert.deepEqual(
    [entry.action, entry.actorKind, entry.subjectUserid],
    ["password.change.failed", "customer", "maria.santos_harbor"],
  )
  assert.ok(!JSON.stringify(await auditLog(app.database, "harbor")).includes("0ld"))
})

test("RECORD-23 a wrong answer is in the audit log, also for an unknown username", async () => {
  for (const username of [maria.username, "nobody.here"]) {
    const { question, answer } = recoveryOf(app.browser(), { ...maria, username })
    await question()
    await answer({ securityAnswer: "Lisbon" })
    const entry = await last("harbor")
    assert.equal(entry.action, "answer.failed", username)
    assert.equal(entry.subjectUserid, username === maria.username ? "maria.santos_harbor" : null)
  }
})

test("RECORD-23 an invalid ticket is in the audit log", async () => {
  const browser = app.browser()
  const answer = await browser.call(host, "POST /appauth/resetPassword", {
    password: "Lantern-2027",
    ticket: "a-guess",
    hostName: host,
    client: "harbor",
  })
  assert.deepEqual(answer.messageIds, ["resetPassword.ticket"])
  const entry = await last("harbor")
  assert.deepEqual([entry.action, entry.actorKind], ["ticket.failed", "visitor"])
  assert.equal(entry.after?.call, "POST /appauth/resetPassword")
  await browser.call(host, "POST /appauth/handoff/redeem", { token: "a-guess" })
  assert.equal((await last("harbor")).after?.call, "POST /appauth/handoff/redeem")
})

test("RECORD-23 a call that requires another role is in the audit log, with the caller", async () => {
  const browser = await signedIn("james.okafor")
  const key = "GET /myaccount-core/agent/approvals"
  const answer = await browser.call(host, key)
  assert.equal(answer.status, 403)
  const entry = await last("harbor")
  assert.deepEqual(
    [entry.action, entry.actorUserid, entry.after?.call],
    ["call.refused", "james.okafor_harbor", key],
  )
})

test("ASVS-08 a call from a foreign page, in another person's name or without a proof of work is in the audit log", async () => {
  const browser = await signedIn("james.okafor")
  const key = "POST /appauth/handoff"
  const tries = [
    ["request.foreignOrigin", { hostName: host }, { origin: "https://evil.example" }],
    ["request.notYours", { hostName: host, userid: "maria.santos_harbor" }, {}],
    ["request.clientMismatch", { hostName: host, client: "wayfarer" }, {}],
  ] as const
  for (const [message, body, headers] of tries) {
    const answer = await browser.call(host, key, body, { headers })
    assert.deepEqual(answer.messageIds, [message])
    const { action, after } = await last("harbor")
    assert.deepEqual([action, after?.call, after?.message], ["call.refused", key, message])
  }
  const bot = await app.browser().call(
    host,
    "POST /appauth/forgotUsername",
    {
      certificateNo: "4000000017",
      firstName: "Ana",
      lastName: "Duarte",
      emailAddress: "ana.duarte@example.com",
      hostName: host,
      client: "harbor",
    },
    { headers: { "x-captcha": "nonsense" } },
  )
  assert.deepEqual(bot.messageIds, ["captcha.bot"])
  assert.equal((await last("harbor")).after?.message, "captcha.bot")
})

test("RECORD-23 reaching a limit is in the audit log, and a flood of calls leaves 20 entries", async () => {
  const browser = await signedIn("grace.adeyemi")
  const key = "POST /appauth/handoff"
  const flood = async () => {
    for (let n = 0; n < 60; n += 1) await browser.call(host, key, { hostName: host })
    return (await auditLog(app.database, "harbor")).filter(
      ({ action }) => action === "limit.reached",
    )
  }
  const entries = await flood()
  assert.equal(entries.length, 20)
  const other = await signedIn("robert.chen")
  const answer = await other.call(host, key, { hostName: host })
  assert.notEqual(answer.status, 429, "each customer has a count of their own")
  assert.equal(entries[0]?.after?.call, key)
  assert.equal(entries[0]?.actorUserid, "grace.adeyemi_harbor")
  for (const passed of [10, 10, 10, 10, 10, 9]) {
    app.clock.advance({ minutes: passed })
    await browser.call(host, "POST /appauth/session/extend", {})
  }
  app.clock.advance({ seconds: 59 })
  assert.equal((await flood()).length, 20)
  app.clock.advance({ seconds: 1 })
  assert.equal((await flood()).length, 40)
})

test("RECORD-23 a logout is in the audit log once, for customers and for staff", async () => {
  const browser = await signedIn("maria.santos")
  await browser.call(host, "POST /appauth/logout", {})
  const trail = await auditLog(app.database, "harbor")
  const entry = trail.at(-1)
  assert.deepEqual([entry?.action, entry?.actorUserid], ["signOut", "maria.santos_harbor"])
  await browser.call(host, "POST /appauth/logout", {})
  const after = await auditLog(app.database, "harbor")
  assert.equal(after.length, trail.length, "there was nothing to end")
  const staff = await signedIn("agent.kim", support)
  await staff.call(support, "POST /appauth/logout", {})
  const theirs = await last("")
  assert.deepEqual([theirs.action, theirs.actorUserid], ["signOut", "agent.kim"])
})
