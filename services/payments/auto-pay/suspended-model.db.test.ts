// @prove-also models

import assert from "node:assert/strict"
import { test } from "node:test"
import type { DeclineReason, GatewayReport } from "#ports/payment-gateway/port.ts"
import { reasonClasses } from "#ports/payment-gateway/port.ts"
import { isFullSize, modelSeeds } from "#testing/model-seeds.ts"
import { saveMethod } from "#testing/pay-now.ts"
import { payerAccount } from "#testing/payers.ts"
import { createRandom } from "#testing/random.ts"
import { client, paymentBy, startPaymentsTest } from "../payments-fixture.ts"
import { authorizeAutoPay, billingRunOf, setOnAutoPay } from "./billing-fixture.ts"

const people = 4
const days = isFullSize ? 800 : 150
const samples = ["visa", "bank", "poor", "bank-declined", "expired"]
const reasons = Object.keys(reasonClasses) as DeclineReason[]
const statuses = [
  "returned",
  "disputeLost",
  "inquiry",
  "disputed",
  "disputeWon",
  "refunded",
] as const

/**
 * Whether auto pay may charge nothing more after this, according to the table in docs/payments.md.
 */
function isFinal({ status, reason, kind }: { status: string; reason: string; kind: string }) {
  if (status === "disputeLost") return true
  if (status !== "returned" && status !== "declined") return false
  const again = kind === "bank" ? ["insufficient_funds"] : ["insufficient_funds", "incorrect_cvc"]
  return !again.includes(reason) && !(kind === "card" && reason === "other")
}

for (const seed of modelSeeds()) {
  test(`FAILURE-05 no sequence of reports and runs charges after a suspension (seed ${seed})`, async (t) => {
    const random = createRandom(seed)
    const at = await startPaymentsTest(people)
    t.after(() => at.close())
    const server = at.startProcess()
    const { run } = billingRunOf(at, server)
    /** The methods that must not be charged, by person: "" for all. */
    const stopped = Array.from({ length: people }, () => new Set<string>())
    const seen = new Set<string>()
    const counts = { charges: 0, reports: 0, stops: 0, authorizations: 0 }
    let methods = 0

    /** Records failures, and fails if auto pay has charged a method that must not be charged. */
    async function check(payer: number) {
      const made = await server.history(client, payerAccount(payer))
      for (const { payment } of made.toReversed()) {
        const { id, origin, status, reason, methodRecordId, methodKind } = payment
        const isNew = !seen.has(id)
        seen.add(id)
        if (isNew && origin === "autoPay") {
          counts.charges += 1
          const isStopped = stopped[payer]?.has("") || stopped[payer]?.has(methodRecordId)
          assert.ok(!isStopped, `${id} was charged to ${methodRecordId}`)
        }
        if (isNew && origin === "autoPay" && status === "declined") {
          stop(payer, { status, reason, kind: methodKind, methodRecordId })
        }
      }
      return made.map(({ payment }) => payment)
    }

    function stop(
      payer: number,
      failed: { status: string; reason: string; kind: string; methodRecordId: string },
    ) {
      if (!isFinal(failed)) return
      counts.stops += 1
      const isAll = failed.status === "disputeLost" || failed.reason === "not_authorized"
      stopped[payer]?.add(isAll ? "" : failed.methodRecordId)
    }

    for (let payer = 0; payer < people; payer += 1) {
      await setOnAutoPay(at, payer, samples[payer % 2] ?? "visa")
    }
    for (let day = 0; day < days; day += 1) {
      at.clock.advance({ days: 1 })
      const payer = random.below(people)
      const payments = await check(payer)
      const [last] = payments
      const act = random.below(16)
      if (act < 3 && last?.confirmationNumber) {
        const status: GatewayReport["status"] = random.pick(statuses)
        const hasReason = status === "returned" || status === "disputeLost"
        const reason: DeclineReason | "" = hasReason ? random.pick(reasons) : ""
        const { id, methodKind, methodRecordId } = last
        const wasOpen = last.status !== "returned" && last.status !== "disputeLost"
        const told = { key: id, reference: "charge", refundedAmount: 0, status, reason }
        for (let copy = 0; copy < 2; copy += 1) await server.report(told)
        counts.reports += 1
        if (wasOpen) stop(payer, { status, reason, kind: methodKind, methodRecordId })
      } else if (act === 3) {
        const recordId = `method ${methods}`
        methods += 1
        const accountNumber = payerAccount(payer)
        await saveMethod(at.database, {
          recordId,
          client,
          accountNumber,
          sample: random.pick(samples),
        })
        await authorizeAutoPay(at, payer, recordId)
        counts.authorizations += 1
        stopped[payer]?.clear()
      } else if (act === 4) {
        const { amountDue, pastDueAmount } = await at.billing(payer)
        const amount = amountDue + pastDueAmount
        const key = `by hand ${day}`
        if (amount > 0) await server.submit(paymentBy(payer, "visa.08-2031", { amount, key }))
      }
      await run()
      await at.resolve()
      for (let one = 0; one < people; one += 1) await check(one)
    }
    t.diagnostic(JSON.stringify(counts))
    for (const [name, count] of Object.entries(counts)) assert.ok(count > 0, `no ${name}`)
  })
}
