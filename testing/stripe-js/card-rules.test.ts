import assert from "node:assert/strict"
import { test } from "node:test"
import { brandOf, hasCheckDigit, judge, shown } from "./card-rules.ts"
import type { CardElementType } from "./messages.ts"

const now = new Date("2026-03-12")

test("the stand-in for Stripe's fields names networks and finds wrong check digits", () => {
  for (const [number, brand] of [
    ["4242424242424242", "visa"],
    ["5555555555554444", "mastercard"],
    ["378282246310005", "amex"],
    ["6011111111111117", "discover"],
    ["3056930009020004", "diners"],
    ["3566002020360505", "jcb"],
    ["6200000000000005", "unionpay"],
  ] as const) {
    assert.equal(brandOf(number), brand)
    assert.equal(hasCheckDigit(number), true, number)
    const other = String((Number(number.at(-1)) + 1) % 10)
    assert.equal(hasCheckDigit(number.slice(0, -1) + other), false, number)
  }
  assert.equal(brandOf("1"), "unknown")
})

test("the stand-in for Stripe's fields shows texts in groups", () => {
  assert.equal(shown("cardNumber", "42424242424242429"), "4242 4242 4242 4242")
  assert.equal(shown("cardNumber", "378282246310005"), "3782 822463 10005")
  assert.equal(shown("cardExpiry", "8"), "08 / ")
  assert.equal(shown("cardExpiry", "12/2031"), "12 / 31")
  assert.equal(shown("cardExpiry", "12 / 2"), "12 / 2")
  assert.equal(shown("cardCvc", "12x345"), "1234")
})

test("the stand-in for Stripe's fields reports problems with Stripe's codes", () => {
  const codeOf = (type: CardElementType, text: string, hasFocus = true) =>
    judge(type, text, hasFocus, now).error?.code
  assert.equal(codeOf("cardNumber", "4242 4242 4242 4241"), "invalid_number")
  assert.equal(codeOf("cardNumber", "4242"), undefined)
  assert.equal(codeOf("cardNumber", "4242", false), "incomplete_number")
  assert.equal(codeOf("cardNumber", "", false), undefined)
  assert.equal(codeOf("cardExpiry", "02 / 26"), "invalid_expiry_month_past")
  assert.equal(codeOf("cardExpiry", "03 / 26"), undefined)
  assert.equal(codeOf("cardExpiry", "12 / 25"), "invalid_expiry_year_past")
  assert.equal(codeOf("cardExpiry", "13 / 31"), "invalid_expiry_month")
  assert.equal(codeOf("cardCvc", "12", false), "incomplete_cvc")
})
