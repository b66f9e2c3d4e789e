import assert from "node:assert/strict"
import { test } from "node:test"
import { statementDescriptors } from "./statement.ts"

test("a bank statement shows the company's name, and a card statement the words that fit after the prefix", () => {
  for (const [statementName, suffix] of [
    ["HARBOR MUTUAL", "HARBOR"],
    ["Wayfarer Co", "Wayfarer"],
    ["Tradesfund", "Tradesfund"],
    ["Steelworkersfund", "Steelworke"],
  ] as const) {
    assert.deepEqual(statementDescriptors({ kind: "bank", statementName }), {
      statement_descriptor: statementName,
    })
    assert.deepEqual(statementDescriptors({ kind: "card", statementName }), {
      statement_descriptor_suffix: suffix,
    })
  }
})
