import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { sql } from "#database/sql.ts"
import { createRateLimits } from "#platform/rate-limits/rate-limits.ts"
import type { Site } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { auditLog } from "#testing/audit-trail.ts"
import { testSecrets } from "#testing/secret-key.ts"
import { supportHost, wayToActFor } from "#testing/staff.ts"
import { said, signInTwoStaff, type TwoStaffMembers } from "#testing/two-staff-members.ts"
import { createStaffLimits } from "./staff-limits.ts"

const alertsTo = "security@my-account.localhost"

let app: TestApp
let staff: TwoStaffMembers

before(async () => {
  app = await startTestApp()
  staff = await signInTwoStaff(app)
})

after(() => app.close())

async function search(browser = staff.kim) {
  const query = { searchType: "username", value: "maria.santos" }
  const key = "GET /myaccount-core/agent/clients"
  return await browser.call(supportHost, key, undefined, { query })
}

async function alertsOf(what: string): Promise<number> {
  return (await auditLog(app.database, "support")).filter(
    ({ action, after }) => action === "staff.limit" && after?.in24Hours?.includes(what),
  ).length
}

test("LIMIT-09 a staff member can search 300 times in 24 hours; beyond 240 the operator gets one email", async () => {
  await staff.later({ hours: 1 })
  for (let n = 1; n <= 300; n += 1) {
    if (n % 150 === 0) await staff.later({ hours: 2 })
    const { status, text } = await search()
    assert.equal(status, 200, text)
    if (n === 240) assert.equal(await alertsOf("searches"), 0)
  }
  assert.equal(await alertsOf("searches"), 1)
  const alert = await app.readMail(alertsTo, "searches")
  assert.match(alert.text, /agent\.kim had made more than 240 searches within 24 hours/)
  await staff.later({ hours: 2 })
  const refused = await search()
  assert.equal(refused.status, 429)
  assert.deepEqual(refused.messageIds, ["agent.tooManyToday"])
  assert.equal((await search(staff.moreau)).status, 200, "a colleague's count is their own")
  await staff.later({ hours: 24 })
  assert.equal((await search()).status, 200, "the window slides")
})

test("LIMIT-09 in any hour a staff member can search 200 times and act 60 times", async () => {
  const rateLimits = createRateLimits({ ...app, secrets: testSecrets })
  const limits = createStaffLimits({ ...app, rateLimits } as unknown as Deps)
  const call = { site: {} as Site, session: { staffUserid: "agent.hourly" }, ip: "192.0.2.7" }
  const refused = { message: "agent.tooMany" }
  for (const [consume, most] of [
    [limits.consumeSearch, 200],
    [limits.consumeTry, 60],
  ] as const) {
    for (let n = 0; n < most; n += 1) await consume(call)
    await assert.rejects(consume(call), refused)
    await staff.later({ minutes: 59, seconds: 59 })
    await assert.rejects(consume(call), refused)
    await staff.later({ seconds: 1 })
    await consume(call)
  }
})

test("LIMIT-13 refused tries do not count in the customer's limit, and the message names that limit", async () => {
  await staff.later({ hours: 25 })
  const give = async (amount: string) => {
    const body = {
      ...{ customerClient: "harbor", accountNumber: "HM2073350", policyNumber: "4003120956" },
      ...{ kind: "credit", billNumber: null, amount, reason: "Goodwill" },
    }
    const options = { headers: { "idempotency-key": crypto.randomUUID() } }
    return await staff.moreau.call(
      supportHost,
      "POST /myaccount-core/agent/corrections",
      body,
      options,
    )
  }
  for (let n = 0; n < 12; n += 1) {
    assert.deepEqual((await give("99999.00")).messageIds, ["correction.creditTooMuch"])
  }
  for (let n = 0; n < 10; n += 1) assert.equal((await give("0.01")).status, 200)
  const refused = await give("0.01")
  assert.deepEqual([refused.status, refused.messageIds], [429, ["agent.tooManyForCustomer"]])
  assert.match(refused.text, /10 changes for this customer within an hour/)
})

test("LIMIT-13 refused resets do not count in the customer's limit", async () => {
  await staff.later({ hours: 25 })
  const [closed] = await app.database.rows<{ userid: string }>(
    sql`update appauth.user_account set reactivate = true
      where userid = 'maria.santos_harbor' returning userid`,
  )
  const userid = closed?.userid ?? ""
  for (let n = 0; n < 12; n += 1)
    assert.deepEqual(said(await staff.reset(userid)), ["agent.reactivate"])
  await app.database.rows(
    sql`update appauth.user_account set reactivate = false where userid = ${userid}`,
  )
  for (let n = 0; n < 10; n += 1)
    assert.deepEqual(said(await staff.reset(userid)), ["agent.resetSent"])
  assert.deepEqual(said(await staff.reset(userid)), ["agent.tooManyForCustomer"])
})

test("LIMIT-13 requests for dual approval and decisions count in the customer's limit", async () => {
  const userid = "robert.chen_harbor"
  await staff.changeEmail(userid, "robert.other@example.com")
  await staff.later({ hours: 25 })
  for (let n = 0; n < 5; n += 1) {
    assert.deepEqual(said(await staff.reset(userid)), ["agent.approvalAsked"])
    const [asked] = await staff.waiting(staff.moreau)
    const decided = await staff.decide(staff.moreau, asked?.id ?? "", "refuse")
    assert.deepEqual(said(decided), ["agent.refused"])
  }
  assert.deepEqual(said(await staff.reset(userid)), ["agent.tooManyForCustomer"])
})

test("LIMIT-09 a staff member can act 150 times in 24 hours, with any mix of actions", async () => {
  const people = await app.database.rows<{ userid: string }>(
    sql`select userid from appauth.user_account where client = 'harbor' and not reactivate
      order by userid`,
  )
  const act = async (n: number) => {
    const { userid = "" } = people[n % people.length] ?? {}
    if (n % 2 === 0) return await wayToActFor(staff.kim, userid)
    const answer = await staff.reset(userid)
    assert.notEqual(answer.status, 429, answer.text)
    return answer
  }
  // So that the actions of earlier tests no longer count.
  await staff.later({ hours: 24 })
  for (let n = 1; n <= 150; n += 1) {
    if (n % 30 === 1) await staff.later({ hours: 1 })
    await act(n)
  }
  const alert = await app.readMail(alertsTo, "actions")
  assert.match(alert.text, /agent\.kim had made more than 120 actions/)
  assert.equal(await alertsOf("actions"), 1)
  await staff.later({ hours: 2 })
  assert.deepEqual(said(await staff.reset("maria.santos_harbor")), ["agent.tooManyToday"])
})
