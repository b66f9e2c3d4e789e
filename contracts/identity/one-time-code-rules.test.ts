import assert from "node:assert/strict"
import { test } from "node:test"
import { isPasscode } from "./one-time-code-rules.ts"

test("a one-time code is exactly six digits", () => {
  assert.equal(isPasscode("012345"), true)
  for (const wrong of ["", "12345", "1234567", "12345a", " 12345", "١٢٣٤٥٦"]) {
    assert.equal(isPasscode(wrong), false, wrong)
  }
})
