import assert from "node:assert/strict"
import { test } from "node:test"
import { createPaymentMetrics } from "#platform/http/payment-metrics.ts"
import { createGateways, type PaymentGateway } from "#ports/payment-gateway/port.ts"
import type { Deps } from "#services/deps.ts"
import { createPaymentGateway } from "./payment-gateway.ts"

const installation = { name: "stripe", inBrowser: { kind: "stripe" } } as PaymentGateway

function openAt(account: string) {
  const gateways = createGateways([installation], async () => account)
  const logged: object[] = []
  const log = { warn: (fields: object) => logged.push(fields) } as unknown as Deps["log"]
  const consumed: string[] = []
  const rateLimits = {
    consume: async (name: string) => consumed.push(name),
  } as unknown as Deps["rateLimits"]
  const metrics = createPaymentMetrics()
  const { handlers } = createPaymentGateway({ gateways, log, rateLimits }, metrics)
  return { handlers, logged, consumed, metrics }
}

async function askFor(account: string) {
  const request = { session: { client: "harbor" } } as never
  return await openAt(account).handlers["GET /myaccount-core/paymentGateway"](request)
}

test("a page that adds a method reads that the gateway is away if the settings lack the client's account", async () => {
  assert.equal(await askFor("stripe"), installation.inBrowser)
  await assert.rejects(askFor("stripe:acct_1"), { messageId: "paymentMethod.gatewayAway" })
})

test("FIELDS-04 a browser that cannot use the gateway is counted and logged with its client and reason", async () => {
  const { handlers, logged, consumed, metrics } = openAt("stripe")
  const session = { client: "harbor", id: "one" }
  const report = { session, body: { reason: "script" } } as never
  await handlers["POST /myaccount-core/paymentGateway/failure"](report)
  assert.deepEqual(logged, [{ client: "harbor", reason: "script" }])
  assert.deepEqual(consumed, ["gateway failures harbor one"])
  const { values } = await metrics.unreachableInBrowser.get()
  assert.deepEqual(values, [{ value: 1, labels: { reason: "script" } }])
})
