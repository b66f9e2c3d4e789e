import assert from "node:assert/strict"
import { test } from "node:test"
import { destinationsFor, homePath, isAt } from "./destinations.ts"
import { layoutAt, type Viewer } from "./viewer.ts"

const customer: Viewer = { isCustomerSite: true, signedIn: true }
const staff: Viewer = { isCustomerSite: false, signedIn: true, staffUserid: "agent.kim" }
const acting: Viewer = { isCustomerSite: true, signedIn: true, staffUserid: "agent.kim" }

function labels(viewer: Viewer) {
  return destinationsFor(viewer).map((destination) => destination.label)
}

test("SHELL-02 a customer has Home, Payment Center, Products and Profile", () => {
  assert.deepEqual(labels(customer), ["Home", "Payment Center", "Products", "Profile"])
})

test("SHELL-08 STATUS-01 support has only its home, the customer search and the status, because other lines need a customer", () => {
  assert.deepEqual(labels(staff), ["Home", "Status"])
  assert.equal(homePath(staff), "/customer-home")
})

test("ROLES-04 the navigation hides the status from staff whose account cannot open it", () => {
  assert.deepEqual(labels({ ...staff, lacksStatus: true }), ["Home"])
})

test("staff acting for a customer have the customer's home, but no Profile", () => {
  assert.deepEqual(labels(acting), ["Home", "Payment Center", "Products"])
  assert.equal(homePath(acting), "/dashboard")
})

test("an anonymous person's home is the login", () => {
  assert.equal(homePath({ isCustomerSite: true, signedIn: false }), "/")
  assert.equal(homePath({ isCustomerSite: false, signedIn: false }), "/")
})

test("a line is current on exactly those screens that belong to it", () => {
  const currentAt = (path: string) =>
    destinationsFor(customer)
      .filter((destination) => isAt(destination, path))
      .map((destination) => destination.name)
  assert.deepEqual(currentAt("/dashboard"), ["home"])
  assert.deepEqual(currentAt("/payment-center/pay-now"), ["paymentCenter"])
  assert.deepEqual(currentAt("/products-main"), ["products"])
  assert.deepEqual(currentAt("/product-details/4000000017"), ["products"])
  assert.deepEqual(currentAt("/products-main-else"), [])
})

test("SHELL-09 /reset-password and /unsubscribe do not show the navigation, signed in or not", () => {
  for (const signedIn of [true, false]) {
    assert.equal(layoutAt("/reset-password/ticket", signedIn), "public")
    assert.equal(layoutAt("/unsubscribe/token", signedIn), "public")
    assert.equal(layoutAt("/logging-in/token", signedIn), "bare")
  }
  assert.equal(layoutAt("/dashboard", true), "signed-in")
  assert.equal(layoutAt("/", false), "public")
})
