import assert from "node:assert/strict"
import { test } from "node:test"
import Stripe from "stripe"
import { GatewayAway, RefundRefused } from "../port.ts"
import { createRefunds } from "./refunds.ts"

/** Refunds of a Stripe account that answers each refund with this error. */
function refundsOfAccountWith(code: string) {
  const fields = { type: "invalid_request_error", code, message: code, statusCode: 400 } as const
  const refunds = {
    list: async function* () {},
    create: () => Promise.reject(new Stripe.errors.StripeInvalidRequestError(fields)),
  }
  return createRefunds({ refunds } as unknown as Stripe, 1_000)
}

test("REFUND-06 a refund that the balance at Stripe cannot pay today is tried again, and any other refusal is final", async () => {
  const request = { key: "k", charge: "pi_1", amount: 100 }
  const poor = refundsOfAccountWith("balance_insufficient")
  await assert.rejects(poor.refund(request), GatewayAway)
  const over = refundsOfAccountWith("charge_already_refunded")
  await assert.rejects(over.refund(request), RefundRefused)
})
