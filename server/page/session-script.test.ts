import assert from "node:assert/strict"
import { test } from "node:test"
import { createContext, runInContext } from "node:vm"
import { customerBody, policyHolderBody } from "#contracts/products/customer-body.ts"
import { callAttributes, sessionScript } from "./session-script.ts"

const user = {
  ...{ userid: "maria_harbor", accountNumber: "HM2041187", policyNumber: "4001884417" },
  ...{ firstName: "Maria", lastName: "Santos", isEmailSubscribed: true, access_token: "token" },
}

/** The early call of a page with these attributes, in a browser where this user is signed in. */
function earlyCall(attributes: Record<string, string>) {
  const dataset = Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [name.replace("data-", ""), value]),
  )
  const window: { earlyCall?: { path: string; body: string } } = {}
  const page = {
    window,
    document: { currentScript: { dataset }, documentElement: { setAttribute() {} } },
    localStorage: { user: JSON.stringify(user), lastActivity: String(Date.now()) },
    sessionStorage: {},
    addEventListener() {},
    fetch: async () => undefined,
  }
  const names = Object.keys(page)
  runInContext(sessionScript, createContext(page))
  assert.deepEqual(Object.keys(page), names, "the script leaves no names in the page")
  return window.earlyCall
}

test("the early call has the body of the application's call", () => {
  const stored = user as never
  for (const [screen, bodyOf] of [
    ["dashboard", policyHolderBody],
    ["profile", policyHolderBody],
    ["paymentCenter", customerBody],
    ["products", customerBody],
  ] as const) {
    const body = JSON.stringify(bodyOf(stored, "harbor"))
    assert.equal(earlyCall(callAttributes(screen, "harbor"))?.body, body)
  }
  assert.equal(earlyCall({}), undefined)
})
