import assert from "node:assert/strict"
import { test } from "node:test"
import { pageTitle, screenAt } from "./screens.ts"

test("HOST-11 the login of the site is the screen at /", () => {
  assert.equal(screenAt("/", true), "login")
  assert.equal(screenAt("/", false), "supportLogin")
})

test("the screen of an address is found, with or without a parameter", () => {
  assert.equal(screenAt("/dashboard", true), "dashboard")
  assert.equal(screenAt("/product-details/4000000017", true), "productDetails")
  assert.equal(screenAt("/payment-center", true), "paymentCenter")
})

test("HOST-11 the support site shows the search in place of every customer's screen", () => {
  for (const path of ["/customer-home", "/payment-center", "/my-profile", "/product-details/1"]) {
    assert.equal(screenAt(path, false), "customerHome", path)
  }
  assert.equal(screenAt("/log-in-link", false), "logInLink")
  assert.equal(screenAt("/status", false), "status")
  assert.equal(screenAt("/status", true), undefined)
  assert.equal(screenAt("/nowhere", false), undefined)
})

test("HOST-12 the support site does not have the screens for registration, recovery or emails to customers", () => {
  const paths = [
    "/forgot-username",
    "/forgot-password",
    "/forgot-password-security-question",
    "/account-details",
    "/personal-info",
    "/account-verification",
    "/sign-in-creds",
    "/reset-password/ticket",
    "/unsubscribe/token",
    "/email-change/yes",
    "/logging-in/token",
  ]
  for (const path of paths) {
    assert.notEqual(screenAt(path, true), undefined, path)
    assert.equal(screenAt(path, false), undefined, path)
  }
})

test("an unknown address does not have a screen", () => {
  const wrong = ["/nowhere", "/dashboard/more", "/product-details/", "/product-details", "//"]
  for (const path of wrong) assert.equal(screenAt(path, true), undefined, path)
})

test("HOST-08 a page title consists of the client's name and the screen's suffix", () => {
  assert.equal(pageTitle("Harbor Mutual", "Login"), "Harbor Mutual Login")
})
