import assert from "node:assert/strict"
import { test } from "node:test"
import { inkOn } from "./brand.ts"

test("text on a colored band uses the more readable of two colors", () => {
  assert.equal(inkOn("#000000"), "#ffffff")
  assert.equal(inkOn("#0B3D4F"), "#ffffff")
  assert.equal(inkOn("#c8102e"), "#ffffff")
  assert.equal(inkOn("#ffffff"), "#1c1f22")
  assert.equal(inkOn("#ffc72c"), "#1c1f22")
})
