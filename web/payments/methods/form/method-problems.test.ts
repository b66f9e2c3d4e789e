import assert from "node:assert/strict"
import { test } from "node:test"
import { cardTypes } from "#contracts/payments/payment-method-rules.ts"
import type { FrameName, FrameState } from "../../fields/contract.ts"
import { emptyDraft, type MethodDraft } from "./method-draft.ts"
import { frameProblem, problemsIn } from "./method-problems.ts"

const offered = cardTypes.filter(({ code }) => code !== "DS")

function problems(typed: Partial<MethodDraft>, isNew = true) {
  return problemsIn({ ...emptyDraft, ...typed }, isNew, { today: "03/02/2026", offered })
}

const typed: FrameState = {
  isEmpty: false,
  isComplete: false,
  isInvalid: false,
  isPast: false,
  cardType: "",
}
const whole: FrameState = { ...typed, isComplete: true }

function withFrames(states: Partial<Record<FrameName, FrameState>>): Partial<MethodDraft> {
  return { frames: { ...emptyDraft.frames, ...states } }
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
    number: "Enter the card number",
    expiration: "Enter the expiration date",
    code: "Enter the security code (CVV/CVC)",
  })
  const bank = problems({ kind: "bank" })
  assert.equal(bank.holder, "Enter the name of the account holder")
  assert.equal(bank.routingAgain, "Enter the bank routing number again")
  assert.equal(bank.number, undefined)
  const saved = problems({}, false)
  assert.deepEqual([saved.month, saved.year], ["Choose a month", "Choose a year"])
  assert.equal(saved.code, undefined)
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

test("METHODS-11 a past month of a saved card is rejected", () => {
  assert.equal(problems({ month: "02", year: "2026" }, false).month, "This date has passed.")
  assert.equal(problems({ month: "03", year: "2026" }, false).month, undefined)
})

test("METHODS-11 an incomplete frame is rejected, and so is a network that the client does not take", () => {
  assert.equal(frameProblem("number", typed, offered), "Please check this number.")
  assert.equal(frameProblem("expiration", typed, offered), "Please check this date.")
  assert.equal(frameProblem("code", typed, offered), "Please check this code.")
  assert.equal(frameProblem("code", whole, offered), undefined)
  assert.equal(
    frameProblem("expiration", { ...typed, isPast: true }, offered),
    "This date has passed.",
  )
  for (const cardType of ["DS", "other"] as const) {
    const text = frameProblem("number", { ...whole, cardType }, offered)
    assert.equal(text, "We take VISA, MasterCard, Amex.")
  }
  assert.equal(frameProblem("number", { ...whole, cardType: "AM" }, offered), undefined)
})

test("METHODS-03 a chosen type that differs from the number's is rejected", () => {
  const visa = withFrames({ number: { ...whole, cardType: "VS" } })
  assert.equal(problems({ ...visa, cardType: "MC" }).number, "Please check this number.")
  assert.equal(problems({ ...visa, cardType: "VS" }).number, undefined)
  assert.equal(problems({ ...visa, cardType: "" }).cardType, "Choose the card type")
  // Without a type, the error of the number is the only one that helps.
  const diners = problems(withFrames({ number: { ...whole, cardType: "other" } }))
  assert.equal(diners.cardType, undefined)
  // The gateway does not always name the network.
  assert.equal(problems({ ...withFrames({ number: whole }), cardType: "MC" }).number, undefined)
})
