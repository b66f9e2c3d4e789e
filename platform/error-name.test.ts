import assert from "node:assert/strict"
import { test } from "node:test"
import { errorName } from "./error-name.ts"

test("the log names the table that a role may not use, and no value from other database errors", () => {
  const refused = (code: string, message: string) => Object.assign(new Error(message), { code })
  const lacking = refused("42501", "permission denied for view standing_bill")
  assert.equal(errorName(lacking), "42501 permission denied for view standing_bill")
  assert.equal(errorName(refused("22P02", 'invalid input syntax: "Maria"')), "22P02")
  assert.equal(errorName(new TypeError("Maria")), "TypeError")
  assert.equal(errorName("Maria"), "unknown")
})
