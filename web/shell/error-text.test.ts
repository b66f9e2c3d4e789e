import assert from "node:assert/strict"
import { test } from "node:test"
import { CallError } from "#web/calls/api.ts"
import { errorText } from "./error-text.ts"
import * as texts from "./texts.ts"

test("HOST-10 an error with a status shows its status and text", () => {
  assert.equal(errorText({ status: 404, statusText: "Not Found" }), "404 Not Found")
  assert.equal(errorText({ status: 500 }), "500")
})

test("HOST-10 any other error shows its message", () => {
  const message = { type: "ERROR" as const, content: ["Please wait."], messageId: "wait" }
  assert.equal(errorText(new CallError([message], { status: 429 })), "Please wait.")
})

test("LINES-01 a technical error shows a general text", () => {
  const address = "Failed to fetch dynamically imported module: http://localhost/assets/a.js"
  for (const error of [new TypeError(address), "gone", undefined, null]) {
    assert.equal(errorText(error), texts.ourFault)
  }
})
