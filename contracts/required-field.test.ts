import assert from "node:assert/strict"
import { test } from "node:test"
import { isBlank, requiredText } from "./required-field.ts"

test("a value that consists of spaces counts as blank", () => {
  assert.equal(isBlank("  \t"), true)
  assert.equal(isBlank(" a"), false)
  assert.equal(requiredText, "Please fill out this field.")
})
