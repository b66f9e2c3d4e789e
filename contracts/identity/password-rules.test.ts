import assert from "node:assert/strict"
import { test } from "node:test"
import { isNewPassword, passwordChecklist } from "./password-rules.ts"

test("REGISTER-04 RECOVER-07 the live list for a new password has five lines", () => {
  assert.deepEqual(
    passwordChecklist("anchor26", "anchor").map(({ text, isMet }) => [text, isMet]),
    [
      ["at least 8 characters in length", true],
      ["at least 1 lowercase letter (a-z)", true],
      ["at least 1 uppercase letter (A-Z)", false],
      ["at least 1 number (i.e. 0-9)", true],
      ["New and Confirm password must match", false],
    ],
  )
  const isMet = (password: string, confirmation: string) =>
    passwordChecklist(password, confirmation).every((line) => line.isMet)
  assert.equal(isMet("Anchor-2026", "Anchor-2026"), true)
  assert.equal(isMet("", ""), false)
  assert.equal(isNewPassword("Anchor-2026"), true)
  for (const weak of [
    "",
    "Ancho-1",
    "anchor-2026",
    "ANCHOR-2026",
    "Anchor-two",
    "Aa1".repeat(99),
  ]) {
    assert.equal(isNewPassword(weak), false, weak)
  }
})
