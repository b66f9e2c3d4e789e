import assert from "node:assert/strict"
import { test } from "node:test"
import Fastify from "fastify"
import { type PaymentGateway, ReportRefused } from "#ports/payment-gateway/port.ts"
import { serveGatewayReports } from "./gateway-reports.ts"

/** A gateway that only takes reports with this text. */
function gatewayOf(name: string, secret: string): PaymentGateway {
  const readReport: PaymentGateway["readReport"] = async (_, body) => {
    if (body.toString() !== secret) throw new ReportRefused("another secret")
    return { key: "1", reference: "ch_1", status: "settled", reason: "", refundedAmount: 0 }
  }
  return { name, readReport } as PaymentGateway
}

test("ACCOUNTS-02 each account takes its reports at its own path, and its gateway is named with them", async (t) => {
  const app = Fastify()
  t.after(() => app.close())
  const taken: string[] = []
  serveGatewayReports(app, {
    gateways: [gatewayOf("stripe", "one"), gatewayOf("stripe:acct_1A", "two")],
    report: async (_, gateway) => void taken.push(gateway),
  })
  const send = async (url: string, payload: string) =>
    (await app.inject({ method: "POST", url, payload })).statusCode
  assert.equal(await send("/gateway-reports/stripe", "one"), 204)
  assert.equal(await send("/gateway-reports/stripe/acct_1A", "two"), 204)
  assert.equal(await send("/gateway-reports/stripe/acct_1A", "one"), 401)
  assert.equal(await send("/gateway-reports/stripe/acct_2B", "two"), 404)
  assert.deepEqual(taken, ["stripe", "stripe:acct_1A"])
})
