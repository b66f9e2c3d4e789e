import assert from "node:assert/strict"
import { test } from "node:test"
import { cardTypeOf } from "#contracts/payments/payment-method-rules.ts"
import { emptyDraft, type MethodDraft } from "./method-draft.ts"
import { problemsIn } from "./method-problems.ts"

function problems(typed: Partial<MethodDraft>, isNew = true) {
  return problemsIn({ ...emptyDraft, ...typed }, isNew, "03/02/2026")
}

test("METHODS-02 a zip code has five or nine digits", () => {
  for (const zip of ["04106", "04106-1234", "041061234"]) {
    assert.equal(problems({ zip }).zip, undefined, zip)
  }
  for (const zip of ["-", "0410", "-----", "04106-"]) {
    assert.equal(problems({ zip }).zip, "Please enter a 5-digit or 9-digit zip code.", zip)
  }
  assert.equal(problems({}).zip, "Enter the zip code")
})

test("METHODS-11 the error of a blank field names the value to enter", () => {
  assert.deepEqual(problems({ addressLine2: "", holder: " " }), {
    holder: "Enter the name on the card",
    addressLine1: "Enter the street address",
    city: "Enter the city",
    state: "Choose the state",
    zip: "Enter the zip code",
    cardType: "Choose the card type",
    number: "Enter the card number",
    month: "Choose the month in which the card expires",
    year: "Choose the year in which the card expires",
    code: "Enter the security code (CVV/CVC)",
  })
  const bank = problems({ kind: "bank" })
  assert.equal(bank.holder, "Enter the name of the account holder")
  assert.equal(bank.routingAgain, "Enter the bank routing number again")
  assert.equal(problems({}, false).code, undefined)
})

test("METHODS-17 an account that is chosen at the bank needs no numbers, and nothing else instead", () => {
  const typed = { kind: "bank", bankEntry: "instant" } as const
  const numbers = ["routing", "routingAgain", "account", "accountAgain"] as const
  const missing = problems(typed)
  assert.equal(missing.connected, "Sign in to your bank and choose an account")
  for (const field of numbers) assert.equal(missing[field], undefined, field)
  const connected = { token: "token_1", institution: "Harbor Bank", lastFour: "6789" }
  assert.equal(problems({ ...typed, connected }).connected, undefined)
  assert.equal(problems({ bankEntry: "instant" }).connected, undefined, "a card")
  assert.notEqual(problems({ kind: "bank", connected }).routing, undefined, "typed after all")
})

test("METHODS-11 a security code has three digits, or four on Amex, and a past month is rejected", () => {
  const code = (cardType: MethodDraft["cardType"], typed: string) =>
    problems({ cardType, code: typed }).code
  assert.equal(code("VS", "12"), "Enter the 3 digits of the security code (CVV/CVC)")
  assert.equal(code("VS", "1234"), "Enter the 3 digits of the security code (CVV/CVC)")
  assert.equal(code("VS", "123"), undefined)
  assert.equal(code("AM", "123"), "Enter the 4 digits of the security code (CVV/CVC)")
  assert.equal(code("AM", "1234"), undefined)
  assert.equal(problems({ month: "02", year: "2026" }).month, "This date has passed.")
  assert.equal(problems({ month: "03", year: "2026" }).month, undefined)
})

test("METHODS-11 the first digits of a card number determine its type", () => {
  const types = {
    "4": "VS",
    "51": "MC",
    "2221": "MC",
    "2720": "MC",
    "6011": "DS",
    "65": "DS",
    "37": "AM",
  }
  for (const [digits, type] of Object.entries(types)) assert.equal(cardTypeOf(digits), type, digits)
  for (const digits of ["", "3", "5", "50", "2220", "2721", "60", "36"]) {
    assert.equal(cardTypeOf(digits), undefined, digits)
  }
  assert.equal(cardTypeOf("3782 822463 10005"), "AM")
})
