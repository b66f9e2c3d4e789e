import assert from "node:assert/strict"
import { test } from "node:test"
import { telephoneLink } from "./telephone.ts"

test("a telephone number becomes one that a telephone dials", () => {
  assert.equal(telephoneLink("(800) 555-0142"), "tel:+18005550142")
  assert.equal(telephoneLink("1-800-555-0142"), "tel:+18005550142")
})
