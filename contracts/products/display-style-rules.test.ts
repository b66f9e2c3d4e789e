import assert from "node:assert/strict"
import { test } from "node:test"
import { changeOf, displayStyles, payNowOf, styleOf } from "./display-style-rules.ts"

function product(paymentStatusDisplayStyle: string, message = "") {
  const action = { label: "A", disable: "N" as const, message }
  const paymentAction = { payNowLink: action, changeAutoPayOrFrequency: action }
  return { paymentStatusDisplayStyle, paymentAction }
}

test("CENTER-03 auto pay disables Pay Now, and a past due amount disables the change, even if the action is available", () => {
  for (const style of displayStyles) {
    assert.equal(payNowOf(product(style)).disable, style === "autopay" ? "Y" : "N", style)
    assert.equal(changeOf(product(style)).disable, style === "pastdue" ? "Y" : "N", style)
  }
  assert.match(payNowOf(product("autopay")).message, /on Auto Pay/)
  assert.match(changeOf(product("pastdue")).message, /pay the past due amount first/)
  assert.equal(changeOf(product("pastdue", "Please call us.")).message, "Please call us.")
})

test("CENTER-02 an unknown style is treated as empty", () => {
  for (const style of displayStyles) assert.equal(styleOf(product(style)), style)
  for (const style of ["strange", "toString", "AUTOPAY"]) assert.equal(styleOf(product(style)), "")
  assert.equal(payNowOf(product("strange")).disable, "N")
})
