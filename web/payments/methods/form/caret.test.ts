import assert from "node:assert/strict"
import { test } from "node:test"
import { digitsBefore, placeAfter } from "./caret.ts"

test("the caret stays at its digit when group spaces are added or removed", () => {
  assert.equal(placeAfter("4242 4", digitsBefore("42424", 5)), 6)
  assert.equal(placeAfter("4242 4242", digitsBefore("424 24242", 3)), 3)
  assert.equal(placeAfter("4242 1424 2", digitsBefore("4242 14242", 6)), 6)
  assert.equal(placeAfter("", 3), 0)
  assert.equal(placeAfter("4242", 0), 0)
})
