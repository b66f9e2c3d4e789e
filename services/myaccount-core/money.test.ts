import assert from "node:assert/strict"
import { test } from "node:test"
import { decimalOf } from "./money.ts"

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
