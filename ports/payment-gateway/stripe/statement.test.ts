import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { statementNameFrom } from "#services/brands/statement-name.ts"
import { statementDescriptors } from "./statement.ts"

test("a bank statement shows the company's name, and a card statement the words that fit after the prefix", () => {
  for (const [statementName, suffix] of [
    ["HARBOR MUTUAL", "HARBOR"],
    ["Wayfarer Co", "Wayfarer"],
    ["Tradesfund", "Tradesfund"],
    ["Steelworkersfund", "Steelworke"],
    ["1234567890 Union", "Union"],
    ["12345678901-Fund", "Fund"],
  ] as const) {
    assert.deepEqual(statementDescriptors({ kind: "bank", statementName }), {
      statement_descriptor: statementName,
    })
    assert.deepEqual(statementDescriptors({ kind: "card", statementName }), {
      statement_descriptor_suffix: suffix,
    })
  }
})

test("a statement fits Stripe's rules for every client, with the longest prefix of an account", () => {
  const name = fc.oneof(
    fc.string({ unit: "binary", maxLength: 100 }),
    fc.string({ unit: fc.constantFrom("A", "b", "7", "0", " ", ".", ",", "-"), maxLength: 40 }),
  )
  // 5 to 22 characters of these, and a letter in each part.
  const rules = /^(?=.*[A-Za-z])[A-Za-z0-9 .-]{5,22}$/
  fc.assert(
    fc.property(name, (text) => {
      const statementName = statementNameFrom(text)
      const bank = statementDescriptors({ kind: "bank", statementName })
      assert.match(`${bank.statement_descriptor}`, rules)
      const { statement_descriptor_suffix: suffix = "" } = statementDescriptors({
        kind: "card",
        statementName,
      })
      assert.match(suffix, /^(?=.*[A-Za-z])[A-Za-z0-9 .-]{1,10}$/)
      assert.ok(`PREFIXOF10* ${suffix}`.length <= 22)
    }),
  )
})
