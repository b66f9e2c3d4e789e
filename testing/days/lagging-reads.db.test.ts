// @prove-also days

import assert from "node:assert/strict"
import { afterEach, beforeEach, test } from "node:test"
import { client, dental, james, maria, termLife, wholeLife } from "./people.ts"
import { type Days, startDays } from "./portal.ts"

let at: Days
beforeEach(async () => {
  at = await startDays()
})
afterEach(() => at?.close())

const nothingOwed = { due: "0.00", byAutoPay: "0.00", payable: [], coming: [] }

for (const [title, lag, wait] of [
  ["some seconds", { seconds: 20 }, 5],
  ["minutes", { seconds: 600 }, 240],
  ["forty reads", { reads: 40 }, 5],
] as const) {
  test(`payment is not requested again for a posting that reads show after ${title}`, async () => {
    at.insurer.lag("posting", lag)
    const again = await at.atPayNow(james, termLife)
    assert.equal((await at.pay(james, termLife)).status, 200)
    at.app.clock.advance({ seconds: wait })
    assert.deepEqual(await at.shown(james), nothingOwed)
    assert.equal((await again()).status, 409)
    assert.deepEqual(at.charged(), ["64.80"])
  })
}

test("agreeing to auto pay while the posting lags does not charge the paid bill", async () => {
  at.goTo("2026-03-10")
  at.insurer.lag("posting", { seconds: 600 })
  assert.equal((await at.pay(james, termLife)).status, 200)
  await at.agree(james, termLife)
  await at.runDay()
  assert.deepEqual(at.charged(), ["64.80"])
})

test("a lagging posting covers its own bill and no other product", async () => {
  at.insurer.lag("posting", { seconds: 600 })
  assert.equal((await at.pay(maria, wholeLife)).status, 200)
  assert.equal((await at.product(maria, dental)).amountDue, "25.00")
  assert.equal((await at.pay(maria, dental)).status, 200)
  assert.deepEqual(at.charged(), ["42.00", "25.00"])
})

test("a lagging posting is shown once reads have it, and the next bill can be paid", async () => {
  at.insurer.lag("posting", { seconds: 20 })
  assert.equal((await at.pay(james, termLife)).status, 200)
  at.app.clock.advance({ seconds: 30 })
  assert.deepEqual(await at.shown(james), nothingOwed)
  at.insurer.change((books) => books.bill(client, termLife, "2026-04-10", 7_000))
  assert.equal((await at.product(james, termLife)).amountDue, "70.00")
  assert.equal((await at.pay(james, termLife)).status, 200)
  assert.deepEqual(at.charged(), ["64.80", "70.00"])
})

test("two billing runs charge once while the posting of the first lags", async () => {
  await at.agree(james, termLife)
  at.insurer.lag("posting", { seconds: 600 })
  await at.live("2026-03-10")
  await at.runDay()
  assert.deepEqual(at.charged(), ["64.80"])
})

test("a bill that auto pay charged today cannot be paid by hand while its posting lags", async () => {
  await at.agree(james, termLife)
  at.insurer.lag("posting", { seconds: 600 })
  await at.live("2026-03-10")
  assert.deepEqual((await at.shown(james)).payable, [])
})

test("a skip that reads do not show yet is in effect", async () => {
  await at.agree(james, termLife)
  at.insurer.lag("skip", { seconds: 14 * 86_400 })
  await at.skip(james, termLife, "03/10/2026")
  await at.live("2026-03-12")
  assert.deepEqual(at.charged(), [])
})

test("a skip that reads do not show yet is shown", async () => {
  await at.agree(james, termLife)
  at.insurer.lag("skip", { seconds: 600 })
  await at.skip(james, termLife, "03/10/2026")
  assert.deepEqual((await at.shown(james)).coming, ["03/10/2026 64.80 customer"])
})

test("auto pay that reads do not show yet is shown, and repeating the agreement succeeds", async () => {
  at.insurer.lag("autoPay", { seconds: 600 })
  const again = await at.atAutoPay(james, termLife)
  await at.agree(james, termLife)
  assert.equal((await again()).status, 200)
  assert.deepEqual((await at.shown(james)).coming, ["03/10/2026 64.80 autopay"])
})

test("a credit that reads do not show yet lowers the charge", async () => {
  at.insurer.lag("credit", { seconds: 600 })
  await at.credit(james, termLife, "20.00")
  await at.pay(james, termLife)
  assert.deepEqual(at.charged(), ["44.80"])
})

test("a sweep while reads lag finds no difference", async () => {
  at.insurer.lag("posting", { seconds: 600 })
  await at.pay(james, termLife)
  at.app.clock.advance({ minutes: 4 })
  assert.deepEqual(await at.differences(), [])
})

test("a posting that no read ever shows is a difference", async () => {
  at.insurer.lag("posting", { seconds: 90 * 86_400 })
  await at.pay(james, termLife)
  at.app.clock.advance({ days: 2 })
  assert.deepEqual(await at.differences(), ["billPaid", "posting"])
})
