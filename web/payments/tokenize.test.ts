import assert from "node:assert/strict"
import { once } from "node:events"
import { createServer } from "node:http"
import { text } from "node:stream/consumers"
import { after, before, beforeEach, describe, test } from "node:test"
import { type SandboxGateway, startSandboxGateway } from "#ports/payment-gateway/sandbox/server.ts"
import { createTestClock } from "#testing/clock.ts"
import {
  type BankEntry,
  type CardEntry,
  EntryRefused,
  type GatewayInBrowser,
  GatewayUnreachable,
  tokenizeBank,
  tokenizeCard,
} from "./tokenize.ts"

const holder = "Maria Santos"
const address = {
  lines: ["1 Harbor Street", "", "Rear"],
  city: "Chicago",
  state: "IL",
  zip: "60601",
}
const card: CardEntry = {
  number: "4242 4242-4242 4242",
  expiration: "08/2031",
  cvc: "123",
  holder,
  address,
}
const bank: BankEntry = {
  routing: "110000000",
  account: "000123456789",
  type: "checking",
  holder,
  address,
}

function refusedField(field: string | undefined) {
  return (error: unknown) => error instanceof EntryRefused && error.field === field
}

describe("sandbox tokens", () => {
  let server: SandboxGateway
  let gateway: GatewayInBrowser
  before(async () => {
    server = await startSandboxGateway({ secret: "any", clock: createTestClock() })
    const more = { publishableKey: "", script: "", hasInstantBank: false }
    gateway = { kind: "sandbox", address: server.address, ...more }
  })
  after(() => server.close())

  test("a card or account becomes a token that does not reveal it", async () => {
    for (const token of [await tokenizeCard(gateway, card), await tokenizeBank(gateway, bank)]) {
      assert.match(token, /^token_[\w-]{32}$/)
    }
  })

  test("an error names the rejected field", async () => {
    const cards: [string, Partial<CardEntry>][] = [
      ["number", { number: "4111111111111111" }],
      ["number", { number: "12" }],
      ["expiration", { expiration: "02/2026" }],
      ["expiration", { expiration: "13/2031" }],
      ["cvc", { cvc: "12" }],
      ["holder", { holder: " " }],
    ]
    for (const [field, change] of cards) {
      await assert.rejects(tokenizeCard(gateway, { ...card, ...change }), refusedField(field))
    }
    const banks: [string, Partial<BankEntry>][] = [
      ["routing", { routing: "021000021" }],
      ["routing", { routing: "12" }],
      ["account", { account: "999999999" }],
      ["account", { account: "x" }],
    ]
    for (const [field, change] of banks) {
      await assert.rejects(tokenizeBank(gateway, { ...bank, ...change }), refusedField(field))
    }
  })
})

describe("Stripe tokens", () => {
  let sent: URLSearchParams
  let reply: { status: number; content: unknown }
  const server = createServer(async (request, response) => {
    sent = new URLSearchParams(await text(request))
    response.writeHead(reply.status, { "content-type": "application/json" })
    response.end(JSON.stringify(reply.content))
  })
  let gateway: GatewayInBrowser
  before(async () => {
    server.listen(0, "127.0.0.1")
    await once(server, "listening")
    const { port } = server.address() as { port: number }
    const more = { publishableKey: "pk_test", script: "", hasInstantBank: false }
    gateway = { kind: "stripe", address: `http://127.0.0.1:${port}`, ...more }
  })
  beforeEach(() => {
    reply = { status: 200, content: { id: "pm_1" } }
  })
  after(() => {
    server.closeAllConnections()
    server.close()
  })

  test("the request contains only digits and omits empty lines of the address", async () => {
    assert.equal(await tokenizeCard(gateway, card), "pm_1")
    assert.equal(sent.get("card[number]"), "4242424242424242")
    assert.equal(sent.get("card[exp_year]"), "2031")
    assert.equal(sent.get("billing_details[address][line2]"), "Rear")
    await tokenizeCard(gateway, { ...card, address: { ...address, lines: ["1 Harbor Street"] } })
    assert.equal(sent.has("billing_details[address][line2]"), false)
  })

  test("an error names the rejected field", async () => {
    for (const [param, field] of [
      ["number", "number"],
      ["card[number]", "number"],
      ["card[exp_month]", "expiration"],
      ["exp_year", "expiration"],
      ["cvc", "cvc"],
      ["us_bank_account[routing_number]", "routing"],
      ["us_bank_account[account_number]", "account"],
      ["billing_details[email]", undefined],
    ] as const) {
      reply = { status: 402, content: { error: { type: "card_error", param } } }
      await assert.rejects(tokenizeCard(gateway, card), refusedField(field), param)
    }
  })

  test("a busy, broken or unreachable gateway is not reported as the person's mistake", async () => {
    for (const [status, content] of [
      [500, {}],
      [429, { error: { type: "invalid_request_error" } }],
      [401, { error: { type: "invalid_request_error" } }],
    ] as const) {
      reply = { status, content }
      await assert.rejects(tokenizeCard(gateway, card), GatewayUnreachable)
    }
    const nowhere = { ...gateway, address: "http://127.0.0.1:1" }
    await assert.rejects(tokenizeBank(nowhere, bank), GatewayUnreachable)
  })
})

test("an unknown gateway gets no card and no account", async (t) => {
  const sent = t.mock.method(globalThis, "fetch", async () => Response.json({ id: "token" }))
  const unknown = {
    kind: "other",
    address: "https://gateway.example",
    publishableKey: "",
    script: "",
    hasInstantBank: false,
  }
  await assert.rejects(tokenizeCard(unknown as never, card), { message: "other" })
  await assert.rejects(tokenizeBank(unknown as never, bank), { message: "other" })
  assert.equal(sent.mock.callCount(), 0)
})
