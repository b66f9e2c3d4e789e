import assert from "node:assert/strict"
import { test } from "node:test"
import { centsOf } from "#contracts/money.ts"
import { modelSeeds } from "#testing/model-seeds.ts"
import { payerDue } from "#testing/payers.ts"
import { createRandom } from "#testing/random.ts"
import { client, paymentBy, startPaymentsTest } from "../payments-fixture.ts"
import { type ClientLedger, ledgerOf } from "./ledger.ts"
import { ledgerCsv } from "./ledger-csv.ts"
import { netOf } from "./ledger-sums.ts"

const samples = [
  "visa.08-2031",
  "refunded.08-2031",
  "partly.08-2031",
  "inquiry.08-2031",
  "dispute-lost.08-2031",
  "dispute-won.08-2031",
  "disputed.08-2031",
  "declined.08-2031",
  "hushed.08-2031",
  "bank",
  "bank-poor",
  "bank-disputed",
]
const staff = { staffUserid: "agent.osei", ip: "192.0.2.7", subjectUserid: null }

async function start(payers: number) {
  const at = await startPaymentsTest(payers)
  const server = at.startProcess()
  const refund = async (payer: number, amount: number) => {
    const asked = { amount, reason: "Goodwill", reopens: false, key: `${payer} ${amount}` }
    await server.refunds.request(await at.paymentOf(payer), asked, staff).catch(() => undefined)
  }
  const ledger = async (from: string, to: string) =>
    await ledgerOf(at, { client, from, to, isForOperator: true })
  return { at, server, refund, ledger }
}

test("LEDGER-03 a payment that was partially refunded before it settled is unsettled in full", async () => {
  const { at, refund, server, ledger } = await start(1)
  try {
    await server.submit(paymentBy(0))
    await at.resolve()
    await refund(0, 1_500)
    at.clock.advance({ hours: 3 })
    await server.sweep()
    const { totals, unsettled, settlement, differences } = await ledger("2026-03-01", "2026-03-31")
    assert.deepEqual(totals.refunds, { count: 1, amount: 1_500 })
    assert.deepEqual(unsettled, [{ method: "card", count: 1, amount: payerDue }])
    assert.equal(settlement.givenBack, 1_500)
    assert.deepEqual(differences, [])
  } finally {
    await at.close()
  }
})

for (const seed of modelSeeds()) {
  test(`LEDGER-03 the steps of the reconciliation guide hold as equations after any events (seed ${seed})`, async () => {
    const random = createRandom(seed)
    const count = 20
    const { at, server, refund, ledger } = await start(count)
    try {
      for (let payer = 0; payer < count; payer += 1) {
        await server.submit(paymentBy(payer, random.pick(samples)))
        if (random.below(3) === 0) await refund(random.below(payer + 1), 500 + random.below(2_000))
        at.clock.advance({ hours: random.below(20) })
        await at.resolve()
        if (random.below(3) === 0) await server.sweep()
      }
      const today = at.clock.now().toISOString().slice(0, 10)
      const days = (day: string, plus: number) =>
        Temporal.PlainDate.from(day).add({ days: plus }).toString()
      for (let period = 0; period < 12; period += 1) {
        const from = days(today, -random.below(16))
        checkSteps(await ledger(from, days(from, random.below(10))))
      }
      for (let sweep = 0; sweep < 8; sweep += 1) {
        at.clock.advance({ days: 4 })
        await at.resolve()
        await server.sweep()
      }
      const whole = await ledger("2026-02-01", "2026-12-31")
      checkSteps(whole)
      const { totals, settlement, differences } = whole
      // The sandbox's banks return the whole charge, even if a part was refunded before.
      const more = differences.reduce((sum, one) => sum + (one.ours ?? 0) - (one.theirs ?? 0), 0)
      const settledNet = totals.settled.amount - settlement.givenBack
      assert.equal(netOf(totals), settledNet + settlement.unsettledAtEnd + more)
    } finally {
      await at.close()
    }
  })
}

/**
 * Checks steps 2 and 3 of the reconciliation guide in docs/ledger.md, and step 3 from the CSV
 * alone.
 */
function checkSteps(ledger: ClientLedger): void {
  const { from, to, totals, settlement, notPaidOut, payouts } = ledger
  const { unsettledAtStart, unsettledAtEnd, takenBackUnsettled, notAccepted } = settlement
  const paidOut = payouts.reduce((sum, { net }) => sum + net, 0)
  assert.equal(
    paidOut + notPaidOut.amount - settlement.notPaidOutAtStart,
    totals.settled.amount - settlement.givenBack - totals.fees,
    `payouts of ${from} to ${to}`,
  )
  assert.equal(
    totals.payments.amount + unsettledAtStart - unsettledAtEnd - takenBackUnsettled + notAccepted,
    totals.settled.amount,
    `payments of ${from} to ${to}`,
  )
  const inCsv = sumsOf(ledgerCsv(ledger))
  assert.equal(
    inCsv("payment") +
      inCsv("unsettled at the start") -
      inCsv("unsettled") +
      inCsv("taken back without having settled") +
      inCsv("settled and not accepted"),
    inCsv("settled"),
    `CSV of ${from} to ${to}`,
  )
}

/** Sums the lines of each type, in cents. No product name in these tests contains a comma. */
function sumsOf(csv: string) {
  const lines = csv.split("\r\n").map((line) => line.split(","))
  return (type: string) =>
    lines
      .filter(([, named]) => named === type)
      .reduce((sum, fields) => sum + centsOf(fields[5] ?? ""), 0)
}
