import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { createAdapterMetrics } from "#platform/http/adapter-metrics.ts"
import { createPaymentMetrics } from "#platform/http/payment-metrics.ts"
import { onlyGateway } from "#ports/payment-gateway/gateways-fixture.ts"
import { GatewayAway, GatewaySilent, type PaymentGateway } from "#ports/payment-gateway/port.ts"
import { cardPayment, keepTerms } from "#ports/payment-gateway/sample-requests.ts"
import { createOptionalEmails } from "#services/profile/subscriptions/optional-emails.ts"
import { billingDeps } from "../auto-pay/billing-fixture.ts"
import { createPayments } from "../payments.ts"
import { startPaymentsTest } from "../payments-fixture.ts"
import { createInstrumentedGateways } from "./instrumented-gateway.ts"

let at: Awaited<ReturnType<typeof startPaymentsTest>>

before(async () => {
  at = await startPaymentsTest(1)
})

after(() => at.close())

function refusing(): PaymentGateway {
  const refuse = () => Promise.reject(new GatewayAway("revoked key"))
  async function* refuseList() {
    yield await refuse()
  }
  const charges = { charge: refuse, find: refuse, cancel: refuse, lookUp: refuse }
  const methods = { keep: refuse, renew: refuse, change: refuse, forget: refuse }
  const refunds = { refund: refuse, refundsOf: refuse }
  const books = { movements: refuseList, payouts: refuseList }
  return { ...at.gateway, ...charges, ...methods, ...refunds, ...books }
}

test("FAILURE-04 a gateway answer that a database cannot store counts as no answer", async () => {
  const unreadable = { ...at.gateway, lookUp: async () => ({ reference: "ch_\0" }) as never }
  async function* movements() {
    yield { reference: "txn_\ud800" } as never
  }
  const { installation: gateway } = createInstrumentedGateways(
    { ...billingDeps(at), gateways: onlyGateway({ ...unreadable, movements }) },
    createPaymentMetrics(),
    createAdapterMetrics(),
  )
  const period = { from: at.clock.now(), until: at.clock.now() }
  await assert.rejects(gateway.lookUp(""), GatewaySilent)
  await assert.rejects(Array.fromAsync(gateway.movements(period)), GatewaySilent)
})

test("FAILURE-04 every request that the gateway does not accept is counted for the operator", async () => {
  const metrics = createPaymentMetrics()
  const { installation: gateway } = createInstrumentedGateways(
    { ...billingDeps(at), gateways: onlyGateway(refusing()) },
    metrics,
    createAdapterMetrics(),
  )
  const period = { from: at.clock.now(), until: at.clock.now() }
  const charge = { ...cardPayment, key: "1", reference: "", amount: 1 }
  const asked = [
    () => gateway.keep("", "1", keepTerms),
    () => gateway.renew("", "1", keepTerms),
    () => gateway.change("", {}, "1"),
    () => gateway.forget(""),
    () => gateway.charge(charge),
    () => gateway.find(charge),
    () => gateway.cancel(charge),
    () => gateway.lookUp(""),
    () => gateway.refund({ key: "1", charge: "", amount: 1 }),
    () => gateway.refundsOf(""),
    () => Array.fromAsync(gateway.movements(period)),
    () => Array.fromAsync(gateway.payouts(period)),
  ]
  for (const [index, ask] of asked.entries()) {
    await assert.rejects(ask(), GatewayAway)
    assert.equal((await metrics.gatewayAway.get()).values[0]?.value, index + 1)
  }
})

test("FAILURE-04 all parts of the payments use the gateway that counts failures", async () => {
  const deps = { ...billingDeps(at), gateways: onlyGateway(refusing()) }
  const payments = createPayments(deps, createOptionalEmails(deps))
  await assert.rejects(payments.sweep.run(), GatewayAway)
  const metrics = await Promise.all(payments.metrics.map((metric) => metric.get()))
  const counted = metrics.find(({ name }) => name === "payment_gateway_away_total")
  assert.equal(counted?.values[0]?.value, 1)
})
