import assert from "node:assert/strict"
import { test } from "node:test"
import { filteredDigits, filteredZip } from "./payment-method-rules.ts"

test("METHODS-02 a zip code keeps its digits and dash, at most ten characters", () => {
  assert.equal(filteredZip("04106"), "04106")
  assert.equal(filteredZip(" 04106-1234 x"), "04106-1234")
  assert.equal(filteredZip("O4106-123456"), "4106-12345")
  assert.equal(filteredZip("٠٤١٠٦"), "04106")
})

test("bank numbers keep only their digits, so that they can be compared", () => {
  assert.equal(filteredDigits(" 110 000-000 ", 9), "110000000")
  assert.equal(filteredDigits("1100000001", 9), "110000000")
})
