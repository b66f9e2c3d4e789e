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

for (const fault of ["away", "refused"] as const) {
  test(`a bill that is issued while the posting of another fails (${fault}) can be paid`, async () => {
    at.server.fail(fault, "applyPayment")
    assert.equal((await at.pay(james, termLife)).status, 200)
    at.insurer.change((books) => books.bill(client, termLife, "2026-03-25", 7_000))
    const { due, payable } = await at.shown(james)
    assert.deepEqual([due, payable], ["70.00", [termLife]])
    assert.equal((await at.pay(james, termLife)).status, 200)
    assert.deepEqual(at.charged(), ["64.80", "70.00"])
  })

  test(`auto pay can be set up for the next bill while a posting fails (${fault})`, async () => {
    at.server.fail(fault, "applyPayment")
    await at.pay(james, termLife)
    at.insurer.change((books) => books.bill(client, termLife, "2026-03-25", 7_000))
    await at.agree(james, termLife)
    await at.live("2026-03-26")
    assert.deepEqual(at.charged(), ["64.80", "70.00"])
  })
}

test("auto pay charges the next bill on its day while the posting of the last one is delayed", async () => {
  await at.agree(james, termLife)
  at.server.fail("refused", "applyPayment")
  await at.live("2026-03-10")
  at.insurer.change((books) => books.bill(client, termLife, "2026-04-10", 6_480))
  at.goTo("2026-03-30")
  await at.live("2026-04-10")
  assert.deepEqual(at.charged(), ["64.80", "64.80"])
})

test("the announcement for the next bill leaves out a payment whose posting is delayed", async () => {
  await at.agree(james, termLife)
  at.server.fail("refused", "applyPayment")
  await at.live("2026-03-10")
  at.insurer.change((books) => books.bill(client, termLife, "2026-04-10", 6_480))
  at.goTo("2026-03-30")
  await at.live("2026-04-02")
  const texts = (await at.mails(james)).map(({ text }) => text).join()
  assert.doesNotMatch(texts, /129\.60/)
  assert.deepEqual((await at.shown(james)).coming, ["04/10/2026 64.80 autopay"])
})

test("a payment whose posting is delayed is not requested again, and is a difference", async () => {
  at.server.fail("refused", "applyPayment")
  await at.pay(james, termLife)
  const { due, payable } = await at.shown(james)
  assert.deepEqual([due, payable], ["0.00", []])
  assert.deepEqual(await at.differences(), ["refused"])
})

test("a late posting settles its bill", async () => {
  at.server.fail("away", "applyPayment")
  await at.pay(james, termLife)
  at.server.answerAgain()
  at.app.clock.advance({ minutes: 10 })
  await at.app.settle()
  assert.equal(at.insurer.books().owed(client, termLife), 0)
  assert.deepEqual((await at.shown(james)).coming, [])
})
