import assert from "node:assert/strict"
import { test } from "node:test"
import { codeText } from "./code-text.ts"

const pasted: [string, string][] = [
  ["123456", "123456"],
  [" 123 456\n", "123456"],
  ["12\u00a034\u202f56", "123456"],
  ["Your code: 123456", "123456"],
  ["123-456", "123456"],
  ["\u200e123456\u200f", "123456"],
  ["\u202a123\u200b456\u202c", "123456"],
  ["\uff11\uff12\uff13\uff14\uff15\uff16", "123456"],
  ["١٢٣ ٤٥٦", "123456"],
  ["१२३४५६", "123456"],
  ["Code: 𝟏𝟐𝟑𝟒𝟓𝟔", "123456"],
  ["Sent 11/22/2026 at 19:30. Your code is 123456.", "123456"],
  ["Call (800) 555-0142. Your code is 123456.", "123456"],
  ["Call (800)555-0142. Your code is 123456.", "123456"],
  ["Call 800-555-0142. Your code is 123-456.", "123456"],
  ["Call 1-800-555-0142 or 800 555 0142 or 800.555.0142. Code: 123 456", "123456"],
  ["Your code is 123456. Call 800-555-0142.", "123456"],
  ["12345678", "123456"],
  ["12o", "12"],
  ["Yourco", ""],
  ["", ""],
]

for (const [text, code] of pasted) {
  test(`LOGIN-16 the code is found in ${JSON.stringify(text)}`, () => {
    assert.equal(codeText(text, 6), code)
  })
}
