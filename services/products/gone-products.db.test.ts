import assert from "node:assert/strict"
import { afterEach, beforeEach, test } from "node:test"
import { mergeAccounts, transferProducts } from "#testing/account-moves.store.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { customerOf } from "#testing/customer.ts"
import { demoPerson } from "#testing/demo-people.ts"

const to = demoPerson("maria.santos").accountNumber ?? ""
let app: TestApp

beforeEach(async () => {
  app = await startTestApp()
})
afterEach(() => app.close())

const calls = [
  "POST /myaccount-core/dashboard",
  "POST /myaccount-core/products",
  "POST /myaccount-core/productSummary",
  "POST /myaccount-core/paymentHistory",
  "POST /myaccount-core/comingPayments",
  "POST /myaccount-core/nextCharges",
  "POST /myaccount-core/paymentMethods",
  "POST /myaccount-core/authorizations",
  "POST /myaccount-core/profile",
] as const

test("SESSION-14 when the first product of a session is transferred, calls about the account still work", async () => {
  const { browser, host, user, body } = await customerOf(app, "dorothy.lindqvist", "harbor")
  await transferProducts(app.database, "harbor", [user.policyNumber], to)
  for (const key of calls) {
    const named = { ...body, policyHolder: { firstName: user.firstName, lastName: user.lastName } }
    const first = await browser.call(host, key, named)
    assert.deepEqual([first.status, first.messageIds], [404, ["product.gone"]], key)
    const again = await browser.call(host, key, { ...named, policyNumber: "" })
    assert.equal(again.status, 200, `${key} ${again.text}`)
  }
})

test("SESSION-14 calls about a product of another account are still rejected without its number", async () => {
  const { browser, host, body } = await customerOf(app, "dorothy.lindqvist", "harbor")
  for (const key of [
    "POST /myaccount-core/productDetails",
    "POST /myaccount-core/payNow/data",
  ] as const) {
    const answer = await browser.call(host, key, { ...body, policyNumber: "" })
    assert.equal(answer.status, 404, `${key} ${answer.text}`)
  }
})

test("SESSION-14 when the account of a session is gone, each call returns that error with a request to call", async () => {
  const { browser, host, user, body } = await customerOf(app, "james.okafor", "harbor")
  await mergeAccounts(app.database, "harbor", user.accountNumber, to)
  for (const key of calls) {
    const named = { ...body, policyHolder: { firstName: user.firstName, lastName: user.lastName } }
    for (const policyNumber of [user.policyNumber, ""]) {
      const answer = await browser.call(host, key, { ...named, policyNumber })
      const id = answer.messageIds[0]
      // A product of another account gives "not found"; without a product, the account does.
      assert.ok(id === "account.gone" || policyNumber !== "", `${key} ${answer.text}`)
      assert.equal(answer.status, 404, key)
    }
  }
})
