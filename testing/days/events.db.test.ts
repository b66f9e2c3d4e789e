// @prove-only days

import assert from "node:assert/strict"
import { afterEach, beforeEach, test } from "node:test"
import { client, dental, james, maria, termLife } from "./people.ts"
import { type Days, startDays } from "./portal.ts"

let at: Days
beforeEach(async () => {
  at = await startDays()
})
afterEach(() => at?.close())

const account = { client, accountNumber: james }
const product = { ...account, policyNumber: termLife }

test("a repeated event takes effect once", async () => {
  const id = "an-event-of-the-tests"
  const first = await at.send("account.changed", account, { id })
  const second = await at.send("account.changed", account, { id })
  assert.deepEqual([first.status, second.status], [204, 204])
})

test("account.closed for a merged account ends its sessions and its charges", async () => {
  await at.agree(james, termLife)
  const { browser, host, body } = await at.as(james)
  at.insurer.change((books) => books.merge(client, james, maria))
  assert.equal((await at.send("account.closed", account)).status, 204)
  assert.equal((await browser.call(host, "POST /myaccount-core/products", body)).status, 401)
  await at.live("2026-03-12")
  assert.deepEqual(at.charged(), [])
})

test("payment.posted for a payment whose posting is refused with 503 is repeated by the sender", async () => {
  at.server.fail("away", "applyPayment")
  await at.pay(james, termLife)
  const paymentId = await ourId()
  const answer = await at.send("payment.posted", { ...product, paymentId })
  assert.equal(answer.status, 503)
})

test("payment.posted posts a waiting payment, once", async () => {
  at.server.fail("away", "applyPayment")
  await at.pay(james, termLife)
  at.server.answerAgain()
  const paymentId = await ourId()
  assert.equal((await at.send("payment.posted", { ...product, paymentId })).status, 204)
  at.app.clock.advance({ seconds: 40 })
  await at.app.settle()
  assert.equal(at.insurer.books().posted(client), 6_480)
})

async function ourId(): Promise<string> {
  const { history } = await at.screens(james)
  return history.reply.payments[0]?.paymentId ?? ""
}

test("a bill whose event arrives before reads show it is shown once they do", async () => {
  await at.shown(james)
  await at.app.settle()
  assert.equal((await at.send("bill.issued", product)).status, 204)
  await at.shown(james)
  at.insurer.change((books) => books.bill(client, termLife, "2026-03-25", 7_000))
  assert.equal((await at.shown(james)).due, "134.80")
})

test("a product that moved away is not shown from cached data", async () => {
  const payer = await at.as(maria)
  const body = { ...payer.body, policyNumber: dental }
  const look = () => payer.browser.call(payer.host, "POST /myaccount-core/payNow/data", body)
  assert.equal((await look()).status, 200)
  await at.app.settle()
  at.insurer.change((books) => books.transfer(client, dental, james))
  assert.equal((await at.screens(maria)).center.status, 200)
  await at.app.settle()
  at.server.fail("away")
  const kept = await look()
  assert.notEqual(kept.status, 200, kept.text)
})

test("cached data show their age during an outage of the account system, and nothing can be paid", async () => {
  await at.shown(james)
  await at.app.settle()
  at.server.fail("away")
  const { dashboard } = await at.screens(james)
  assert.equal(dashboard.status, 200, dashboard.text)
  assert.ok(dashboard.headers["x-kept-at"])
  const [first] = dashboard.reply.activeProducts
  assert.equal(first?.paymentAction.payNowLink.disable, "Y")
})
