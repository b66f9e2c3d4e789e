import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { type Endpoint, isStaffCallRole } from "#contracts/endpoint.ts"
import { endpoints } from "#contracts/endpoints.ts"
import type { Message } from "#contracts/messages.ts"
import { sql } from "#database/sql.ts"
import { type AccountSystem, createAccountSystem } from "#testing/account-system.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { giveRoles } from "#testing/staff-roles.store.ts"
import { callOf, type Key, send } from "./calls-fixture.ts"
import {
  awaken,
  customerAt,
  type Person,
  payerOf,
  type Subject,
  staffFor,
  staffOf,
} from "./people-fixture.ts"
import { table } from "./table.expected.ts"

const rows = Object.entries(endpoints) as [Key, Endpoint][]
const harbor = "harbor.localhost"

let app: TestApp
let accountSystem: AccountSystem
let maria: Person
let acting: Person
let moreau: Person
let subject: Subject

before(async () => {
  app = await startTestApp({
    env: { LOG_LEVEL: "silent" },
    policyAdmin(database) {
      accountSystem = createAccountSystem(database)
      return accountSystem.policyAdmin
    },
  })
  maria = customerAt(app, harbor, "maria.santos")
  acting = staffFor(app, harbor, "maria.santos_harbor", "agent.moreau")
  moreau = staffOf(app, "agent.moreau")
  subject = await payerOf(app, maria, "harbor")
  await giveRoles(app.database, "agent.moreau")
})

after(() => app.close())

const alone = "asks nothing of the account system"
const later = "is recorded, and posted once the account system is back"

/**
 * Calls that work while the account system is unavailable, with the reason. A read that asks
 * nothing of it works, too.
 */
const works: Partial<Record<Key, string>> = {
  "GET /myaccount-core/agent/status": "reports that the account system is unavailable",
  "GET /myaccount-core/payNow": "states the outcome, and leaves out the coverage",
  "POST /myaccount-core/agent/refunds": later,
  "POST /myaccount-core/agent/refunds/{id}": later,
  "DELETE /myaccount-core/agent/refunds/{id}": alone,
  "POST /myaccount-core/paymentGateway/failure": alone,
  "POST /myaccount-core/agent/reversals": later,
  "DELETE /myaccount-core/agent/corrections/{id}": alone,
  "DELETE /myaccount-core/profile/email": alone,
  "POST /myaccount-core/paymentGateway/bankSession": alone,
  "POST /myaccount-core/paymentMethod/check": alone,
  "POST /myaccount-core/payNow/authentication": alone,
}

test("KEPT-02 only calls that change nothing of the account may show cached data", () => {
  const opens = ["staff.search", "staff.open", "staff.impersonate", "staff.act"]
  for (const [key, { mayShowCachedData, proof, idempotencyKey }] of rows) {
    if (!mayShowCachedData) continue
    const { leaves, byStaff = [] } = table[key]
    assert.deepEqual(
      [...leaves, ...byStaff].filter((action) => !opens.includes(action)),
      [],
      key,
    )
    assert.ok(!proof && !idempotencyKey, key)
  }
})

for (const [key, row] of rows) {
  if (table[key].role === "anonymous" || !key.includes(" /myaccount-core/")) continue
  const title = row.mayShowCachedData
    ? `KEPT-01 shows the last good data, and their age: ${key}`
    : `KEPT-02 changes nothing while the account system is away: ${key}`
  test(title, async () => {
    for (const who of isStaffCallRole(row.role) ? [moreau] : [maria, acting]) {
      if (row.role !== "customer-or-staff" && who === acting) continue
      accountSystem.comeBack()
      await awaken(who)
      const call = await callOf(app, key, who, subject)
      if (row.mayShowCachedData) {
        const live = await send(who, key, call)
        assert.equal(live.status, 200, live.text)
        assert.equal(live.headers["x-kept-at"], undefined)
        await app.settle()
        accountSystem.goAway()
        const asked = accountSystem.calls.length
        const shown = await send(who, key, call)
        assert.equal(shown.status, 200, shown.text)
        const isAsked = accountSystem.calls.length > asked
        const at = shown.headers["x-kept-at"]
        assert.equal(at, isAsked ? app.clock.now().toISOString() : undefined)
        continue
      }
      accountSystem.goAway()
      const before = await moneyAndChanges()
      const asked = accountSystem.calls.length
      const answer = await send(who, key, call)
      assert.equal(answer.headers["x-kept-at"], undefined)
      const isAway = answer.status === 503 && answer.text.includes("accountSystem.away")
      const isAsked = accountSystem.calls.length > asked
      const isRead = key.startsWith("GET ")
      assert.equal(isAway, works[key] === undefined && (isAsked || !isRead), answer.text)
      if (!isAway && !isRead) continue
      assert.deepEqual(await moneyAndChanges(), before)
      if (!isAway) continue
      const ids = JSON.parse(answer.text).data.messages.map(({ messageId }: Message) => messageId)
      assert.deepEqual(ids, ["accountSystem.away", ...(row.whenAway ? [row.whenAway] : [])])
    }
  })
}

/** Counts the rows that must not change while the account system is unavailable. */
async function moneyAndChanges() {
  const [rows] = await app.database.rows(
    sql`select (select count(*) from myaccount_core.payment) as payments,
      (select count(*) from myaccount_core.refund) as refunds,
      (select count(*) from myaccount_core.correction) as corrections,
      (select count(*) from myaccount_core.contact_change) as contact_changes,
      (select count(*) from myaccount_core.auto_pay_change) as auto_pay_changes,
      (select count(*) from myaccount_core.auto_pay_skip) as skips,
      (select count(*) from myaccount_core.payment_method where deleted_at is null) as methods`,
  )
  return { ...rows, charges: app.gateway.charges().length }
}
