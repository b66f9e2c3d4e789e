import assert from "node:assert/strict"
import { test } from "node:test"
import {
  emailInvalidText,
  formattedPhone,
  isBlank,
  isEmailAddress,
  isNewPassword,
  isPasscode,
  isPhone,
  isUsername,
  passwordChecklist,
  phoneInvalidText,
  planNumberLengthText,
  planNumberNumericText,
  planNumberOf,
  planNumberProblem,
  requiredText,
} from "./rules.ts"

test("a one-time code is exactly six digits", () => {
  assert.equal(isPasscode("012345"), true)
  for (const wrong of ["", "12345", "1234567", "12345a", " 12345", "١٢٣٤٥٦"]) {
    assert.equal(isPasscode(wrong), false, wrong)
  }
})

test("treats a value of spaces as blank", () => {
  assert.equal(isBlank("  \t"), true)
  assert.equal(isBlank(" a"), false)
})

test("RECOVER-02 REGISTER-01 a plan number has at least ten digits, and the last ten identify it", () => {
  for (const typed of ["4000000017", " 4000 000 017 ", "0014000000017"]) {
    assert.equal(planNumberProblem(typed), undefined, typed)
    assert.equal(planNumberOf(typed), "4000000017")
  }
  for (const typed of ["40000000a7", "4000-000-017", "x"]) {
    assert.equal(planNumberProblem(typed), planNumberNumericText, typed)
  }
  for (const typed of ["", "  ", "400000001"]) {
    assert.equal(planNumberProblem(typed), planNumberLengthText, typed)
  }
  assert.equal(planNumberNumericText, "Your Certificate/Plan Number should be numeric.")
  assert.equal(planNumberLengthText, "Your Certificate/Plan Number should be 10 digits long.")
})

test("RECOVER-02 an email address has a local part, a domain and an ending of 2 to 4 letters", () => {
  for (const typed of ["a@b.co", " ana.duarte+x@mail.example.com ", "o'brien@example.info"]) {
    assert.equal(isEmailAddress(typed), true, typed)
  }
  const wrong = ["", "a", "a@b", "a@b.c", "a@b.museum", "a b@c.de", "@b.de", "a@@b.de", "a@b.de,"]
  for (const typed of [...wrong, `${"a".repeat(250)}@b.de`]) {
    assert.equal(isEmailAddress(typed), false, typed)
  }
  assert.equal(emailInvalidText, "The email address you have entered is not valid.")
})

test("ORIGIN-11 refuses an email address with invisible or encoded characters", () => {
  for (const typed of [
    "a@b.co\u2028",
    "\u2029a@b.co",
    "a@b.co\n",
    "a@b.co\ufeff",
    "a\u200b@b.co",
  ]) {
    assert.equal(isEmailAddress(typed), false, JSON.stringify(typed))
  }
  assert.equal(isEmailAddress("=?utf-8?q?x?=@b.com"), false)
  assert.equal(isEmailAddress("a?=b=@b.com"), true)
  assert.equal(isEmailAddress("\u00a0a@b.co\t"), true)
})

test("a phone number is empty or has ten digits, and is formatted as (xxx) xxx-xxxx", () => {
  assert.equal(formattedPhone("2075550123"), "(207) 555-0123")
  assert.equal(formattedPhone("(207) 555-0123 9"), "(207) 555-0123")
  const typedSoFar = ["2", "207", "2075", "207555", "2075550"].map(formattedPhone)
  assert.deepEqual(typedSoFar, ["2", "207", "(207) 5", "(207) 555", "(207) 555-0"])
  assert.deepEqual(["", "(207) 555-0123", "207555012", "abc"].map(isPhone), [
    true,
    true,
    false,
    false,
  ])
  assert.equal(phoneInvalidText, "Please enter a 10-digit phone number.")
})

test("REGISTER-04 RECOVER-07 the live list of a new password has five lines", () => {
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
  assert.equal(requiredText, "Please fill out this field.")
})

test("a username has letters, digits and a few marks, so that a userid can be split", () => {
  for (const typed of ["ana", "Ana.Duarte_2", "ana@example.com"]) {
    assert.equal(isUsername(typed), true, typed)
  }
  for (const typed of ["", "_ana", "ana duarte", "añá", "a".repeat(101), "a/b"]) {
    assert.equal(isUsername(typed), false, typed)
  }
})
