// @prove-only days

import assert from "node:assert/strict"
import { afterEach, beforeEach, test } from "node:test"
import { bankOf, client, dental, james, maria, termLife, wholeLife } from "./people.ts"
import { type Days, startDays } from "./portal.ts"

let at: Days
beforeEach(async () => {
  at = await startDays()
  at.goTo("2026-03-08")
})
afterEach(() => at?.close())

const about = async (who: string, words: RegExp) =>
  (await at.mails(who)).filter(({ subject, text }) => words.test(`${subject} ${text}`))
const deleted = /payment method was deleted/

/** James' bank returns the payment of a sample that bounces. */
async function payAndReturn(meanwhile: () => void): Promise<string> {
  await at.save({ accountNumber: james, recordId: "returning", sample: "bank-poor" })
  const made = await at.pay(james, termLife, "returning")
  assert.equal(made.status, 200, made.text)
  meanwhile()
  for (let day = 0; day < 6; day += 1) {
    at.app.clock.advance({ days: 1 })
    await at.app.gateway.sendDueReports()
    await at.app.settle()
  }
  return made.reply.confirmationNumber
}

test("the person is notified of a payment that the bank returns", async () => {
  await payAndReturn(() => {})
  assert.equal((await about(james, /was returned/)).length, 1)
})

test("a payment that the bank returns after a merge is reported to the person or staff", async () => {
  await payAndReturn(() => at.insurer.change((books) => books.merge(client, james, maria)))
  const told = (await at.app.sentEmails()).filter(({ subject }) => /returned/.test(subject))
  const differences = await at.differences()
  assert.ok(told.length > 0 || differences.length > 0, "an email or a difference")
})

for (const [searchType, value] of [
  ["username", "james.okafor"],
  ["accountNumber", james],
  ["paymentConfirmationNumber", ""],
] as const) {
  test(`staff find the payments of a merged account by ${searchType}`, async () => {
    const made = await at.pay(james, termLife)
    at.insurer.change((books) => books.merge(client, james, maria))
    const found = await at.searched(searchType, value || made.reply.confirmationNumber)
    assert.match(found, /HM2073350/)
  })
}

test("two products that swap their numbers are not charged for each other", async () => {
  at.insurer.change((books) => {
    books.correct(client, dental, { premium: 4_200, dueDate: "2026-03-12" })
  })
  await at.agree(maria, wholeLife)
  at.insurer.change((books) => books.exchange(client, wholeLife, dental))
  await at.live("2026-03-13")
  assert.deepEqual(at.charged(), [])
  assert.notDeepEqual(await at.differences(), [])
})

test("a new owner is not notified that a payment method was deleted", async () => {
  await at.agree(james, termLife)
  at.insurer.change((books) => books.transfer(client, termLife, maria))
  await at.live("2026-03-12")
  assert.deepEqual(at.charged(), [])
  assert.deepEqual(await about(maria, deleted), [])
})

test("an earlier owner is notified that an announced charge is not made", async () => {
  await at.agree(james, termLife, bankOf(james))
  await at.live("2026-03-10")
  at.insurer.change((books) => books.bill(client, termLife, "2026-04-10", 6_480))
  at.goTo("2026-03-26")
  await at.live("2026-04-02")
  at.insurer.change((books) => books.transfer(client, termLife, maria))
  await at.live("2026-04-11")
  assert.equal((await about(james, /will not charge \$/)).length, 1)
})

test("a person whose product moved to another of their accounts can act on the email", async () => {
  await at.agree(maria, dental)
  at.insurer.change((books) => {
    const person = { ...books.account(client, maria).person, accountNumber: "HM9000001" }
    books.open(client, { person, products: [] })
    books.transfer(client, dental, "HM9000001")
  })
  await at.live("2026-03-22")
  assert.deepEqual(at.charged(), [])
  assert.deepEqual(await about(maria, deleted), [])
})

test("a session continues with the remaining products after one moved away", async () => {
  await at.as(maria)
  at.insurer.change((books) => books.transfer(client, wholeLife, james))
  const { dashboard, center, history } = await at.screens(maria)
  assert.deepEqual([dashboard.status, center.status, history.status], [200, 200, 200])
})

test("a session of a merged account ends or reports the merge", async () => {
  const { browser, host, body } = await at.as(james)
  at.insurer.change((books) => books.merge(client, james, maria))
  const made = await browser.call(host, "POST /myaccount-core/products", body)
  assert.notEqual(made.status, 200)
  assert.doesNotMatch(made.text, /Santos|4001884417/)
})

test("a method that was set by phone and is not ours is not reported as deleted", async () => {
  await at.agree(james, termLife)
  at.insurer.change((books) => books.setMethod(client, termLife, "the-insurers-own"))
  await at.live("2026-03-12")
  assert.deepEqual(at.charged(), [])
  assert.deepEqual(await about(james, deleted), [])
})

test("a renumbered product keeps its bill open and is charged at most once", async () => {
  await at.agree(james, termLife)
  at.insurer.change((books) => books.renumber(client, termLife, "4009990001"))
  await at.live("2026-03-25")
  assert.ok(at.charged().length <= 1)
  assert.equal(at.insurer.books().owed(client, "4009990001"), at.charged().length === 1 ? 0 : 6_480)
})

test("payment of a charged bill is not requested after a merge while reads do not show the payment", async () => {
  await at.agree(maria, wholeLife)
  at.insurer.lag("posting", { seconds: 90_000 })
  await at.live("2026-03-12")
  assert.deepEqual(at.charged(), ["42.00"])
  at.insurer.change((books) => books.merge(client, maria, james))
  const before = (await at.mails(james)).length
  const { due, coming } = await at.shown(james)
  assert.equal(due, "89.80")
  assert.deepEqual(coming, ["03/10/2026 64.80 customer", "03/20/2026 25.00 customer"])
  const { amountDue, autoPayNotice } = await at.product(james, wholeLife)
  assert.equal(amountDue, "0.00")
  assert.match(autoPayNotice?.content.join() ?? "", /before it came to your account/)
  assert.doesNotMatch(JSON.stringify(autoPayNotice), /42\.00/)
  await at.live("2026-03-14")
  assert.deepEqual((await at.mails(james)).slice(before), [])
  assert.deepEqual(at.charged(), ["42.00"])
  at.insurer.change((books) => books.bill(client, wholeLife, "2026-04-12", 4_200))
  await at.live("2026-04-13")
  const [told] = await about(james, /did not charge/)
  assert.match(told?.text ?? "", /42\.00/)
})

test("a payment applies to the new owner of a product while reads do not show it", async () => {
  at.insurer.lag("posting", { seconds: 3_600 })
  assert.equal((await at.pay(james, termLife)).status, 200)
  at.insurer.change((books) => books.transfer(client, termLife, maria))
  const others = {
    due: "67.00",
    coming: ["03/12/2026 42.00 customer", "03/20/2026 25.00 customer"],
  }
  const { due, coming } = await at.shown(maria)
  assert.deepEqual({ due, coming }, others)
  assert.equal((await at.shown(james)).due, "0.00")
  at.app.clock.advance({ seconds: 3_700 })
  assert.equal((await at.shown(maria)).due, "67.00")
})

test("the new owner is asked for the unpaid rest of a bill, and no more", async () => {
  at.insurer.lag("posting", { seconds: 30 * 86_400 })
  assert.equal((await at.pay(james, termLife)).status, 200)
  at.insurer.change((books) => {
    books.correct(client, termLife, { premium: 7_000 })
    books.transfer(client, termLife, maria)
  })
  assert.equal((await at.shown(maria)).due, "72.20")
  assert.equal((await at.pay(maria, termLife)).status, 200)
  assert.deepEqual(at.charged(), ["64.80", "5.20"])
  at.insurer.change((books) => books.transfer(client, termLife, james))
  assert.equal((await at.shown(james)).due, "0.00")
})
