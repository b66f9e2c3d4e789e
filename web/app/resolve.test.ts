import assert from "node:assert/strict"
import { test } from "node:test"
import { resolve, type Visit } from "./resolve.ts"

const visitor: Visit = {
  isStopped: false,
  site: { isCustomerSite: true, isClientGroup: false, clientGroupHostName: null },
  hasUser: false,
  hasStaffUser: false,
  unionHostName: null,
}
const customer: Visit = { ...visitor, hasUser: true }
const supportVisitor: Visit = { ...visitor, site: { ...visitor.site, isCustomerSite: false } }
const staff: Visit = { ...supportVisitor, hasStaffUser: true }
const groupVisitor: Visit = { ...visitor, site: { ...visitor.site, isClientGroup: true } }
const unionVisitor: Visit = {
  ...visitor,
  site: { ...visitor.site, clientGroupHostName: "trades.localhost" },
}

test("LOGIN-01 / is the login of the site and redirects signed-in people", () => {
  assert.deepEqual(resolve("/", visitor), { kind: "screen", screen: "login" })
  assert.deepEqual(resolve("/", supportVisitor), { kind: "screen", screen: "supportLogin" })
  assert.deepEqual(resolve("/", customer), { kind: "redirect", path: "/dashboard" })
  assert.deepEqual(resolve("/", staff), { kind: "redirect", path: "/customer-home" })
})

test("REGISTER-09 registration and recovery redirect signed-in people home, and emailed links open for them", () => {
  for (const path of ["/account-details", "/account-verification", "/forgot-password"]) {
    assert.deepEqual(resolve(path, customer), { kind: "redirect", path: "/dashboard" }, path)
    assert.equal(resolve(path, visitor).kind, "screen")
  }
  for (const path of ["/reset-password/x", "/unsubscribe/x", "/email-change/x"]) {
    assert.equal(resolve(path, customer).kind, "screen", path)
  }
})

test("SESSION-02 signed-in screens redirect anonymous people to the login", () => {
  for (const path of ["/dashboard", "/my-profile", "/product-details/4000000017"]) {
    assert.deepEqual(resolve(path, visitor), { kind: "redirect", path: "/" })
    assert.equal(resolve(path, customer).kind, "screen")
  }
})

test("ACCESS-04 everyone can open the accessibility statement at every host", () => {
  for (const visit of [visitor, customer, supportVisitor, staff, groupVisitor, unionVisitor]) {
    const expected = { kind: "screen", screen: "accessibility" }
    assert.deepEqual(resolve("/accessibility", visit), expected)
  }
})

test("PROFILE-01 staff can open the search but not a customer's account", () => {
  assert.deepEqual(resolve("/customer-home", staff), { kind: "screen", screen: "customerHome" })
  assert.deepEqual(resolve("/customer-home", customer), { kind: "redirect", path: "/dashboard" })
  for (const path of ["/products-main", "/my-profile"]) {
    assert.deepEqual(resolve(path, staff), { kind: "screen", screen: "customerHome" })
    assert.deepEqual(resolve(path, supportVisitor), { kind: "redirect", path: "/" })
  }
})

test("STATUS-06 a signed-out visit to the status page shows the login, and then the status", () => {
  const login = { kind: "screen", screen: "supportLogin" }
  assert.deepEqual(resolve("/status", supportVisitor), login)
  assert.deepEqual(resolve("/status", staff), { kind: "screen", screen: "status" })
  for (const visit of [customer, visitor]) assert.equal(resolve("/status", visit).kind, "not-found")
})

test("/payment-center redirects to its products", () => {
  const products = { kind: "redirect", path: "/payment-center/products" }
  assert.deepEqual(resolve("/payment-center", customer), products)
  assert.deepEqual(resolve("/payment-center", visitor), { kind: "redirect", path: "/" })
})

test("LOGIN-09 a signed-in member of a group continues at the host of their union", () => {
  const member = { ...groupVisitor, hasUser: true, unionHostName: "electricians.example.com" }
  const transferSession = { kind: "transfer-to-union" }
  assert.deepEqual(resolve("/", member), transferSession)
  assert.deepEqual(resolve("/dashboard", member), transferSession)
  assert.deepEqual(resolve("/", groupVisitor), { kind: "screen", screen: "login" })
})

test("LOGIN-09 RECOVER-05 an emailed link opens at a group's host while someone is signed in", () => {
  const member = { ...groupVisitor, hasUser: true, unionHostName: "electricians.example.com" }
  const paths = ["/reset-password/x", "/unsubscribe/x", "/email-change/x", "/log-in-link"]
  for (const path of paths) assert.equal(resolve(path, member).kind, "screen", path)
  assert.equal(resolve("/account-details", member).kind, "transfer-to-union")
})

test("other addresses are not found", () => {
  assert.deepEqual(resolve("/nowhere", customer), { kind: "not-found" })
  assert.deepEqual(resolve("/product-details/", customer), { kind: "not-found" })
})

test("SESSION-06 a union's host redirects anonymous people to its group's host, where anonymous people stay", () => {
  const toGroup = { kind: "to-group", hostName: "trades.localhost" }
  for (const path of ["/", "/account-details", "/dashboard"]) {
    assert.deepEqual(resolve(path, unionVisitor), toGroup)
  }
  for (const path of ["/reset-password/x", "/logging-in/x", "/unsubscribe/x", "/email-change/x"]) {
    assert.equal(resolve(path, unionVisitor).kind, "screen")
  }
  assert.equal(resolve("/dashboard", { ...unionVisitor, hasUser: true }).kind, "screen")
  assert.deepEqual(resolve("/", groupVisitor), { kind: "screen", screen: "login" })
})
