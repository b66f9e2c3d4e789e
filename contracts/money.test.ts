import assert from "node:assert/strict"
import { test } from "node:test"
import { centsOf, decimalOf, dollarsOf } from "./money.ts"

test("cents become a decimal string, exact to the cent", () => {
  const amounts = [0, 5, 99, 100, 123450, -5, -12345, 900719925474099]
  assert.deepEqual(amounts.map(decimalOf), [
    "0.00",
    "0.05",
    "0.99",
    "1.00",
    "1234.50",
    "-0.05",
    "-123.45",
    "9007199254740.99",
  ])
})

test("a decimal string becomes cents, and comes back the same", () => {
  for (const amount of [
    "0.00",
    "0.05",
    "-0.05",
    "48.50",
    "1234.50",
    "-123.45",
    "9007199254740.99",
  ]) {
    assert.equal(decimalOf(centsOf(amount)), amount)
  }
})

test("an amount in a sentence has its dollar sign and its groups", () => {
  assert.deepEqual([5, 4850, 99999, 104205, 123456700, -1200].map(dollarsOf), [
    "$0.05",
    "$48.50",
    "$999.99",
    "$1,042.05",
    "$1,234,567.00",
    "\u2212$12.00",
  ])
})
