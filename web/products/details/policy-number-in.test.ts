import assert from "node:assert/strict"
import { test } from "node:test"
import { policyNumberIn } from "./policy-number-in.ts"

test("HOST-13 an unreadable policy number in the address does not match a product", () => {
  assert.equal(policyNumberIn("4001930427"), "4001930427")
  assert.equal(policyNumberIn("A%2F1"), "A/1")
  assert.equal(policyNumberIn("1".repeat(40)), "1".repeat(40))
  for (const part of ["1".repeat(41), "%00".repeat(14)]) assert.equal(policyNumberIn(part), "")
  for (const part of ["%00", "%", "%ff", "1%0a"]) assert.equal(policyNumberIn(part), part)
})
