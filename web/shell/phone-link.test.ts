import assert from "node:assert/strict"
import { test } from "node:test"
import { phoneLink } from "./phone-link.ts"

test("a phone number becomes a link that a phone dials", () => {
  assert.equal(phoneLink("(800) 555-0142"), "tel:+18005550142")
  assert.equal(phoneLink("1-800-555-0142"), "tel:+18005550142")
})
