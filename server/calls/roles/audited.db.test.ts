import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { sql } from "#database/sql.ts"
import { type AuditAction, auditActions } from "#services/audit/audit.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { auditLog } from "#testing/audit-trail.ts"
import { authenticatorCode } from "#testing/authenticator.ts"
import { payloadOf, type TestBrowser } from "#testing/browser.ts"
import { demoPerson } from "#testing/demo-people.ts"
import {
  type HostileIssuer,
  settingsOfAsh,
  signInAtAsh,
  startHostileIssuer,
} from "#testing/hostile-issuer.ts"
import { maria, recoveryOf, ticketIn } from "#testing/recovery.ts"
import { ana, newPassword, registrationOf } from "#testing/registration.ts"
import { writeProvidersFile } from "#testing/staff-providers.ts"
import { endsOf, entriesSince, ofRefusedCalls } from "./audit-fixture.ts"
import { table } from "./table.expected.ts"

let app: TestApp

/** An identity provider of staff. */
let ash: HostileIssuer

before(async () => {
  ash = await startHostileIssuer()
  const file = await writeProvidersFile({ providers: [settingsOfAsh(ash)] })
  app = await startTestApp({ env: { STAFF_PROVIDERS_FILE: file.path } })
  await file.remove()
})

after(async () => {
  await app.close()
  await ash.close()
})

const host = "harbor.localhost"
const support = "support.localhost"

/** Audit actions that no single call causes, with the test of each. */
const leftOtherwise: Partial<Record<AuditAction, string>> = {
  "account.close":
    "an event of the account system, services/events/received/received-events.db.test.ts",
  "account.move": "the command, commands/portal/move-account.db.test.ts",
  "session.end": "the command, commands/portal/end-sessions.db.test.ts",
  "person.export": "the command, commands/person/person.db.test.ts",
  "key.retire": "the command, commands/keys/keys.db.test.ts",
  "person.erase": "the command, commands/person/person.db.test.ts",
  "person.lift": "the command, commands/person/person.db.test.ts",
  "release.store": "the command, commands/portal/portal.db.test.ts",
  "release.publish": "the command, commands/portal/portal.db.test.ts",
  "release.rollback": "the command, commands/portal/portal.db.test.ts",
  "signIn.linkSent": "services/identity/sign-in/guessing.db.test.ts",
  "call.refused": "services/audit/refused-calls.db.test.ts",
  "password.change.failed": "services/audit/refused-calls.db.test.ts",
  "ticket.failed": "services/audit/refused-calls.db.test.ts",
  "limit.reached": "services/audit/refused-calls.db.test.ts",
  signOut: "services/audit/refused-calls.db.test.ts",
  "answer.failed": "services/audit/refused-calls.db.test.ts",
  "record.begin": "the record's own, services/audit/audit.db.test.ts",
  "record.broken": "the record's own, services/audit/audit.db.test.ts",
  "proof.failed": "a wrong code, services/identity/codes/step-up-code.db.test.ts",
  "newEmail.ask": "a new address in the form, services/profile/new-email/new-email.db.test.ts",
  "newEmail.failed": "a wrong code, services/profile/new-email/new-email.db.test.ts",
  "autoPay.suspend": "a failed charge, services/payments/auto-pay/failed-charges.db.test.ts",
  "payment.cancel": "the gateway was away, services/payments/auto-pay/failed-charges.db.test.ts",
  "payment.decline": "a payment's other end, services/payments/account/payment-history.db.test.ts",
  "payment.return": "what a gateway reports, services/payments/account/payment-history.db.test.ts",
  "payment.refund.fail": "what a gateway reports, services/payments/adjustments/refunds.db.test.ts",
  "correction.void": "a paid bill, services/payments/adjustments/corrections.db.test.ts",
  "staff.release": "a paid bill that is open, services/payments/paying/payable.db.test.ts",
  "payment.dispute": "what a gateway reports, services/payments/paying/payment-outcomes.db.test.ts",
  "staff.approval.ask": "a new email address, services/staff/approvals/dual-approval.db.test.ts",
  "staff.approval.refuse": "the other decision, services/staff/customers/customers.db.test.ts",
  "staff.limit": "many calls of a day, services/staff/limits/staff-limits.db.test.ts",
  "staff.account.add": "the command line, commands/staff/staff.db.test.ts",
  "staff.account.change": "the command line, commands/staff/staff.db.test.ts",
  "staff.account.disable": "the command line, commands/staff/staff.db.test.ts",
  "staff.account.enable": "the command line, commands/staff/staff.db.test.ts",
  "staff.account.remove": "a load, commands/load/load-agents.db.test.ts",
  "staff.secondFactor.reset": "the command line, commands/staff/staff.db.test.ts",
}

const left = new Map<string, Set<AuditAction>>()

/** A browser whose calls are compared with the audit entries that they cause. */
function watched(): TestBrowser {
  const browser = app.browser()
  const call: TestBrowser["call"] = async (at, key, body, options) => {
    const ends = await endsOf(app.database)
    const answer = await browser.call(at, key, body, options)
    const entries = await entriesSince(app.database, ends)
    const actions = entries.map(({ action }) => action as AuditAction)
    if (actions.length > 0) left.set(key, new Set([...(left.get(key) ?? []), ...actions]))
    return answer
  }
  return { ...browser, call }
}

async function lastEntry(client: string) {
  const trail = await auditLog(app.database, client)
  const last = trail.findLast(({ action }) => !ofRefusedCalls.includes(action))
  assert.ok(last)
  const { at: _, ...entry } = last
  return entry
}

test("each anonymous call left the entries in the table, or the table gives a reason why it leaves none", async (t) => {
  await t.test("records a sign-in and a failed one", async () => {
    const browser = watched()
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
    assert.doesNotMatch(JSON.stringify(await auditLog(app.database, "harbor")), /Passw0rd/i)

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

  await t.test("records a password reset without answer, ticket or password", async () => {
    app.clock.advance({ hours: 2 })
    const { question, answer, reset } = recoveryOf(watched(), maria)
    await question()
    await answer()
    const ticket = ticketIn(await app.readMail(maria.email, "Reset"))
    assert.equal((await reset(ticket)).status, 200)
    const entry = await lastEntry("harbor")
    assert.equal(entry.action, "password.reset")
    assert.equal(entry.actorUserid, "maria.santos_harbor")
    const all = JSON.stringify(await auditLog(app.database, "harbor"))
    for (const secret of [ticket, maria.answer, "Lantern-2027"]) assert.ok(!all.includes(secret))
  })

  await t.test("records a registration with its username", async () => {
    const registration = registrationOf(watched(), ana)
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

  await t.test("records sign-ins of staff and failed ones", async () => {
    const browser = watched()
    const log = { ...payloadOf(demoPerson("agent.kim")), client: "support" }
    await browser.call(support, "POST /appauth/login", log)
    const trail = await auditLog(app.database, "support")
    assert.equal(trail.at(-1)?.action, "signIn")
    assert.equal(trail.at(-1)?.actorKind, "staff")
    assert.equal(trail.at(-1)?.actorUserid, "agent.kim")
    await browser.call(support, "POST /appauth/login", { ...log, password: "Wrong-1" })
    const failed = (await auditLog(app.database, "support")).at(-1)
    assert.equal(failed?.action, "signIn.failed")
    assert.equal(failed?.subjectUserid, "agent.kim")
  })

  await t.test(
    "records that staff asked to act for a customer, and that they began to",
    async () => {
      const kim = app.browser()
      await kim.signIn(support, "agent.kim")
      const key = "POST /myaccount-core/agent/impersonate/{userId}"
      const params = { userId: "james.okafor_harbor" }
      const { reply } = await kim.call(support, key, {}, { params })
      assert.equal((await lastEntry("harbor")).action, "staff.impersonate")
      const token = new URL(reply.siteURL).pathname.split("/").at(-1) ?? ""
      const elsewhere = watched()
      const way = { token, cameFrom: app.origin(support) }
      const redeem = () => elsewhere.call(host, "POST /appauth/handoff/redeem", way)
      assert.equal((await redeem()).status, 200)
      const entry = await lastEntry("harbor")
      assert.deepEqual(
        [entry.action, entry.actorKind, entry.actorUserid, entry.subjectUserid],
        ["staff.act", "staff", "agent.kim", "james.okafor_harbor"],
      )
      assert.match(entry.ip ?? "", /127\.0\.0\.1|::1/)
      assert.notEqual((await redeem()).status, 200)
      assert.deepEqual(await lastEntry("harbor"), entry, "what opened nothing is no visit")
    },
  )

  await t.test(
    "records a second factor: set up, entered, wrong, and a recovery code instead",
    async () => {
      const browser = watched()
      const log = { ...payloadOf(demoPerson("agent.osei")), client: "support" }
      const signIn = () => browser.call(support, "POST /appauth/login", log)
      const give = (code: string) => browser.call(support, "POST /appauth/secondFactor", { code })
      await signIn()
      const { reply } = await browser.call(support, "POST /appauth/secondFactor/enrol", {})
      const done = await give(authenticatorCode(reply.secret, app.clock.now().getTime()))
      assert.equal(done.status, 200, done.text)
      await signIn()
      assert.equal((await give("000000")).status, 422)
      assert.equal((await give(done.reply.recoveryCodes[0] ?? "")).status, 200)
    },
  )

  await t.test("records the password that staff choose at their first log-in", async () => {
    await app.database.rows(
      sql`update appauth.agent set must_change_password = true where userid = 'agent.moreau'`,
    )
    const browser = watched()
    const log = { ...payloadOf(demoPerson("agent.moreau")), client: "support" }
    const first = await browser.call(support, "POST /appauth/login", log)
    assert.equal(first.reply.mustChangePassword, true)
    const key = "POST /appauth/staff/newPassword"
    assert.equal((await browser.call(support, key, { password: "Quarry-Lamp-58" })).status, 200)
    const trail = await auditLog(app.database, "support")
    assert.deepEqual(
      trail.slice(-2).map(({ action, actorUserid }) => [action, actorUserid]),
      [
        ["signIn", "agent.moreau"],
        ["staff.password.change", "agent.moreau"],
      ],
    )
  })

  await t.test(
    "SSO-03 SSO-05 records what a sign-in with an identity provider does to the account",
    async () => {
      for (const [groups, status] of [
        [["harbor-desk"], 200],
        [["harbor-money"], 200],
        [[], 403],
        [["harbor-desk"], 200],
      ] as const) {
        assert.equal((await signInAtAsh(watched(), ash, [...groups])).status, status)
      }
    },
  )

  await t.test("records the answer of the old address to a change by staff", async () => {
    const kim = app.browser()
    await kim.signIn(support, "agent.kim")
    const change = async (newEmail: string) => {
      const body = { userid: "robert.chen_harbor", csUserid: "agent.kim", newEmail, csLoginIp: "" }
      assert.equal((await kim.call(support, "PUT /myaccount-core/agent/email", body)).status, 200)
      const { text } = await app.readMail("robert.chen@example.com", "email address was changed")
      return /\/email-change\/yes#(\S+)/.exec(text)?.[1] ?? ""
    }
    const browser = watched()
    const key = "POST /myaccount-core/emailChange"
    const first = await change("robert.one@example.com")
    assert.equal((await browser.call(host, key, { token: first, answer: "notMine" })).status, 200)
    assert.equal((await lastEntry("harbor")).action, "emailChange.deny")
    const second = await change("robert.two@example.com")
    assert.equal((await browser.call(host, key, { token: second, answer: "mine" })).status, 200)
    const entry = await lastEntry("harbor")
    assert.deepEqual(
      [entry.action, entry.actorKind, entry.subjectUserid],
      ["emailChange.confirm", "visitor", "robert.chen_harbor"],
    )
  })

  const open = Object.entries(table).filter(([, { role }]) => role === "anonymous")
  const leaving = open.filter(([, { leaves }]) => leaves.length > 0)
  assert.deepEqual(
    Object.fromEntries([...left].map(([key, actions]) => [key, [...actions].toSorted()])),
    Object.fromEntries(leaving.map(([key, { leaves }]) => [key, leaves])),
  )
  for (const [key, { leaves, whyNone }] of open) {
    assert.ok(leaves.length > 0 || whyNone, `calls.txt lacks audit actions, or a reason: ${key}`)
  }
})

test("every audit action is caused by a call, or the table names its source", async () => {
  const called = Object.values(table).flatMap(({ leaves, byStaff = [] }) => [...leaves, ...byStaff])
  const known = new Set([...called, ...Object.keys(leftOtherwise)])
  assert.deepEqual([...known].toSorted(), [...auditActions].toSorted())
})
