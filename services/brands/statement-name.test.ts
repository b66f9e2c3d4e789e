import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { isStatementName, statementNameFrom } from "./statement-name.ts"

test("a name has 5 to 16 characters that every statement shows, and three letters", () => {
  for (const name of [
    "Harbor Mutual",
    "AB-1c",
    "Local 1104",
    "A.B. Smith Inc.",
    "0123456789012abc",
  ]) {
    assert.ok(isStatementName(name), name)
  }
  for (const name of [
    "Fund",
    "Harbor Mutual Ins",
    "Smith's",
    "Smith, Inc.",
    "Müller AG",
    "12345 AB",
    " Harbor",
    "Harbor ",
  ]) {
    assert.ok(!isStatementName(name), name)
  }
})

test("a client without a short name has the first words of its name that fit", () => {
  const expected = {
    "Harbor Mutual": "Harbor Mutual",
    "United Trades Benefit Fund": "United Trades",
    "Wayfarer Assistance": "Wayfarer",
    "Steelworkers Local 1104": "Steelworkers",
    "Sixteen Letters1 Fund": "Sixteen Letters1",
    "Harbor Mutual, Inc.": "Harbor Mutual",
    "Müller & O'Neil": "Muller and ONeil",
    "The Steelworkersassociation": "The Steelworkers",
    "A Company-of-Long-Words": "A Company-of-Lon",
    Steelworkersassociation: "Steelworkersasso",
    Test: "Plan payment",
    保険: "Plan payment",
  }
  for (const [name, text] of Object.entries(expected)) assert.equal(statementNameFrom(name), text)
})

test("a name of any characters gives a name for statements", () => {
  const name = fc.oneof(
    fc.string({ unit: "binary", maxLength: 100 }),
    fc.string({ unit: fc.constantFrom("A", "é", "7", " ", ".", "&", "'"), maxLength: 40 }),
  )
  fc.assert(fc.property(name, (text) => isStatementName(statementNameFrom(text))))
})
