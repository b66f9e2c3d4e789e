// @prove-also models

import assert from "node:assert/strict"
import { test } from "node:test"
import { ApiError } from "#contracts/messages.ts"
import { GatewayAway, GatewaySilent, type PaymentGateway } from "#ports/payment-gateway/port.ts"
import { AccountSystemAway, type PolicyAdmin } from "#ports/policy-admin/port.ts"
import { isFullSize, modelSeeds } from "#testing/model-seeds.ts"
import { payerAccount, payerDue } from "#testing/payers.ts"
import { createRandom } from "#testing/random.ts"
import { client, paymentBy, startPaymentsTest } from "../payments-fixture.ts"
import { isConfirmed, isTakenBack, isUndecided } from "./state-machine.ts"

const people = 6
const rounds = isFullSize ? 48 : 16
const callsARound = 10
const samples = ["visa", "visa", "visa", "bank", "poor", "declined", "twice", "disputed"].concat([
  "refunded",
  "partly",
  "dispute-won",
  "dispute-lost",
])

for (const seed of modelSeeds()) {
  test(`with any failure at any time, both systems agree about every cent (seed ${seed})`, async (t) => {
    const at = await startPaymentsTest(people)
    t.after(() => at.close())
    t.diagnostic(await everyCentIsInBothBooks(at, seed))
  })
}

/** Returns the attempted operations, and how the payments ended. */
async function everyCentIsInBothBooks(
  at: Awaited<ReturnType<typeof startPaymentsTest>>,
  seed: number,
): Promise<string> {
  const random = createRandom(seed)
  let faultsIn = 4

  /** Fails before the work, after it without an answer, or not at all. */
  async function faulty<Result>(work: () => Promise<Result>, away: Error, lost: Error) {
    const fate = faultsIn === 0 ? -1 : random.below(faultsIn)
    if (fate === 0) throw away
    const result = await work()
    if (fate === 1) throw lost
    return result
  }
  const gateway: PaymentGateway = {
    ...at.gateway,
    charge: (charge) =>
      faulty(() => at.gateway.charge(charge), new GatewayAway("away"), new GatewaySilent("lost")),
    find: (charge) =>
      faulty(() => at.gateway.find(charge), new GatewayAway("away"), new GatewaySilent("lost")),
    cancel: (charge) =>
      faulty(() => at.gateway.cancel(charge), new GatewayAway("away"), new GatewaySilent("lost")),
  }
  const gone = () => new AccountSystemAway("away")
  const policyAdmin: PolicyAdmin = {
    ...at.policyAdmin,
    applyPayment: (payment) => faulty(() => at.policyAdmin.applyPayment(payment), gone(), gone()),
    returnPayment: (...of) => faulty(() => at.policyAdmin.returnPayment(...of), gone(), gone()),
  }
  const servers = [0, 1, 2].map(() => at.startProcess({ gateway, policyAdmin }))

  /** Number of bills of each person, including the loaded one. */
  const billed = new Map<number, number>(Array.from({ length: people }, (_, n) => [n, 1]))
  const keys: [number, string, string][] = []
  const told: { id: string; status: string }[] = []

  async function pay() {
    // A new intention, or an earlier one again.
    const before = keys.length > 0 && random.below(3) === 0 ? random.pick(keys) : undefined
    const payer = random.below(people)
    const [who, sample, key] = before ?? [payer, random.pick(samples), `key-${keys.length}`]
    if (!before) keys.push([who, sample, key])
    const { amountDue, pastDueAmount, billingCredit } = await at.billing(who)
    const due = amountDue + pastDueAmount - billingCredit
    const amount = due > 0 ? due : payerDue
    try {
      const payment = await random
        .pick(servers)
        .submit(
          paymentBy(who, sample.startsWith("bank") ? sample : `${sample}.08-2031`, { key, amount }),
        )
      told.push({ id: payment.id, status: payment.status })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
  }

  async function bill() {
    const payer = random.below(people)
    billed.set(payer, (billed.get(payer) ?? 0) + 1)
    await at.bill(payer)
  }

  async function hear() {
    for (const { amount: _, ...report } of at.sandbox.charges()) {
      if (["accepted", "pending", "declined"].includes(report.status)) continue
      // Some reports do not arrive, and some arrive twice.
      for (let copy = random.below(3); copy > 0; copy -= 1) {
        await random.pick(servers).report(report)
      }
    }
  }

  for (let round = 0; round < rounds; round += 1) {
    await Promise.all(
      Array.from({ length: callsARound }, () => (random.below(4) === 0 ? bill() : pay())),
    )
    if (random.below(2) === 0) await at.resolve(...servers)
    if (random.below(4) === 0) at.clock.advance({ hours: 20 * random.below(4) })
    if (random.below(4) === 0) await hear()
  }
  faultsIn = 0
  for (let n = 0; n < 4; n += 1) await at.resolve(...servers)

  const charges = new Map(at.sandbox.charges().map((charge) => [charge.key, charge]))
  const tally: Record<string, number> = {}
  for (let payer = 0; payer < people; payer += 1) {
    const history = await servers[0]?.history(client, payerAccount(payer))
    let owed = (billed.get(payer) ?? 0) * payerDue
    for (const { payment } of history ?? []) {
      tally[payment.status] = (tally[payment.status] ?? 0) + 1
      assert.ok(!isUndecided(payment.status), "nothing is left undecided")
      const charge = charges.get(payment.id)
      const isCharged = charge !== undefined && charge.status !== "declined"
      assert.equal(isConfirmed(payment.status), isCharged, payment.id)
      if (isCharged) assert.equal(charge.amount, payment.amount)
      assert.equal(payment.appliedAt !== null, isCharged)
      assert.equal(payment.reversedAt !== null, isTakenBack(payment.status))
      if (isCharged && !isTakenBack(payment.status)) owed -= payment.amount
      charges.delete(payment.id)
    }
    const { amountDue, pastDueAmount, adjustment, billingCredit } = await at.billing(payer)
    assert.equal(amountDue + pastDueAmount - adjustment - billingCredit, owed, `payer ${payer}`)
  }
  assert.deepEqual([...charges.values()], [], "the gateway charged nothing that we know nothing of")
  for (const { id, status } of told) {
    const { status: now } = await at.payment(id)
    if (status === "declined") assert.equal(now, "declined", "what was told stays true")
    if (isConfirmed(status as typeof now)) assert.ok(isConfirmed(now), "what was told stays true")
  }
  return `${keys.length} intentions: ${JSON.stringify(tally)}`
}
