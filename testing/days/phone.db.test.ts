// @prove-only days

import assert from "node:assert/strict"
import { afterEach, beforeEach, test } from "node:test"
import { bankOf, client, james, termLife } from "./people.ts"
import { type Days, startDays } from "./portal.ts"

let at: Days
beforeEach(async () => {
  at = await startDays()
  at.goTo("2026-03-08")
})
afterEach(() => at?.close())

const about = async (words: RegExp) =>
  (await at.mails(james)).filter(({ subject }) => words.test(subject))
const notMade = /will not charge \$/

/** Announces the 04/10 charge of a bank account. */
async function announced(): Promise<void> {
  await at.agree(james, termLife, bankOf(james))
  await at.live("2026-03-10")
  at.insurer.change((books) => books.bill(client, termLife, "2026-04-10", 6_480))
  at.goTo("2026-03-26")
  await at.live("2026-04-02")
  assert.equal((await about(/will charge \$64\.80 on Apr 10, 2026/)).length, 1)
}

test("the rest of a bill of which auto pay charged a part is not shown as if auto pay paid it", async () => {
  await at.agree(james, termLife)
  await at.live("2026-03-09")
  at.insurer.change((books) => books.correct(client, termLife, { premium: 19_440 }))
  await at.live("2026-03-10")
  const { byAutoPay, coming } = await at.shown(james)
  const isCharged = coming.some((line) => line.includes("129.60 autopay"))
  assert.equal(byAutoPay, isCharged ? "129.60" : "0.00")
  assert.equal((await at.mails(james)).filter(({ text }) => text.includes("$129.60")).length, 1)
})

test("the rest of a bill that was raised by phone is charged once, and announced", async () => {
  await at.agree(james, termLife)
  await at.live("2026-03-09")
  at.insurer.change((books) => books.correct(client, termLife, { premium: 19_440 }))
  at.goTo("2026-04-28")
  await at.live("2026-04-30")
  const sum = at.charged().reduce((all, amount) => all + Number(amount), 0)
  assert.ok(sum <= 194.4 + 0.001)
})

test("an announced charge that is canceled by phone is withdrawn by an email", async () => {
  await announced()
  at.insurer.change((books) => books.setMethod(client, termLife, null))
  await at.live("2026-04-11")
  assert.deepEqual(at.charged(), ["64.80"])
  assert.equal((await about(notMade)).length, 1)
})

test("an announced charge of a product that ends is withdrawn by an email", async () => {
  await announced()
  at.insurer.change((books) => books.end(client, termLife))
  await at.live("2026-04-11")
  assert.equal((await about(notMade)).length, 1)
})

test("an email gives the new day when the due date of an announced charge moves", async () => {
  await announced()
  at.insurer.change((books) => books.correct(client, termLife, { dueDate: "2026-04-24" }))
  await at.live("2026-04-12")
  const [mail] = await about(notMade)
  assert.ok(mail)
  assert.doesNotMatch(mail.text, /Nothing is due/)
  assert.match(mail.text, /Apr 24, 2026/)
})

test("an announced charge of a bill that was paid by phone is withdrawn once", async () => {
  await announced()
  at.insurer.change((books) => books.payByPhone(client, termLife, 6_480, "2026-04-05"))
  await at.live("2026-04-12")
  assert.deepEqual(at.charged(), ["64.80"])
  assert.equal((await about(notMade)).length, 1)
})

test("a payment that the insurer took back is not shown as accepted", async () => {
  await at.pay(james, termLife)
  at.insurer.change((books) => books.reverse(client, termLife, "2026-03-08"))
  await at.send("payment.reversed", await reversed())
  await at.app.settle()
  const { history } = await at.screens(james)
  assert.notEqual(history.reply.payments[0]?.paymentStatus, "accepted")
})

async function reversed() {
  const [fact] = at.insurer.books().facts(client)
  return { client, accountNumber: james, policyNumber: termLife, paymentId: fact?.id }
}

test("a payment that the insurer took back is a difference", async () => {
  await at.pay(james, termLife)
  at.insurer.change((books) => books.reverse(client, termLife, "2026-03-08"))
  at.app.clock.advance({ days: 1 })
  assert.ok((await at.differences()).includes("posting"))
})

test("a payment of another channel is not a difference", async () => {
  at.insurer.change((books) => books.payByPhone(client, termLife, 6_480, "2026-03-02"))
  at.app.clock.advance({ days: 1 })
  assert.deepEqual(await at.differences(), [])
})

test("a bill that a correction dates back a year is charged or shown as past due, not both", async () => {
  await at.agree(james, termLife)
  at.insurer.change((books) => books.correct(client, termLife, { dueDate: "2025-03-10" }))
  at.insurer.change((books) => books.bill(client, termLife, "2026-03-10", 6_480))
  await at.live("2026-03-25")
  const { due } = await at.shown(james)
  const sum = at.charged().reduce((all, amount) => all + Number(amount), 0)
  assert.equal((sum + Number(due)).toFixed(2), "129.60")
})
