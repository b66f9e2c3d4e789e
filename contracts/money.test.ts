import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { centsOf, chosenAmount, decimalOf, dollarsOf, typedAmount } from "./money.ts"

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

test("a typed amount is read if it can mean only one amount", () => {
  const read = {
    ...{ "0.99": "0.99", "12.5": "12.50", "12": "12.00", "$12.50": "12.50", " 12.50 ": "12.50" },
    ...{ "1,234": "1234.00", "1,234.56": "1234.56", "$1,234,567.8": "1234567.80", "0.5": "0.50" },
  }
  for (const [typed, amount] of Object.entries(read))
    assert.equal(typedAmount(typed), amount, typed)
})

test("a typed text that could mean another amount, or none, is refused", () => {
  for (const typed of [
    ...["0,99", "1,5", "12,50", "1.234,56", "12.505", "-5", "1e1", "１２.５０", "1２", "٣"],
    ...[
      "0,999",
      "01,234",
      "1,2345",
      "1234,567",
      "12,34,567",
      ",123",
      "1,234,",
      "1,,234",
      "1,234,56",
    ],
    ...["0", "0.00", "", " ", "$", "$$5", "5$", "+5", "(5)", "5 %", "1 234", "1'234", "1\u00a0234"],
    ...[
      "12.",
      ".5",
      "1.2.3",
      "0x10",
      "1_000",
      "Infinity",
      "NaN",
      "12,345678",
      "10000000",
      "007",
      "5 USD",
    ],
  ]) {
    assert.equal(typedAmount(typed), undefined, JSON.stringify(typed))
  }
})

test("every amount is read correctly in any notation", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999_999_999 }), (amount) => {
      for (const written of [decimalOf(amount), dollarsOf(amount), dollarsOf(amount).slice(1)]) {
        assert.equal(typedAmount(written), decimalOf(amount))
      }
    }),
    { numRuns: 2_000 },
  )
})

test("a text is only read as the amount that it is without its grouping, which is the usual one", () => {
  const unit = fc.constantFrom(..."0123459.,$-")
  let read = 0
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 9 }), (typed) => {
      const amount = typedAmount(typed)
      if (amount === undefined) return
      read += 1
      assert.match(amount, chosenAmount)
      const plain = typed.replace("$", "")
      assert.equal(Number(plain.replaceAll(",", "")), Number(amount))
      const [grouped = ""] = dollarsOf(centsOf(amount)).slice(1).split(".")
      if (plain.includes(",")) assert.equal(plain.split(".")[0], grouped)
    }),
    { numRuns: 20_000 },
  )
  assert.ok(read > 500, `${read} texts are amounts`)
})
