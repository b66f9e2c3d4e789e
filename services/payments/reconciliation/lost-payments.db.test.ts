import assert from "node:assert/strict"
import { afterEach, beforeEach, test } from "node:test"
import { sql } from "#database/sql.ts"
import { earlier } from "#platform/time.ts"
import { createGateways } from "#ports/payment-gateway/port.ts"
import { cardPayment } from "#ports/payment-gateway/sample-requests.ts"
import type { Payment } from "../paying/payment-processing.ts"
import { client, paymentBy, startPaymentsTest } from "../payments-fixture.ts"

/** The installation that loses its database, with its gateway. */
let lost: Awaited<ReturnType<typeof startPaymentsTest>>
/** A database restored from a backup made before any payment, with the people of that time. */
let restored: typeof lost
let server: ReturnType<typeof lost.startProcess>

beforeEach(async () => {
  lost = await startPaymentsTest(7)
  restored = await startPaymentsTest(6)
  server = lost.startProcess()
})

afterEach(async () => {
  for (const one of [lost, restored]) await one.close()
})

const autoPay = { origin: "autoPay", key: "auto pay of March 1" } as const
const samples = ["visa.08-2031", "bank", "poor.08-2031", "visa.08-2031", "refunded.08-2031"]

function factsOf({ id, amount, confirmationNumber, origin, methodLabel, idempotencyKey }: Payment) {
  return { id, amount, confirmationNumber, origin, methodLabel, idempotencyKey }
}

test("BACKUP-05 payments since the backup are recorded from the gateway's charges, once and without a new charge", async () => {
  const requests = samples.map((sample, payer) =>
    paymentBy(payer, sample, payer === 3 ? autoPay : {}),
  )
  for (const request of requests) await server.submit(request)
  await server.idle()
  const made = await Promise.all(requests.map((_, payer) => lost.paymentOf(payer)))
  const charged = lost.sandbox.charges().length

  const process = restored.startProcess({ gateway: lost.gateway })
  const from = earlier(lost.clock.now(), { days: 1 })
  const first = await process.recordLost(from)
  assert.deepEqual([first.recorded, first.known, first.left], [samples.length, 0, []])
  const taken = made.filter(({ status }) => status !== "declined")
  assert.equal(
    first.amount,
    taken.reduce((sum, { amount }) => sum + amount, 0),
  )
  for (const [payer, before] of made.entries()) {
    const after = await restored.paymentOf(payer)
    assert.deepEqual(factsOf(after), factsOf(before))
    assert.equal(after.appliedAt === null, before.status === "declined")
    assert.deepEqual(await restored.billing(payer), await lost.billing(payer))
  }
  const again = await process.recordLost(from)
  assert.deepEqual([again.recorded, again.known, again.left], [0, samples.length, []])

  // A tab that repeats its request, or the same auto pay attempt, gets the original payment.
  for (const [payer, request] of requests.entries()) {
    assert.equal((await process.submit(request)).id, made[payer]?.id)
  }
  assert.equal(lost.sandbox.charges().length, charged)
  const entries = await restored.database.rows(
    sql`select 1 from audit.entry where client = ${client}`,
  )
  assert.ok(entries.length >= 2 * samples.length)
})

test("BACKUP-06 auto pay of a restored database charges nothing twice, even without any reconciliation", async () => {
  const request = paymentBy(3, "visa.08-2031", autoPay)
  await server.submit(request)
  await server.idle()
  const process = restored.startProcess({ gateway: lost.gateway })
  const charged = lost.sandbox.charges().length
  const payment = await process.submit(request)
  assert.deepEqual(factsOf(payment), factsOf(await lost.paymentOf(3)))
  await process.idle()
  assert.equal(lost.sandbox.charges().length, charged)
})

test("BACKUP-05 a charge that cannot be recorded is reported with its reason", async () => {
  const fromThen = lost.clock.now()
  const newcomer = await server.submit(paymentBy(6))
  const foreign = await lost.gateway.charge({
    ...cardPayment,
    ...{ key: "of another program", reference: "sample.visa.08-2031.1", amount: 1_500 },
  })
  const process = restored.startProcess({ gateway: lost.gateway })
  const { recorded, left } = await process.recordLost(fromThen)
  assert.equal(recorded, 0)
  assert.deepEqual(
    left.map(({ reference, why }) => [reference, why]),
    [
      [newcomer.gatewayReference, "the account system does not have its product"],
      [foreign.reference, "it was not charged by My Account, or by a version without memos"],
    ],
  )
})

test("ACCOUNTS-06 a charge in an account that is not the client's is not recorded, whatever its memo names", async () => {
  const fromThen = lost.clock.now()
  const { gatewayReference } = await server.submit(paymentBy(4))
  const elsewhere = { ...lost.gateway, name: "sandbox:acct_1" }
  const process = restored.startProcess({
    gateways: createGateways([lost.gateway, elsewhere], async () => lost.gateway.name),
  })
  const { left } = await process.recordLost(fromThen)
  assert.deepEqual(
    left.filter(({ reference }) => reference === gatewayReference).map(({ why }) => why),
    [`${client} has no payments by sandbox:acct_1`],
  )
})

test("BACKUP-05 a payment that was open at the backup is resolved from the gateway before later ones", async () => {
  const request = paymentBy(5, "visa.08-2031", { key: "open at the backup" })
  const dying = restored.startDying("before the charge")
  await dying.submit(request).catch(() => undefined)
  const open = await restored.paymentOf(5)
  assert.equal(open.status, "submitted")
  const at = lost.clock.now()
  await server.submit(request)
  await lost.bill(5)
  await restored.bill(5)
  await server.submit(paymentBy(5, "visa.08-2031", { key: "of the next bill" }))
  const process = restored.startProcess({ gateway: lost.gateway })
  const { recorded, known } = await process.recordLost(earlier(at, { minutes: 1 }))
  assert.deepEqual([recorded >= 1, known >= 1], [true, true])
  assert.deepEqual(await restored.billing(5), await lost.billing(5))
})
