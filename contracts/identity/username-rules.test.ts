import assert from "node:assert/strict"
import { test } from "node:test"
import { isUsername } from "./username-rules.ts"

test("a username consists of letters, digits and a few other characters, so that a userid can be split", () => {
  for (const typed of ["ana", "Ana.Duarte_2", "ana@example.com"]) {
    assert.equal(isUsername(typed), true, typed)
  }
  for (const typed of ["", "_ana", "ana duarte", "añá", "a".repeat(101), "a/b"]) {
    assert.equal(isUsername(typed), false, typed)
  }
})
