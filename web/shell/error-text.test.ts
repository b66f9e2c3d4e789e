import assert from "node:assert/strict"
import { test } from "node:test"
import { errorText } from "./error-text.ts"

test("HOST-10 an error with a status is told by status and text", () => {
  assert.equal(errorText({ status: 404, statusText: "Not Found" }), "404 Not Found")
  assert.equal(errorText({ status: 500 }), "500")
})

test("HOST-10 any other error is told by its message", () => {
  assert.equal(errorText(new Error("The chunk did not load.")), "The chunk did not load.")
  assert.equal(errorText("gone"), "gone")
})
