import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { createPaymentMetrics } from "#platform/http/payment-metrics.ts"
import type { DeclineReason } from "#ports/payment-gateway/port.ts"
import { client, paymentBy, startPaymentsTest } from "../payments-fixture.ts"
import { bankReturnsJob } from "./bank-returns-job.ts"

type World = Awaited<ReturnType<typeof startPaymentsTest>>
let at: World
before(async () => {
  at = await startPaymentsTest(10)
})
after(() => at.close())

test("WATCH-02 bank debits of 60 days and their returns are counted by Nacha's kinds", async () => {
  const server = at.startProcess()
  const metrics = createPaymentMetrics()
  const job = bankReturnsJob(at, metrics)
  let payer = 0
  async function paid(sample?: string) {
    payer += 1
    return await server.submit(paymentBy(payer, sample))
  }
  async function takenBack(status: "returned" | "disputeLost", reason: DeclineReason) {
    const { id } = await paid("bank")
    const { gatewayReference: reference } = await at.payment(id)
    await server.report({ key: id, reference, status, reason, refundedAmount: 0 })
  }
  async function counted() {
    await job.run(new AbortController().signal)
    const [debits, returns] = [await metrics.bankDebits.get(), await metrics.bankReturns.get()]
    return [...debits.values, ...returns.values].map(({ labels, value }) => ({ ...labels, value }))
  }
  assert.deepEqual(await counted(), [])
  await paid("bank")
  await takenBack("returned", "insufficient_funds")
  await takenBack("returned", "account_closed")
  await takenBack("returned", "account_unusable")
  await takenBack("returned", "not_authorized")
  await takenBack("disputeLost", "not_authorized")
  // A card, and a debit that its bank never got.
  await paid()
  await paid("poor.08-2031")
  assert.deepEqual(await counted(), [
    { client, value: 6 },
    { client, kind: "unauthorized", value: 2 },
    { client, kind: "administrative", value: 2 },
    { client, kind: "other", value: 1 },
  ])
  at.clock.advance({ days: 61 })
  assert.deepEqual(await counted(), [])
})
