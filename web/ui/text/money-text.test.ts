import assert from "node:assert/strict"
import { test } from "node:test"
import { moneyText, noteOf } from "./money-text.ts"

test("an amount is shown in dollars and cents", () => {
  assert.equal(moneyText("0.00"), "$0.00")
  assert.equal(moneyText("42.50"), "$42.50")
  assert.equal(moneyText("1042.05"), "$1,042.05")
})

test("a negative amount has a minus sign, not a hyphen", () => {
  assert.equal(moneyText("-12.00"), "\u2212$12.00")
})

test("an amount that a float cannot represent does not lose a cent", () => {
  assert.equal(moneyText("90071992547409.93"), "$90,071,992,547,409.93")
})

test("ACCESS-02 a footnote mark is the number of its note, and other marks are read as they are", () => {
  assert.equal(noteOf("<sup>2</sup>"), "2")
  assert.equal(noteOf(" <sup>*</sup> "), "*")
  for (const words of ["estimated", "<sup>see the bill</sup>", "<sup><a>2</a></sup>", ""]) {
    assert.equal(noteOf(words), undefined)
  }
})
