// @prove-only days

import assert from "node:assert/strict"
import { afterEach, beforeEach, test } from "node:test"
import { client, james, termLife } from "./people.ts"
import { type Days, startDays } from "./portal.ts"

let at: Days
beforeEach(async () => {
  at = await startDays()
})
afterEach(() => at?.close())

test("three connections cut after the posting result in one charge and one posting", async () => {
  const agree = await at.atPayNow(james, termLife)
  at.server.failNext("applyPayment", "cutAfter", "cutAfter", "cutAfter")
  assert.equal((await agree()).status, 200)
  at.app.clock.advance({ minutes: 5 })
  await at.app.settle()
  assert.deepEqual(at.charged(), ["64.80"])
  assert.equal(at.insurer.books().posted(client), 6_480)
})

test("a connection cut after the change of auto pay leaves the change in effect", async () => {
  const agree = await at.atAutoPay(james, termLife)
  at.server.failNext("changeBilling", "cutAfter", "cutAfter", "cutAfter")
  await agree()
  at.app.clock.advance({ minutes: 5 })
  await at.app.settle()
  await at.live("2026-03-11")
  assert.deepEqual(at.charged(), ["64.80"])
})

test("an account system that is unavailable before the charge prevents the charge", async () => {
  const agree = await at.atPayNow(james, termLife)
  at.server.fail("away")
  assert.equal((await agree()).status, 503)
  assert.deepEqual(at.charged(), [])
})

test("a posting that fails during an outage of the account system is made after it", async () => {
  const agree = await at.atPayNow(james, termLife)
  at.server.fail("away", "applyPayment")
  const key = "a-key-of-this-payment"
  const made = await agree(key)
  assert.equal(made.status, 200, made.text)
  at.server.answerAgain()
  at.app.clock.advance({ minutes: 5 })
  await at.app.settle()
  assert.equal((await agree(key)).status, 200)
  assert.deepEqual(at.charged(), ["64.80"])
  assert.equal(at.insurer.books().posted(client), 6_480)
})

test("an account system that becomes unavailable after the posting leaves the payment accepted", async () => {
  const agree = await at.atPayNow(james, termLife)
  at.server.answer("applyPayment", (reply) => {
    at.server.fail("away", "product", "person")
    return reply
  })
  await agree()
  at.server.answerAgain()
  at.app.clock.advance({ minutes: 5 })
  await at.app.settle()
  assert.deepEqual(at.charged(), ["64.80"])
  assert.equal(at.insurer.books().posted(client), 6_480)
})

test("a billing run during an outage of the account system charges nothing, and the next one charges once", async () => {
  await at.agree(james, termLife)
  await at.live("2026-03-09")
  at.goTo("2026-03-10", "06:00")
  at.server.fail("away", "autoPayDue")
  await assert.rejects(at.app.billingRun())
  at.server.answerAgain()
  await at.runDay()
  await at.runDay()
  assert.deepEqual(at.charged(), ["64.80"])
  assert.equal(at.insurer.books().posted(client), 6_480)
})

test("a billing run with delayed postings charges once", async () => {
  await at.agree(james, termLife)
  await at.live("2026-03-09")
  at.goTo("2026-03-10")
  at.server.fail("away", "applyPayment")
  await at.runDay()
  await at.runDay()
  at.server.answerAgain()
  at.app.clock.advance({ minutes: 5 })
  await at.app.settle()
  await at.runDay()
  assert.deepEqual(at.charged(), ["64.80"])
  assert.equal(at.insurer.books().posted(client), 6_480)
})

test("a refused posting is a difference immediately, and nothing is charged again", async () => {
  const agree = await at.atPayNow(james, termLife)
  at.server.fail("refused", "applyPayment")
  assert.equal((await agree()).status, 200)
  assert.deepEqual(await at.differences(), ["refused"])
  assert.deepEqual((await at.shown(james)).payable, [])
  assert.deepEqual(at.charged(), ["64.80"])
})

test("answers delayed until the payer gives up do not charge twice", async () => {
  const agree = await at.atPayNow(james, termLife)
  const release = at.server.hold("applyPayment")
  const key = "a-key-of-this-payment"
  const first = agree(key)
  const second = agree(key)
  release()
  await Promise.all([first, second])
  assert.deepEqual(at.charged(), ["64.80"])
  assert.equal(at.insurer.books().posted(client), 6_480)
})

test("a token that expires early is renewed, and the payment is made once", async () => {
  await at.close()
  at = await startDays({ oauth: true })
  const agree = await at.atPayNow(james, termLife)
  const before = at.server.tokensGiven()
  at.server.failNext("applyPayment", "unauthorized")
  const made = await agree()
  assert.equal(made.status, 200, made.text)
  assert.equal(at.server.tokensGiven(), before + 1)
  assert.deepEqual(at.charged(), ["64.80"])
  assert.equal(at.insurer.books().posted(client), 6_480)
})

test("a token that expires early during a billing run is renewed", async () => {
  await at.close()
  at = await startDays({ oauth: true })
  await at.agree(james, termLife)
  await at.live("2026-03-09")
  at.goTo("2026-03-10")
  at.server.failNext("autoPayDue", "unauthorized")
  await at.runDay()
  assert.deepEqual(at.charged(), ["64.80"])
})

test("refused credentials charge nothing, and the log names the account system", async () => {
  const agree = await at.atPayNow(james, termLife)
  at.server.fail("unauthorized")
  assert.equal((await agree()).status, 503)
  assert.deepEqual(at.charged(), [])
  assert.match(JSON.stringify(at.logged), /account system/)
})
