// @prove-only days

import assert from "node:assert/strict"
import { afterEach, beforeEach, test } from "node:test"
import { bankOf, client, james, maria, termLife } from "./people.ts"
import { type Days, startDays } from "./portal.ts"

let at: Days
beforeEach(async () => {
  at = await startDays()
  at.insurer.lag("credit", { seconds: 3_600 })
})
afterEach(() => at?.close())

test("a credit lowers every amount immediately, and counts once when reads show it", async () => {
  await at.credit(james, termLife, "20.00")
  const shown = { due: "44.80", byAutoPay: "0.00", payable: [termLife] }
  assert.deepEqual(await at.shown(james), { ...shown, coming: ["03/10/2026 44.80 customer"] })
  at.app.clock.advance({ seconds: 3_700 })
  assert.deepEqual(await at.shown(james), { ...shown, coming: ["03/10/2026 44.80 customer"] })
  await at.pay(james, termLife)
  assert.deepEqual(at.charged(), ["44.80"])
})

test("a credit that pays the bill leaves nothing to pay, and its rest lowers the next bill", async () => {
  await at.credit(james, termLife, "70.00")
  const nothing = { due: "0.00", byAutoPay: "0.00", payable: [], coming: [] }
  assert.deepEqual(await at.shown(james), nothing)
  at.insurer.change((books) => books.bill(client, termLife, "2026-04-10", 6_480))
  assert.deepEqual((await at.shown(james)).coming, ["04/10/2026 59.60 customer"])
})

test("auto pay charges the amount less a credit while reads lag", async () => {
  await at.agree(james, termLife)
  await at.live("2026-03-09")
  at.goTo("2026-03-10", "06:45")
  await at.credit(james, termLife, "20.00")
  assert.deepEqual((await at.shown(james)).coming, ["03/10/2026 44.80 autopay"])
  at.goTo("2026-03-10")
  await at.runDay()
  assert.deepEqual(at.charged(), ["44.80"])
})

test("a credit that reads lack applies to the new owner of a product", async () => {
  await at.credit(james, termLife, "20.00")
  at.insurer.change((books) => books.transfer(client, termLife, maria))
  assert.equal((await at.shown(maria)).due, "111.80")
  assert.equal((await at.pay(maria, termLife)).status, 200)
  assert.deepEqual(at.charged(), ["44.80"])
  at.app.clock.advance({ seconds: 3_700 })
  assert.equal((await at.shown(maria)).due, "67.00")
})

test("two credits and a payment that all lag pay the bill once", async () => {
  at.insurer.lag("posting", { seconds: 3_600 })
  await at.credit(james, termLife, "20.00")
  await at.credit(james, termLife, "10.00")
  assert.equal((await at.pay(james, termLife)).status, 200)
  assert.deepEqual(at.charged(), ["34.80"])
  assert.equal((await at.shown(james)).due, "0.00")
  at.app.clock.advance({ seconds: 3_700 })
  assert.equal((await at.shown(james)).due, "0.00")
  assert.deepEqual(await at.differences(), [])
})

test("a credit that reads lack applies until they show it, and is a difference after a day", async () => {
  at.insurer.lag("credit", { seconds: 90 * 86_400 })
  await at.credit(james, termLife, "20.00")
  at.app.clock.advance({ hours: 20 })
  assert.deepEqual(await at.differences(), [])
  at.app.clock.advance({ days: 1 })
  assert.deepEqual(await at.differences(), ["posting"])
  assert.equal((await at.shown(james)).due, "44.80")
  at.app.clock.advance({ days: 60 })
  assert.equal((await at.shown(james)).due, "44.80")
  at.app.clock.advance({ days: 30 })
  assert.deepEqual(await at.differences(), [])
  assert.equal((await at.shown(james)).due, "44.80")
})

/** James is on auto pay with a bank account, and owes $73.13 by 04/10, which is announced. */
async function announced() {
  await at.agree(james, termLife, bankOf(james))
  await at.live("2026-03-11")
  at.insurer.change((books) => books.bill(client, termLife, "2026-04-10", 7_313))
  await at.live("2026-04-08")
  at.goTo("2026-04-08", "20:00")
  at.insurer.lag("credit", { seconds: 200_000 })
}

test("auto pay charges the amount less a credit that reads lack for more than a day", async () => {
  await announced()
  await at.credit(james, termLife, "20.00")
  await at.live("2026-04-12")
  assert.deepEqual(at.charged(), ["64.80", "53.13"])
  assert.deepEqual(await at.differences(), [])
  assert.equal((await at.shown(james)).due, "0.00")
})

test("auto pay charges nothing if a credit leaves too little, and an email reports it on that day", async () => {
  await announced()
  await at.credit(james, termLife, "72.80")
  await at.live("2026-04-10")
  assert.deepEqual(at.charged(), ["64.80"])
  const last = (await at.mails(james)).at(-1)
  assert.match(last?.subject ?? "", /^Auto Pay will not charge \$73\.13 on Apr 10, 2026/)
  assert.match(last?.text ?? "", /Less than \$0\.50 is left of it/)
  await at.live("2026-04-13")
  assert.deepEqual(at.charged(), ["64.80"])
})

test("several bills are charged less a credit that reads never show", async () => {
  await announced()
  at.insurer.lag("credit", { seconds: 900 * 86_400 })
  await at.credit(james, termLife, "90.00")
  at.insurer.change((books) => books.bill(client, termLife, "2026-05-10", 7_313))
  await at.live("2026-05-12")
  assert.deepEqual(at.charged(), ["64.80", "56.26"])
  assert.deepEqual(await at.differences(), ["posting"])
})
