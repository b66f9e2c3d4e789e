import assert from "node:assert/strict"
import { test } from "node:test"
import { pageTitle, screenAt } from "./screens.ts"

test("HOST-11 the site decides which login stands at /", () => {
  assert.equal(screenAt("/", true), "login")
  assert.equal(screenAt("/", false), "supportLogin")
})

test("an address leads to its screen, with or without a parameter", () => {
  assert.equal(screenAt("/dashboard", true), "dashboard")
  assert.equal(screenAt("/product-details/4000000017", true), "productDetails")
  assert.equal(screenAt("/payment-center", true), "paymentCenter")
})

test("HOST-11 at the support site the search stands for every customer's screen", () => {
  for (const path of ["/customer-home", "/payment-center", "/my-profile", "/product-details/1"]) {
    assert.equal(screenAt(path, false), "customerHome", path)
  }
  assert.equal(screenAt("/reset-password/ticket", false), "resetPassword")
  assert.equal(screenAt("/nowhere", false), undefined)
})

test("an address without a screen has none", () => {
  const wrong = ["/nowhere", "/dashboard/more", "/product-details/", "/product-details", "//"]
  for (const path of wrong) assert.equal(screenAt(path, true), undefined, path)
})

test("HOST-08 a page title is the client's name followed by the screen's suffix", () => {
  assert.equal(pageTitle("Harbor Mutual", "Login"), "Harbor Mutual Login")
})
