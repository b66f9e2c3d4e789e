import assert from "node:assert/strict"
import { test } from "node:test"
import { formattedPhone, isPhone, phoneInvalidText } from "./phone-rules.ts"

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
