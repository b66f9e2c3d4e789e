import assert from "node:assert/strict"
import { test } from "node:test"
import { cardPatternProblem, cardPatternTitles, isCardNumberOf } from "./card-pattern.ts"

const visa = "^4[0-9]{12}(?:[0-9]{3}){0,2}$"

test("METHODS-03 a number is matched without its spaces and dashes", () => {
  assert.equal(isCardNumberOf(visa, "4242424242424242"), true)
  assert.equal(isCardNumberOf(visa, "4242-4242 4242-4242"), true)
  assert.equal(isCardNumberOf(`\n ${visa} \n`, "4222222222222"), true)
  assert.equal(isCardNumberOf(visa, "5555555555554444"), false)
  assert.equal(isCardNumberOf(visa, "424242424242424"), false)
  assert.equal(isCardNumberOf(visa, "4242 4242 4242 424x"), false)
})

test("METHODS-03 every alternative matches the whole number", () => {
  const either = "^5[1-5]\\d{14}|2[2-7]\\d{14}$"
  assert.equal(isCardNumberOf(either, "5555555555554444"), true)
  assert.equal(isCardNumberOf(either, "2223003122003222"), true)
  assert.equal(isCardNumberOf(either, "55555555555544449999"), false)
  assert.equal(isCardNumberOf(either, "92223003122003222"), false)
})

test("a number of more than 19 digits does not match, and no number matches an empty pattern", () => {
  assert.equal(isCardNumberOf("^\\d{1,19}\\d?$", "4".repeat(20)), false)
  assert.equal(isCardNumberOf("", "4242424242424242"), false)
  assert.equal(isCardNumberOf("^(.*)*$", "4242424242424242"), false)
})

for (const pattern of [
  "",
  visa,
  "^3[47][0-9]{13}$",
  "^6(?:011|5[0-9]{2})[0-9]{12}$",
  "^(?:5[1-5][0-9]{2}|222[1-9]|22[3-9][0-9]|2[3-6][0-9]{2}|27[01][0-9]|2720)[0-9]{12}$",
  "^4\\d{12}(\\d{3})?$",
]) {
  test(`${pattern || "nothing"} is a valid pattern`, () => {
    assert.equal(cardPatternProblem(pattern), undefined)
  })
}

for (const [pattern, why] of [
  ["4\\d{15}", /must begin with \^ and end with \$/],
  ["^4\\d*$", /is neither digits nor a group/],
  ["^4\\d+$", /is neither digits nor a group/],
  ["^((((4))))$", /groups within groups/],
  ["^\\d{1,99}$", /at most 19/],
  ["^\\d{9,1}$", /the smaller number first/],
  ["^(4\\d{15}$", /opens what nothing closes/],
  ["^{2}4$", /is neither digits nor a group/],
  ["^[9-0]$", /begin with the smaller digit/],
  ["^4\\d{15})$", /cannot be read from/],
  ["^4.{15}$", /is neither digits nor a group/],
  ["^(?=4)\\d{16}$", /is neither digits nor a group/],
  ["^(?<a>4)\\d{15}$", /is neither digits nor a group/],
  ["^[^4]\\d{15}$", /is neither digits nor a group/],
  ["^\\1$", /is neither digits nor a group/],
  [`^${"4".repeat(600)}$`, /longer than/],
] as const) {
  test(`${pattern.slice(0, 30)} is not a valid pattern`, () => {
    assert.match(cardPatternProblem(pattern) ?? "", why)
  })
}

for (const slow of [
  `^${"(?:\\d{0,9}|\\d?)".repeat(30)}5$`,
  "^(((\\d?){19}){19}){19}5$",
  "^(((\\d{0,19}|\\d){1,19}){1,19}){1,19}5$",
]) {
  test(`${slow.slice(0, 30)} takes no time, although a regular expression would take forever`, () => {
    assert.equal(cardPatternProblem(slow), undefined)
    assert.equal(isCardNumberOf(slow, "4".repeat(19)), false)
    assert.equal(isCardNumberOf(slow, "4444444444445"), true)
  })
}

test("every card type has its own title", () => {
  assert.deepEqual(cardPatternTitles, [
    "card number pattern visa",
    "card number pattern mastercard",
    "card number pattern discover",
    "card number pattern amex",
  ])
})
