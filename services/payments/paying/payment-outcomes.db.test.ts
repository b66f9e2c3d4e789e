import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import type { ChargeRequest, GatewayReport } from "#ports/payment-gateway/port.ts"
import { AccountSystemAway, type PolicyAdmin } from "#ports/policy-admin/port.ts"
import { auditLog } from "#testing/audit-trail.ts"
import { payerAccount, payerDue, payerPolicy } from "#testing/payers.ts"
import { client, paymentBy, startPaymentsTest } from "../payments-fixture.ts"

let at: Awaited<ReturnType<typeof startPaymentsTest>>
let server: ReturnType<typeof at.startProcess>

before(async () => {
  at = await startPaymentsTest(8)
  server = at.startProcess()
})

after(() => at.close())

/** A settled payment, and a function that sends a later gateway report about it. */
async function settled(payer: number) {
  const { id } = await server.submit(paymentBy(payer))
  const report = async (status: GatewayReport["status"], refundedAmount = 0) => {
    const reason = status === "disputeLost" ? "not_authorized" : ""
    const { gatewayReference: reference } = await at.payment(id)
    await server.report({ key: id, reference, status, reason, refundedAmount })
  }
  await report("settled")
  return { id, report }
}

test("the gateway's reference is stored with the payment", async () => {
  const { id } = await server.submit(paymentBy(0))
  const [charge] = at.charges(id)
  assert.ok(charge)
  assert.equal((await at.payment(id)).gatewayReference, charge.reference)
})

test("a charge names the client on the customer's statement, and its product in the description alone", async () => {
  const asked: ChargeRequest[] = []
  const gateway = {
    ...at.gateway,
    async charge(request: ChargeRequest) {
      asked.push(request)
      return await at.gateway.charge(request)
    },
  }
  const statementNameOf = async (of: string) => (of === client ? "Harbor Mutual" : "Another")
  const named = at.startProcess({ gateway, brands: { ...at.brands, statementNameOf } })
  await named.submit(paymentBy(7))
  assert.deepEqual(
    asked.map(({ statementName, description }) => [statementName, description.split(" ").at(-1)]),
    [["Harbor Mutual", payerPolicy(7)]],
  )
})

test("a report without our key finds the payment by either gateway reference", async () => {
  const { id } = await server.submit(paymentBy(6))
  const { gatewayReference: reference } = await at.payment(id)
  const told = { reason: "", refundedAmount: 0 } as const
  const chargeReference = "ch_of_payer_6"
  await server.report({ ...told, key: "", reference, chargeReference, status: "settled" })
  const settledPayment = await at.payment(id)
  assert.deepEqual(
    [settledPayment.status, settledPayment.chargeReference],
    ["settled", chargeReference],
  )
  await server.report({ ...told, key: "", reference: chargeReference, status: "inquiry" })
  const { status, gatewayReference } = await at.payment(id)
  assert.deepEqual([status, gatewayReference], ["inquiry", reference])
})

test("several partial refunds and a full one are recorded, and never make the amount due", async () => {
  const { id, report } = await settled(1)
  const charge = (await at.payment(id)).gatewayReference
  const makeAtGateway = (key: string, amount: number) => at.gateway.refund({ key, charge, amount })
  await makeAtGateway("at the gateway 1", 1_000)
  for (let copy = 0; copy < 2; copy += 1) await report("partlyRefunded", 1_000)
  await makeAtGateway("at the gateway 2", 1_500)
  await report("partlyRefunded", 2_500)
  assert.deepEqual(refundOf(await at.payment(id)), ["partlyRefunded", 2_500])
  await makeAtGateway("at the gateway 3", payerDue - 2_500)
  await report("refunded", payerDue)
  await report("partlyRefunded", 1_000)
  assert.deepEqual(refundOf(await at.payment(id)), ["refunded", payerDue])
  assert.equal(
    await at.timeline(id),
    "submitted accepted settled partlyRefunded partlyRefunded refunded",
  )
  const { amountDue, dueDate } = await at.billing(1)
  assert.deepEqual([amountDue, dueDate], [0, "2026-04-15"])
  const subjects = (await at.mailsTo(1)).map(({ subject }) => subject)
  assert.deepEqual(
    subjects.filter((subject) => subject.includes("refund")).toSorted(),
    ["$10.00", "$15.00", "$17.75"].map((amount) => `Your refund of ${amount} from Test`),
  )
  const actions = (await auditLog(at.database, client))
    .filter(({ accountNumber }) => accountNumber === "PAYER-1")
    .map(({ action }) => action)
  assert.equal(actions.filter((action) => action === "payment.refund").length, 3)
})

test("an inquiry, and a dispute that is won, leave the payment in place", async () => {
  const { id, report } = await settled(2)
  for (const status of ["inquiry", "disputed", "inquiry", "disputeWon", "disputed"] as const) {
    await report(status)
    assert.equal((await at.billing(2)).amountDue, 0, status)
  }
  assert.equal(await at.timeline(id), "submitted accepted settled inquiry disputed disputeWon")
  assert.equal((await at.payment(id)).reversedAt, null)
})

test("RECONCILE-09 a dispute that opens after a won one or a closed inquiry is recorded, an old report is not", async () => {
  const { id } = await settled(3)
  const { gatewayReference: reference, amount } = await at.payment(id)
  const told = { key: id, reference, reason: "", refundedAmount: 0 } as const
  let now: GatewayReport["status"] = "disputeWon"
  const lookUp = async () => ({ ...told, amount, status: now })
  const { report } = at.startProcess({ gateway: { ...at.gateway, lookUp } })
  for (const status of ["disputeWon", "disputed", "inquiry"] as const) {
    await report({ ...told, status })
  }
  for (const status of ["inquiry", "disputeWon", "disputed"] as const) {
    now = status
    for (let copy = 0; copy < 2; copy += 1) await report({ ...told, status })
  }
  assert.equal(
    await at.timeline(id),
    "submitted accepted settled disputeWon inquiry disputeWon disputed",
  )
  assert.equal((await at.billing(3)).amountDue, 0)
})

test("a lost dispute makes the amount due again, once, and the customer is notified", async () => {
  const { id, report } = await settled(4)
  await report("disputed")
  for (let copy = 0; copy < 2; copy += 1) await report("disputeLost")
  const { status, reason, reversedAt } = await at.payment(id)
  assert.deepEqual([status, reason], ["disputeLost", "not_authorized"])
  assert.ok(reversedAt)
  const billing = await at.billing(4)
  assert.deepEqual([billing.amountDue, billing.dueDate], [payerDue, "2026-03-15"])
  const subjects = (await at.mailsTo(4)).map(({ subject }) => subject)
  assert.deepEqual(subjects.slice(1), ["Your payment to Test was taken back"])
})

test("the account system receives the client's day of the return, however late it is posted", async () => {
  let isAway = true
  const policyAdmin: PolicyAdmin = {
    ...at.policyAdmin,
    async returnPayment(...call) {
      if (isAway) throw new AccountSystemAway("away")
      await at.policyAdmin.returnPayment(...call)
    },
  }
  const other = at.startProcess({ policyAdmin })
  const { id } = await other.submit(paymentBy(5))
  const evening = Temporal.Instant.from("2026-03-10T01:00:00Z")
  const now = Temporal.Instant.fromEpochMilliseconds(at.clock.now().getTime())
  at.clock.advance(now.until(evening, { largestUnit: "seconds" }))
  const report = { key: id, reference: "pi_1", reason: "other", refundedAmount: 0 } as const
  await other.report({ ...report, status: "returned" })
  assert.equal((await at.payment(id)).reversedAt, null)
  isAway = false
  at.clock.advance({ days: 2 })
  await at.resolve()
  assert.ok((await at.payment(id)).reversedAt)
  const entries = await at.policyAdmin.entries(client, payerAccount(5), payerPolicy(5))
  const returns = entries.filter(({ kind }) => kind === "return")
  assert.deepEqual(
    returns.map(({ on }) => on),
    ["2026-03-09"],
  )
})

function refundOf({ status, refunded }: { status: string; refunded: number }) {
  return [status, refunded]
}
