import assert from "node:assert/strict"
import { test } from "node:test"
import { createGateways, type PaymentGateway } from "#ports/payment-gateway/port.ts"
import type { Deps } from "#services/deps.ts"
import { createPaymentGateway } from "./payment-gateway.ts"

const installation = { name: "stripe", inBrowser: { kind: "stripe" } } as PaymentGateway

async function askFor(account: string) {
  const gateways = createGateways([installation], async () => account)
  const { handlers } = createPaymentGateway({ gateways } as Deps)
  const request = { session: { client: "harbor" } } as never
  return await handlers["GET /myaccount-core/paymentGateway"](request)
}

test("a page that adds a method reads that the gateway is away if the settings lack the client's account", async () => {
  assert.equal(await askFor("stripe"), installation.inBrowser)
  await assert.rejects(askFor("stripe:acct_1"), { messageId: "paymentMethod.gatewayAway" })
})
