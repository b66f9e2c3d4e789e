import assert from "node:assert/strict"
import { test } from "node:test"
import { createPaymentMetrics } from "#platform/http/payment-metrics.ts"
import {
  createGateways,
  GatewayAway,
  GatewaySilent,
  type PaymentGateway,
} from "#ports/payment-gateway/port.ts"
import type { Deps } from "#services/deps.ts"
import { createPaymentGateway } from "./payment-gateway.ts"

const installation = { name: "stripe", inBrowser: { kind: "stripe" } } as PaymentGateway

function openAt(account: string, gateway: Partial<PaymentGateway> = {}) {
  const gateways = createGateways([{ ...installation, ...gateway }], async () => account)
  const logged: object[] = []
  const log = { warn: (fields: object) => logged.push(fields) } as unknown as Deps["log"]
  const metrics = createPaymentMetrics()
  const { handlers } = createPaymentGateway({ gateways, log }, metrics)
  return { handlers, logged, metrics }
}

async function askFor(account: string) {
  const request = { session: { client: "harbor" } } as never
  return await openAt(account).handlers["GET /myaccount-core/paymentGateway"](request)
}

test("a page that adds a method reads that the gateway is away if the settings lack the client's account", async () => {
  assert.deepEqual(await askFor("stripe"), installation.inBrowser)
  await assert.rejects(askFor("stripe:acct_1"), { messageId: "paymentMethod.gatewayAway" })
})

test("FIELDS-04 a browser that cannot use the gateway is counted and logged with its client and reason", async () => {
  const { handlers, logged, metrics } = openAt("stripe")
  const session = { client: "harbor" }
  const report = { session, body: { reason: "script" } } as never
  await handlers["POST /myaccount-core/paymentGateway/failure"](report)
  assert.deepEqual(logged, [{ client: "harbor", reason: "script" }])
  const { values } = await metrics.unreachableInBrowser.get()
  assert.deepEqual(values, [{ value: 1, labels: { reason: "script" } }])
})

async function openBankSession(gateway: Partial<PaymentGateway>) {
  const { handlers } = openAt("stripe", gateway)
  const session = { client: "harbor", accountNumber: "H-100200" }
  const request = { session, site: { origin: "https://my.example.com" } } as never
  return await handlers["POST /myaccount-core/paymentGateway/bankSession"](request)
}

test("METHODS-17 the bank is opened for the client and account of the session, at its site", async () => {
  const inBrowser = { hasInstantBank: true } as PaymentGateway["inBrowser"]
  const asked: unknown[] = []
  const prepareBank: PaymentGateway["prepareBank"] = async (_key, owner) => {
    asked.push(owner)
    return { session: "secret" }
  }
  assert.deepEqual(await openBankSession({ inBrowser, prepareBank }), { session: "secret" })
  const returnAddress = "https://my.example.com/authenticated"
  assert.deepEqual(asked, [{ client: "harbor", accountNumber: "H-100200", returnAddress }])
})

test("METHODS-17 the bank is not opened if the gateway does not offer it or does not answer", async () => {
  await assert.rejects(openBankSession({}), { messageId: "request.notFound" })
  const inBrowser = { hasInstantBank: true } as PaymentGateway["inBrowser"]
  for (const error of [new GatewayAway("away"), new GatewaySilent("silent")]) {
    const prepareBank = async () => await Promise.reject(error)
    await assert.rejects(openBankSession({ inBrowser, prepareBank }), {
      messageId: "paymentMethod.gatewayAway",
    })
  }
})
