import assert from "node:assert/strict"
import { afterEach, test } from "node:test"
import { sql } from "#database/sql.ts"
import { createEmbeddedPolicyAdmin } from "#ports/policy-admin/embedded/embedded.ts"
import { connectedForTest, servedForTest } from "#ports/policy-admin/http/serve-fixture.ts"
import type { PolicyAdmin } from "#ports/policy-admin/port.ts"
import { startTestApp } from "#testing/app.ts"
import { auditLog } from "#testing/audit-trail.ts"
import { customerOf } from "#testing/customer.ts"
import { monthlyByCard, policyNumber, siobhanAtAutoPay } from "./auto-pay-fixture.ts"

// Covers a server that stalls between reading an open change and sending it, while another server
// makes that change and the customer makes further ones.

const ended = { frequencyCode: "M", paymentMethodRecordId: null }
const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

/** The first billing change of one server starts, and is sent when the test ends the stall. */
function createStalling() {
  const ended = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  let isFirst = true
  return {
    begun: begun.promise,
    end: ended.resolve,
    over: (policyAdmin: PolicyAdmin): PolicyAdmin => ({
      ...policyAdmin,
      async changeBilling(change) {
        if (isFirst) {
          isFirst = false
          begun.resolve()
          await ended.promise
        }
        return await policyAdmin.changeBilling(change)
      },
    }),
  }
}
type Stalling = ReturnType<typeof createStalling>

for (const by of ["embedded", "over HTTP"]) {
  for (const [what, first, then] of [
    ["start", monthlyByCard, ended],
    ["end", ended, monthlyByCard],
  ] as const) {
    test(`CONTRACT-02 the ${what} of auto pay that a stalled server sends late (${by}) is not made again after another change`, async () => {
      let address = ""
      let stalling: Stalling | undefined
      const app = await startTestApp({
        async env(database) {
          const served = await servedForTest(createEmbeddedPolicyAdmin(database))
          closing.push(served.close)
          address = served.url
          return {}
        },
        policyAdmin(database) {
          const own =
            by === "embedded" ? createEmbeddedPolicyAdmin(database) : connectedForTest(address)
          return stalling?.over(own) ?? own
        },
      })
      closing.push(app.close)
      const at = await siobhanAtAutoPay(app)
      await at.restore()
      if (what === "end") {
        const { body } = await at.agreed(monthlyByCard)
        assert.equal((await at.put(body)).status, 200)
      }
      stalling = createStalling()
      const stalled = await app.startBeside()
      closing.push(stalled.close)
      const there = await customerOf(stalled, "siobhan.obrien", "harbor")
      const { body } = await at.agreed(first)
      const late = at.put(body, there)
      await stalling.begun
      app.clock.advance({ minutes: 2 })
      await app.settle()
      const here = await customerOf(app, "siobhan.obrien", "harbor")
      const next = await at.agreed(then)
      const made = await at.put(next.body, here)
      assert.equal(made.status, 200, made.text)
      stalling.end()
      await late
      const [billing] = await app.database.rows(
        sql`select payment_method_record_id from policy_admin.billing
          where client = 'harbor' and policy_number = ${policyNumber}`,
      )
      assert.deepEqual(billing, { paymentMethodRecordId: then.paymentMethodRecordId })
      const open = await app.database.rows(
        sql`select state from myaccount_core.auto_pay_change
          where policy_number = ${policyNumber} and state <> 'made'`,
      )
      assert.deepEqual(open, [])
      const entries = (await auditLog(app.database, "harbor")).filter(
        ({ action }) => action === "autoPay.change",
      )
      assert.equal(entries.length, what === "end" ? 3 : 2, "each change has one entry")
    })
  }
}
