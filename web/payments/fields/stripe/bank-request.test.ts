import assert from "node:assert/strict"
import { once } from "node:events"
import { createServer } from "node:http"
import { text } from "node:stream/consumers"
import { after, before, beforeEach, describe, test } from "node:test"
import {
  type BankEntry,
  EntryRefused,
  type GatewayInBrowser,
  GatewayUnreachable,
} from "../contract.ts"
import { requestBankToken } from "./bank-request.ts"

const bank: BankEntry = {
  ...{ routing: "110 000-000", account: "000123456789", type: "checking" },
  holder: "Maria Santos",
  address: { lines: ["1 Harbor Street"], city: "Chicago", state: "IL", zip: "60601" },
}

describe("a bank account without Stripe's script", () => {
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
    gateway = {
      ...{ kind: "stripe", address: `http://127.0.0.1:${port}`, publishableKey: "pk_test" },
      ...{ script: "", frames: "", hasInstantBank: false },
    }
  })
  beforeEach(() => {
    reply = { status: 200, content: { id: "pm_1" } }
  })
  after(() => {
    server.closeAllConnections()
    server.close()
  })

  test("becomes a token, from a request with digits only", async () => {
    assert.equal(await requestBankToken(gateway, bank), "pm_1")
    assert.equal(sent.get("us_bank_account[routing_number]"), "110000000")
    assert.equal(sent.get("us_bank_account[account_type]"), "checking")
    assert.equal(sent.get("billing_details[address][line1]"), "1 Harbor Street")
    assert.equal(sent.has("billing_details[address][line2]"), false)
  })

  test("a refusal names the field", async () => {
    const error = { type: "invalid_request_error", param: "us_bank_account[routing_number]" }
    reply = { status: 400, content: { error } }
    await assert.rejects(
      requestBankToken(gateway, bank),
      (refusal) => refusal instanceof EntryRefused && refusal.field === "routing",
    )
  })

  test("a busy, broken, unreachable or closed gateway is not reported as the person's mistake", async () => {
    const reasons: string[] = []
    const reasonAt = async (asked: GatewayInBrowser) =>
      await requestBankToken(asked, bank).catch((error: GatewayUnreachable) => {
        assert.ok(error instanceof GatewayUnreachable)
        reasons.push(error.reason)
      })
    for (const [status, content] of [
      [500, {}],
      [429, { error: { type: "invalid_request_error" } }],
      [401, { error: { type: "invalid_request_error" } }],
      [200, {}],
    ] as const) {
      reply = { status, content }
      await reasonAt(gateway)
    }
    await reasonAt({ ...gateway, address: "http://127.0.0.1:1" })
    assert.deepEqual(reasons, ["answer", "answer", "surface", "answer", "answer"])
  })
})
