import assert from "node:assert/strict"
import { test } from "node:test"
import type { Endpoint } from "#contracts/endpoint.ts"
import { endpoints } from "#contracts/endpoints.ts"
import { acceptedText, differencesOf, tableText } from "./table.expected.ts"

test("AGENT-03 calls.txt contains the calls, roles and proofs of the contract rows", () => {
  const differences = differencesOf(tableText, endpoints).join("\n")
  assert.ok(
    tableText === acceptedText(tableText, endpoints),
    `calls.txt (-) differs from the contract rows (+):\n${differences}\nIf the contract rows are right: npm run generate`,
  )
})

const some = endpoints["GET /appauth/securityQuestions"]
const read: Endpoint = { ...some, role: "customer" }
const write: Endpoint = { ...some, role: "customer", proof: "recent" }
const lines = [
  "# Calls",
  "GET /a  customer  none  none (reads)",
  "PUT /b  customer  recent  signOut",
]
const text = acceptedText(lines.join("\n"), { "GET /a": read, "PUT /b": write })

/** The differences from two calls, without the widths of the columns. */
function differencesFrom(contract: Record<string, Endpoint>): string[] {
  return differencesOf(text, contract).map((line) => line.replaceAll(/ +/g, " "))
}

test("the comparison shows another role, another proof, a new call and a deleted call", () => {
  assert.deepEqual(differencesFrom({ "GET /a": read, "PUT /b": write }), [])
  assert.deepEqual(differencesFrom({ "GET /a": { ...read, role: "staff" }, "PUT /b": write }), [
    "- GET /a customer none none (reads)",
    "+ GET /a staff none none (reads)",
  ])
  const withCaptcha: Endpoint = { ...write, captcha: "registration" }
  assert.deepEqual(differencesFrom({ "GET /a": read, "PUT /b": withCaptcha }), [
    "- PUT /b customer recent signOut",
    "+ PUT /b customer recent, captcha:registration signOut",
  ])
  assert.deepEqual(differencesFrom({ "GET /a": read, "PUT /b": write, "PUT /c": write }), [
    "+ PUT /c customer recent none",
  ])
  assert.deepEqual(differencesFrom({ "GET /a": read }), ["- PUT /b customer recent signOut"])
})

test("the comparison shows lines in another order", () => {
  const [first = "", second = ""] = text.split("\n").slice(-3)
  const swapped = text.replace(`${first}\n${second}`, `${second}\n${first}`)
  assert.equal(differencesOf(swapped, { "GET /a": read, "PUT /b": write }).length, 2)
})
