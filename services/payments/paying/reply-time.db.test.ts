import assert from "node:assert/strict"
import { afterEach, beforeEach, type TestContext, test } from "node:test"
import { sql } from "#database/sql.ts"
import type { PaymentGateway } from "#ports/payment-gateway/port.ts"
import { AccountSystemAway, type PolicyAdmin } from "#ports/policy-admin/port.ts"
import { paymentBy, startPaymentsTest } from "../payments-fixture.ts"
import { readSeconds, replySeconds } from "./reply-time.ts"

let at: Awaited<ReturnType<typeof startPaymentsTest>>
beforeEach(async () => {
  at = await startPaymentsTest(1)
})
afterEach(() => at.close())

/** A gate that blocks a call: `reached` resolves once the call arrives. */
function gate() {
  const [reached, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  return {
    reached: reached.promise,
    open: opened.resolve,
    async pass() {
      reached.resolve()
      await opened.promise
    },
  }
}

/** The account system with its recorded calls, and with gates for some functions. */
function gated(gates: Partial<Record<"account" | "openBills" | "applyPayment" | "person", Gate>>) {
  const calls: string[] = []
  const wrapped = Object.entries(at.policyAdmin).map(([name, work]) => [
    name,
    typeof work !== "function"
      ? work
      : async (...values: never[]) => {
          calls.push(name)
          await gates[name as keyof typeof gates]?.pass()
          return await (work as (...of: never[]) => unknown)(...values)
        },
  ])
  return { calls, policyAdmin: Object.fromEntries(wrapped) as PolicyAdmin }
}
type Gate = ReturnType<typeof gate>

/** Virtual time: seconds pass only by `tick`. */
function virtualTime(t: TestContext) {
  t.mock.timers.enable({ apis: ["setTimeout"] })
  return (seconds: number) => {
    at.clock.advance({ seconds })
    t.mock.timers.tick(seconds * 1_000)
  }
}

async function stored(): Promise<number> {
  return (await at.database.rows(sql`select 1 from myaccount_core.payment`)).length
}

test("PAYNOW-13 the payer waits neither for the posting nor for the receipt, and both follow", async () => {
  const gates = { applyPayment: gate(), person: gate() }
  const { calls, policyAdmin } = gated(gates)
  const process = at.startProcess({ policyAdmin })
  const paid = await process.submitAlone(paymentBy(0))
  assert.equal(paid.status, "accepted")
  assert.match(paid.confirmationNumber ?? "", /^\w{8}$/)
  await gates.applyPayment.reached
  assert.deepEqual(calls, ["account", "openBills", "entries", "applyPayment"])
  assert.deepEqual([paid.appliedAt, await at.mailsTo(0)], [null, []])
  // A second payment in the meantime is rejected.
  await assert.rejects(process.submitAlone(paymentBy(0, "visa.08-2031", { key: "again" })), {
    messageId: "payment.alreadyOpen",
  })
  const repeated = await process.submitAlone(paymentBy(0))
  assert.deepEqual([repeated.id, repeated.appliedAt], [paid.id, null])
  gates.applyPayment.open()
  await gates.person.reached
  gates.person.open()
  await process.idle()
  assert.notEqual((await at.payment(paid.id)).appliedAt, null)
  assert.equal((await at.mailsTo(0)).length, 1)
  assert.equal((await at.billing(0)).amountDue, 0)
  assert.equal(at.charges(paid.id).length, 1)
})

test("PAYNOW-13 reads that are too slow end the payment before anything is stored, even if they complete late", async (t) => {
  const gates = { account: gate() }
  const { policyAdmin } = gated(gates)
  const process = at.startProcess({ policyAdmin })
  const pass = virtualTime(t)
  const refused = assert.rejects(process.submitAlone(paymentBy(0)), AccountSystemAway)
  await gates.account.reached
  pass(readSeconds)
  await refused
  gates.account.open()
  await process.idle()
  assert.deepEqual([await stored(), at.sandbox.charges()], [0, []])
  const paid = await process.submitAlone(paymentBy(0))
  assert.equal(paid.status, "accepted", "the same request can be made again")
})

test("PAYNOW-13 all reads and calls before the charge share one time limit", async (t) => {
  const gates = { openBills: gate() }
  const prepared = gate()
  const { policyAdmin } = gated(gates)
  const process = at.startProcess({ policyAdmin })
  const pass = virtualTime(t)
  const request = paymentBy(0, "visa.08-2031", {
    async prepare() {
      await prepared.pass()
      return undefined
    },
  })
  const refused = assert.rejects(process.submitAlone(request), AccountSystemAway)
  await gates.openBills.reached
  pass(readSeconds - 1)
  gates.openBills.open()
  await prepared.reached
  pass(1)
  await refused
  prepared.open()
  await process.idle()
  assert.deepEqual([await stored(), at.sandbox.charges()], [0, []])
})

test("PAYNOW-13 slow reads and a slow charge are answered within the customer's time limit, and the customer gets an email", async (t) => {
  const [reads, charge] = [gate(), gate()]
  const { policyAdmin } = gated({ account: reads })
  const gateway: PaymentGateway = {
    ...at.gateway,
    async charge(request) {
      await charge.pass()
      return await at.gateway.charge(request)
    },
  }
  const process = at.startProcess({ policyAdmin, gateway })
  const pass = virtualTime(t)
  const answer = process.submitAlone(paymentBy(0))
  await reads.reached
  pass(readSeconds - 1)
  reads.open()
  await charge.reached
  pass(replySeconds - readSeconds + 1)
  const undecided = await answer
  assert.deepEqual([undecided.status, undecided.confirmationNumber], ["submitted", null])
  at.clock.advance({ seconds: 1 })
  await at.database.rows(sql`update policy_admin.person set is_email_subscribed = false`)
  charge.open()
  t.mock.timers.reset()
  await process.idle()
  assert.equal((await at.payment(undecided.id)).status, "accepted")
  assert.equal((await at.mailsTo(0)).length, 1, "also to one who unsubscribed: they may have left")
})
