import assert from "node:assert/strict"
import { test } from "node:test"
import { EntryRefused, GatewayUnreachable } from "../contract.ts"
import { billingDetails, frameState, type GivenError, refusalOf } from "./answers.ts"
import { isOfStripe } from "./load-script.ts"

const change = {
  elementType: "cardNumber",
  empty: false,
  complete: false,
  error: undefined,
} as const

test("a network is one that we accept, another one, or not known yet", () => {
  for (const [brand, cardType] of [
    ["visa", "VS"],
    ["mastercard", "MC"],
    ["discover", "DS"],
    ["amex", "AM"],
    ["diners", "other"],
    ["unknown", ""],
    [undefined, ""],
  ] as const) {
    assert.equal(frameState({ ...change, ...(brand && { brand }) }).cardType, cardType)
  }
})

test("a text that is too short is not invalid", () => {
  const invalid = (code: string) =>
    frameState({ ...change, error: { type: "validation_error", code, message: "" } }).isInvalid
  assert.equal(invalid("incomplete_number"), false)
  assert.equal(invalid("invalid_number"), true)
  assert.equal(invalid("invalid_expiry_year_past"), true)
})

test("an error of Stripe names the field that it is about", () => {
  for (const [type, code, param, field] of [
    ["validation_error", "incomplete_number", undefined, "number"],
    ["validation_error", "invalid_expiry_month_past", undefined, "expiration"],
    ["validation_error", "incomplete_cvc", undefined, "code"],
    ["card_error", "incorrect_number", "number", "number"],
    ["card_error", "invalid_expiry_year", "exp_year", "expiration"],
    ["card_error", "expired_card", "card[exp_month]", "expiration"],
    ["card_error", "card_declined", undefined, undefined],
    ["invalid_request_error", undefined, "us_bank_account[routing_number]", "routing"],
    ["invalid_request_error", undefined, "us_bank_account[account_number]", "account"],
    ["invalid_request_error", undefined, "billing_details[name]", "holder"],
    ["invalid_request_error", undefined, "billing_details[address][state]", undefined],
  ] as const) {
    const given: GivenError = { type, ...(code && { code }), ...(param && { param }) }
    const refusal = refusalOf(given)
    assert.ok(refusal instanceof EntryRefused, JSON.stringify(given))
    assert.equal(refusal.field, field, JSON.stringify(given))
  }
})

test("an error that no entry causes says why the gateway cannot be used", () => {
  for (const [type, reason] of [
    ["invalid_request_error", "surface"],
    ["authentication_error", "surface"],
    ["api_connection_error", "answer"],
    ["api_error", "answer"],
    ["rate_limit_error", "answer"],
  ] as const) {
    const refusal = refusalOf({ type })
    assert.ok(refusal instanceof GatewayUnreachable)
    assert.equal(refusal.reason, reason, type)
  }
})

test("billing details leave out what is empty", () => {
  const address = { lines: ["1 Harbor Street", "", "Rear"], city: "Chicago", state: "IL", zip: "" }
  assert.deepEqual(billingDetails({ holder: "Maria Santos", address }), {
    name: "Maria Santos",
    address: {
      line1: "1 Harbor Street",
      line2: "Rear",
      city: "Chicago",
      state: "IL",
      country: "US",
    },
  })
})

test("scripts come from Stripe's hosts alone, or from the host of its first script", () => {
  const script = "https://js.stripe.com/endive/stripe.js"
  for (const [address, isAllowed] of [
    ["https://js.stripe.com/v3/more.js", true],
    ["https://b.js.stripe.com/more.js", true],
    ["http://b.js.stripe.com/more.js", false],
    ["https://js.stripe.com.example/more.js", false],
    ["https://notjs.stripe.com/more.js", false],
    ["https://api.stripe.com/more.js", false],
    ["data:text/javascript,1", false],
  ] as const) {
    assert.equal(isOfStripe(address, script), isAllowed, address)
  }
  assert.equal(isOfStripe("http://localhost:1/more.js", "http://localhost:1/stripe.js"), true)
})
