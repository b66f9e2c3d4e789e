import assert from "node:assert/strict"
import { test } from "node:test"
import { centsOf, decimalOf, dollarsOf } from "./money.ts"

test("formats cents as an exact decimal string", () => {
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

test("parses a decimal string and formats it back unchanged", () => {
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

test("shows an amount with a dollar sign and thousands separators", () => {
  assert.deepEqual([5, 4850, 99999, 104205, 123456700, -1200].map(dollarsOf), [
    "$0.05",
    "$48.50",
    "$999.99",
    "$1,042.05",
    "$1,234,567.00",
    "\u2212$12.00",
  ])
})
