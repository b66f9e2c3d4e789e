import assert from "node:assert/strict"
import { test } from "node:test"
import { codeText } from "./code-text.ts"

test("a code keeps its characters and loses its spaces", () => {
  assert.equal(codeText("123456", 6), "123456")
  assert.equal(codeText(" 123 456\n", 6), "123456")
  assert.equal(codeText("12\u00a034\u202f56", 6), "123456")
})

test("a code is cut at its length", () => {
  assert.equal(codeText("12345678", 6), "123456")
  assert.equal(codeText("", 6), "")
})
