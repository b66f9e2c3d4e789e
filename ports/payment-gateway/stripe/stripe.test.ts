import assert from "node:assert/strict"
import { once } from "node:events"
import { createServer } from "node:http"
import { after, before, describe, test } from "node:test"
import Stripe from "stripe"
import * as tokenize from "#web/payments/tokenize.ts"
import { testPaymentGateway } from "../conformance.ts"
import { GatewayAway, GatewaySilent, MethodGone, type PaymentGateway } from "../port.ts"
import { mockKeys, startMockStripe } from "./mock-server-fixture.ts"
import { createStripeGateway } from "./stripe.ts"

const { GatewayUnreachable, tokenizeCard } = tokenize
const { webhooks } = new Stripe(mockKeys.secretKey)

function signed(type: string, object: object) {
  const payload = JSON.stringify({ id: "evt_mock", object: "event", type, data: { object } })
  const header = webhooks.generateTestHeaderString({ payload, secret: mockKeys.webhookSecret })
  return { headers: { "stripe-signature": header }, body: Buffer.from(payload) }
}

testPaymentGateway("Stripe", tokenize, async () => {
  const mock = await startMockStripe()
  return {
    gateway: createStripeGateway({ ...mockKeys, address: mock.address, timeoutMs: 5_000 }),
    numbers: {
      card: "4242424242424242",
      declined: "4000000000000341",
      refused: "4000000000009995",
      account: "000123456789",
      returnedAccount: "000222222227",
    },
    unanswered() {
      mock.loseNextAnswer()
      return "4242424242424242"
    },
    charges: (key) =>
      mock.intents().filter(({ metadata }) => metadata.my_account_key === key).length,
    letDaysPass: async () => mock.letDaysPass().map(({ type, object }) => signed(type, object)),
    goAway: mock.close,
    async close() {
      assert.deepEqual(mock.problems, [])
      await mock.close()
    },
  }
})

describe("Stripe in particular", () => {
  let mock: Awaited<ReturnType<typeof startMockStripe>>
  let gateway: PaymentGateway
  before(async () => {
    mock = await startMockStripe()
    gateway = createStripeGateway({ ...mockKeys, address: mock.address, timeoutMs: 5_000 })
  })
  after(() => mock.close())

  const card = {
    number: "4242 4242 4242 4242",
    expiration: "08/2031",
    cvc: "123",
    holder: "Maria Santos",
    address: { lines: ["1 Harbor Street"], city: "Chicago", state: "IL", zip: "60601" },
  }

  test("a charge that is disputed or refunded later has come back", async () => {
    const token = await tokenizeCard(gateway.inBrowser, card)
    const { reference } = await gateway.keep(token, "disputed card")
    await gateway.charge({ key: "disputed", reference, amount: 100, description: "" })
    const [intent] = mock.intents()
    assert.ok(intent && typeof intent.latest_charge === "object" && intent.latest_charge)
    intent.latest_charge.disputed = true
    const dispute = signed("charge.dispute.created", { payment_intent: intent.id })
    const report = { key: "disputed", status: "returned", reason: "other" }
    assert.deepEqual(await gateway.readReport(dispute.headers, dispute.body), report)
    assert.equal((await gateway.find("disputed"))?.status, "returned")
  })

  test("an account that deposits must verify is saved, and not charged before", async () => {
    const { holder, address } = card
    const entry = { routing: "110000000", account: "000777777771", holder, address }
    const token = await tokenize.tokenizeBank(gateway.inBrowser, { ...entry, type: "savings" })
    const { reference, verifyAt } = await gateway.keep(token, "to verify")
    assert.match(verifyAt, /^https:/)
    const request = { key: "not verified", reference, amount: 100, description: "" }
    await assert.rejects(gateway.charge(request), MethodGone)
    assert.equal(await gateway.find("not verified"), undefined)
  })

  test("a key is good for one charge after Stripe has forgotten it", async () => {
    const token = await tokenizeCard(gateway.inBrowser, card)
    const { reference } = await gateway.keep(token, "long ago")
    const request = { key: "long ago", reference, amount: 100, description: "" }
    const charge = await gateway.charge(request)
    mock.forgetKeys()
    assert.deepEqual(await gateway.charge(request), charge)
    const made = mock.intents().filter(({ metadata }) => metadata.my_account_key === "long ago")
    assert.equal(made.length, 1)
  })

  test("a connection that breaks after the request was sent does not count as never reached", async () => {
    const breaking = createServer((request) => {
      breaking.close()
      request.socket.destroy()
    }).listen(0, "127.0.0.1")
    await once(breaking, "listening")
    const { port } = breaking.address() as { port: number }
    const address = `http://127.0.0.1:${port}`
    const gone = createStripeGateway({ ...mockKeys, address, timeoutMs: 5_000 })
    const request = { key: "broken", reference: "cus_x/pm_x", amount: 100, description: "" }
    await assert.rejects(gone.charge(request), GatewaySilent)
    await assert.rejects(gone.charge(request), GatewayAway)
  })

  test("an event about something else is nothing to us", async () => {
    const other = signed("customer.created", { id: "cus_x" })
    assert.equal(await gateway.readReport(other.headers, other.body), undefined)
  })

  test("a page with a wrong key is told that nothing can be taken, not that the card is wrong", async () => {
    const stranger = { ...gateway.inBrowser, publishableKey: "pk_test_stranger" }
    await assert.rejects(tokenizeCard(stranger, card), GatewayUnreachable)
    const closed = { ...gateway.inBrowser, address: "http://127.0.0.1:1" }
    await assert.rejects(tokenizeCard(closed, card), GatewayUnreachable)
  })

  test("a parameter that Stripe does not publish is refused by the mock", async () => {
    const response = await fetch(`${mock.address}/v1/payment_methods`, {
      method: "POST",
      headers: { authorization: `Bearer ${mockKeys.publishableKey}` },
      body: new URLSearchParams({ type: "voucher", "card[pin]": "1234" }).toString(),
    })
    assert.equal(response.status, 400)
    assert.deepEqual(mock.problems.splice(0).sort(), [
      "PaymentMethodCreateParams.card.pin does not exist",
      "PaymentMethodCreateParams.type cannot be voucher",
    ])
  })
})
