import assert from "node:assert/strict"
import { after, before, beforeEach, test } from "node:test"
import type { StaffRole } from "#contracts/staff/staff-roles.ts"
import { type Statement, sql } from "#database/sql.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { auditLog } from "#testing/audit-trail.ts"
import { payloadOf, type TestBrowser } from "#testing/browser.ts"
import { demoPerson } from "#testing/demo-people.ts"
import { testAudit, testPasswords } from "#testing/secret-key.ts"
import { actFor, supportHost, wayToActFor } from "#testing/staff.ts"
import { findServedClients, isStillGood } from "./staff.store.ts"
import { createStaffAccounts } from "./staff-accounts.ts"

const host = "harbor.localhost"
const maria = "maria.santos_harbor"
const moreau = "agent.moreau"
const osei = "agent.osei"
const { password } = demoPerson(moreau)

type Staff = ReturnType<typeof createStaffAccounts>

let app: TestApp
let staff: Staff

before(async () => {
  app = await startTestApp()
  const { database, clock } = app
  staff = createStaffAccounts({
    database,
    clock,
    audit: testAudit(clock),
    passwords: testPasswords,
  })
})

after(() => app.close())

// A new hour for each test, so that rate limits of earlier tests do not apply.
beforeEach(() => app.clock.advance({ hours: 1 }))

/**
 * Restores all rights directly in the database, because the functions for accounts might end
 * sessions.
 */
async function giveBack(): Promise<void> {
  await app.database.rows(
    sql`update appauth.agent set clients = '{harbor}', roles = '{look,serve,approve}', needs_second_factor = false,
      disabled_at = null, must_change_password = false where userid = ${moreau}`,
  )
}

async function isOpen(browser: TestBrowser, at: string): Promise<boolean> {
  return (await browser.call(at, "POST /appauth/session/extend", {})).status === 200
}

async function record() {
  const trail = await auditLog(app.database, "")
  return trail.map(({ action, actorKind, subjectUserid, after: what }) => ({
    action,
    actorKind,
    subjectUserid,
    after: what,
  }))
}

const change = "staff.account.change"

interface Taken {
  what: string
  take: (staff: Staff, username: string) => Promise<void>
  action: string
  after: Record<string, string>
}

const taken: Taken[] = [
  {
    what: "a password that was replaced",
    take: (accounts, username) => accounts.setPassword(username, password),
    action: change,
    after: { password: "a new one" },
  },
  {
    what: "a client that was removed",
    take: (accounts, username) => accounts.setClients(username, ["wayfarer", "electricians"]),
    action: change,
    after: { clients: "wayfarer, electricians" },
  },
  {
    what: "a role that was removed",
    take: (accounts, username) => accounts.setRoles(username, ["look", "approve"]),
    action: change,
    after: { roles: "look, approve" },
  },
  {
    what: "a second factor that became required",
    take: (accounts, username) => accounts.needSecondFactor(username, true),
    action: change,
    after: { "second factor": "needed" },
  },
  {
    what: "a second factor that was reset",
    take: (accounts, username) => accounts.resetSecondFactor(username),
    action: "staff.secondFactor.reset",
    after: {},
  },
  {
    what: "an account that was disabled",
    take: (accounts, username) => accounts.disable(username),
    action: "staff.account.disable",
    after: {},
  },
]

for (const { what, take, action, after: changed } of taken) {
  test(`the staff member's open sessions end for good, and the change is recorded: ${what}`, async () => {
    const browser = app.browser()
    await actFor(browser, maria, moreau)
    const { token, cameFrom } = await wayToActFor(browser, maria)
    const colleague = app.browser()
    await colleague.signIn(supportHost, "agent.kim")
    const earlier = await record()

    // The name is accepted in any capitalization.
    await take(staff, "Agent.Moreau")
    const entry = { action, actorKind: "operator", subjectUserid: moreau, after: changed }
    assert.deepEqual((await record()).slice(earlier.length), [entry])

    await giveBack()
    assert.equal(await isOpen(browser, supportHost), false)
    const told = await browser.call(supportHost, "GET /myaccount-core/agent/roles")
    assert.deepEqual(told.messageIds, ["session.staffEnded"])
    assert.equal(await isOpen(browser, host), false)
    const way = { token, cameFrom }
    const redeemed = await browser.call(host, "POST /appauth/handoff/redeem", way)
    assert.equal(redeemed.status, 404)
    assert.equal(await isOpen(colleague, supportHost), true)
  })

  test(`a sign-in that waits for its second factor also ends: ${what}`, async () => {
    const browser = app.browser()
    const answer = await browser.call(supportHost, "POST /appauth/login", {
      ...payloadOf(demoPerson(osei)),
      client: "support",
      isCustomerUser: false,
    })
    assert.equal(answer.reply.secondFactor, "enrol", answer.text)
    await take(staff, osei)
    await app.database.rows(sql`update appauth.agent set disabled_at = null where userid = ${osei}`)
    const enrol = await browser.call(supportHost, "POST /appauth/secondFactor/enrol", {})
    assert.deepEqual(enrol.messageIds, ["secondFactor.restart"])
  })
}

test("staff can serve the customers of their changed clients, including all clients", async () => {
  const served = async (clients: string[] | null) => {
    await staff.setClients(moreau, clients)
    const staffMember = await staff.find(moreau)
    return staffMember?.clients
  }
  assert.deepEqual(await served(["wayfarer"]), ["wayfarer"])
  const browser = app.browser()
  await browser.signIn(supportHost, moreau)
  await assert.rejects(wayToActFor(browser, maria))
  assert.equal(await served(null), null)
  assert.deepEqual((await record()).at(-1)?.after, { clients: "all" })
  await actFor(app.browser(), maria, moreau)
})

test("ROLES-01 a change that grants a right ends no session and is in the audit log", async () => {
  const browser = app.browser()
  await actFor(browser, maria, moreau)
  const earlier = await record()
  await staff.needSecondFactor(moreau, false)
  await staff.enable(moreau)
  await staff.setRoles(moreau, ["look", "serve", "approve", "money"])
  assert.ok(await isOpen(browser, supportHost))
  assert.ok(await isOpen(browser, host))
  const entry = { actorKind: "operator", subjectUserid: moreau }
  assert.deepEqual((await record()).slice(earlier.length), [
    { ...entry, action: change, after: { "second factor": "not needed" } },
    { ...entry, action: "staff.account.enable", after: {} },
    { ...entry, action: change, after: { roles: "look, serve, approve, money" } },
  ])
  await giveBack()
})

test("ROLES-01 roles and the second factor requirement are stored as the operator set them", async () => {
  const stored = async () => {
    const staffMember = await staff.find(moreau)
    return [staffMember?.roles, staffMember?.needsSecondFactor]
  }
  await staff.setRoles(moreau, ["look", "money"])
  await staff.needSecondFactor(moreau, true)
  assert.deepEqual(await stored(), [["look", "money"], true])
  await staff.setRoles(moreau, ["look"])
  await staff.needSecondFactor(moreau, false)
  assert.deepEqual(await stored(), [["look"], false])
  await giveBack()
})

test("a checked password gives no access if the operator changed the account in the meantime", async () => {
  const checked = await staff.find(moreau)
  assert.ok(checked)
  const isGoodAfter = async (change: Statement | undefined) => {
    const rollBack = new Error("roll back")
    let isGood: boolean | undefined
    const transaction = app.database.transaction(async (tx) => {
      if (change) await tx.rows(change)
      isGood = await isStillGood(tx, checked)
      throw rollBack
    })
    await assert.rejects(transaction, rollBack)
    return isGood
  }
  assert.equal(await isGoodAfter(undefined), true)
  const disable = sql`update appauth.agent set disabled_at = ${app.clock.now()} where userid = ${moreau}`
  assert.equal(await isGoodAfter(disable), false)
  const replace = sql`update appauth.agent set password_hash = 'other' where userid = ${moreau}`
  assert.equal(await isGoodAfter(replace), false)
})

test("a staff member who is disabled or lacks the role serves no client", async () => {
  const served = (role?: StaffRole) => findServedClients(app.database, moreau, role)
  assert.deepEqual(await served("serve"), ["harbor"])
  await staff.setRoles(moreau, ["look"])
  assert.deepEqual([await served(), await served("serve")], [["harbor"], []])
  await staff.disable(moreau)
  assert.deepEqual(await served(), [])
  await giveBack()
})

test("an ended session keeps its end time when the account is disabled later", async () => {
  const browser = app.browser()
  await browser.signIn(supportHost, moreau)
  const at = app.clock.now()
  await browser.call(supportHost, "POST /appauth/logout", {})
  app.clock.advance({ minutes: 5 })
  await staff.disable(moreau)
  const [session] = await app.database.rows<{ endedAt: Date }>(
    sql`select ended_at from appauth.session where agent_userid = ${moreau} and created_at = ${at}`,
  )
  assert.deepEqual(session?.endedAt, at)
  await giveBack()
})

test("a refused change has no effect and no audit entry", async () => {
  const newStaff = {
    username: "nia.new",
    firstName: "Nia",
    lastName: "Newman",
    email: "nia@example.com",
    needsSecondFactor: false,
    password: "Quarry-Lamp-58",
  }
  const browser = app.browser()
  await actFor(browser, maria, moreau)
  const listed = await staff.list()
  const earlier = await record()
  const refused: [RegExp, () => Promise<void>][] = [
    [/^There is no client none, nil\.$/, () => staff.setClients(moreau, ["harbor", "none", "nil"])],
    [/^Name at least one client, or all\.$/, () => staff.setClients(moreau, [])],
    [/^There is no staff account nobody\.$/, () => staff.setClients("nobody", ["harbor"])],
    [/^There is no staff account nobody\.$/, () => staff.setRoles("nobody", ["look"])],
    [/^There is no staff account nobody\.$/, () => staff.needSecondFactor("nobody", true)],
    [/^The password needs 8 characters/, () => staff.setPassword(moreau, "short")],
    [/^There is no client none\.$/, () => staff.add({ ...newStaff, clients: ["none"] })],
    [/^Name at least one client, or all\.$/, () => staff.add({ ...newStaff, clients: [] })],
  ]
  for (const [message, work] of refused) await assert.rejects(work, { message })
  assert.deepEqual(await staff.list(), listed)
  assert.deepEqual(await record(), earlier)
  assert.ok(await isOpen(browser, supportHost))
  assert.ok(await isOpen(browser, host))
})
