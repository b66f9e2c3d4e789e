import assert from "node:assert/strict"
import { test } from "node:test"
import { statementDescriptors } from "./statement.ts"

test("a card statement shows the end of the number, a bank statement name and number", () => {
  const description = "Term Life <Insurance>, 20 years 4003120956"
  assert.deepEqual(statementDescriptors({ kind: "card", description }), {
    statement_descriptor_suffix: "PLAN 0956",
  })
  assert.deepEqual(statementDescriptors({ kind: "bank", description }), {
    statement_descriptor: "Term Life I 4003120956",
  })
})

test("a bank statement's text has 5 to 22 characters and a letter, with any name", () => {
  for (const description of [
    "1 2",
    "A very long name of a product 123456789012345",
    "* 1",
    "保険 77",
  ]) {
    const { statement_descriptor: text = "" } = statementDescriptors({ kind: "bank", description })
    assert.match(text, /^(?=.*[A-Za-z])[\w .,-]{5,22}$/, description)
  }
})
