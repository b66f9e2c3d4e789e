import assert from "node:assert/strict"
import { test } from "node:test"
import type { PaymentMethod } from "#contracts/payments/payment-methods.ts"
import type { Product } from "#contracts/products/shapes.ts"
import { firstChoice } from "./method-rule.ts"

const method = (paymentRecordId: string, change: Partial<PaymentMethod> = {}) =>
  ({ paymentRecordId, isVerified: "Y", ...change }) as PaymentMethod
const product = { currentPaymentMethodRecordId: "current" } as Product

test("a payment begins with the product's method, unless it cannot be charged without another step", () => {
  const blocked = { isBlocked: "Y" } as const
  const ended = { isAuthorizationEnded: "Y" } as const
  const [current, card] = [method("current"), method("card")]
  assert.equal(firstChoice([card, current], product), "current")
  for (const change of [blocked, ended]) {
    assert.equal(firstChoice([method("current", change), card], product), "card")
    assert.equal(
      firstChoice([method("other", change), card], {
        ...product,
        currentPaymentMethodRecordId: "",
      }),
      "card",
    )
  }
  assert.equal(firstChoice([method("blocked", blocked), method("ended", ended)], product), "ended")
  assert.equal(firstChoice([method("current", blocked)], product), "current")
})
