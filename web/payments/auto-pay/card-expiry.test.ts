import assert from "node:assert/strict"
import { test } from "node:test"
import type { PaymentMethod } from "#contracts/payments/payment-methods.ts"
import { expiresBeforeCharge } from "./card-expiry.ts"

test("AGREED-01 the dialog warns of a card that expires before the first charge", () => {
  const card = (expirationDate: string) =>
    ({ creditCard: { expirationDate } }) as Pick<PaymentMethod, "creditCard">
  const charge = { dueDate: "09/28/2026", isAutoPay: "Y" } as const
  assert.equal(expiresBeforeCharge(card("04/2026"), charge), true)
  assert.equal(expiresBeforeCharge(card("12/2025"), charge), true)
  assert.equal(expiresBeforeCharge(card("09/2026"), charge), false)
  assert.equal(expiresBeforeCharge(card("01/2027"), charge), false)
  assert.equal(expiresBeforeCharge(card("04/2026"), { ...charge, isAutoPay: "N" }), false)
  assert.equal(expiresBeforeCharge({ creditCard: null }, charge), false)
})
