import assert from "node:assert/strict"
import { test } from "node:test"
import { fullDay } from "#contracts/dates.ts"
import type { PaymentMethod } from "#contracts/payments/payment-methods.ts"
import { expiryWarning } from "./card-expiry.ts"

test("NOTICE-06 the dialog and the authorization warn about a card that expires before the first charge", () => {
  const card = (expirationDate: string) =>
    ({ creditCard: { expirationDate }, paymentMethodHeader: "VISA ending in 4242" }) as Pick<
      PaymentMethod,
      "creditCard" | "paymentMethodHeader"
    >
  const charge = { dueDate: "09/28/2026", isAutoPay: "Y" } as const
  const warning = /^VISA ending in 4242 expires before the first charge on Sep 28, 2026/
  assert.match(expiryWarning(card("04/2026"), charge, fullDay), warning)
  assert.match(expiryWarning(card("12/2025"), charge, fullDay), warning)
  assert.equal(expiryWarning(card("09/2026"), charge, fullDay), "")
  assert.equal(expiryWarning(card("01/2027"), charge, fullDay), "")
  assert.equal(expiryWarning(card("04/2026"), { ...charge, isAutoPay: "N" }, fullDay), "")
  assert.equal(expiryWarning({ ...card("04/2026"), creditCard: null }, charge, fullDay), "")
})
