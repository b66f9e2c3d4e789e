// @prove-only days

import assert from "node:assert/strict"
import { afterEach, beforeEach, test } from "node:test"
import { bankOf, client, james, maria, termLife, wholeLife } from "./people.ts"
import { type Days, startDays } from "./portal.ts"

let at: Days
beforeEach(async () => {
  at = await startDays()
  at.goTo("2026-03-08")
})
afterEach(() => at?.close())

const move = (dueDate: string) =>
  at.insurer.change((books) => books.correct(client, termLife, { dueDate: dueDate }))
const announced = async (who = james) =>
  (await at.mails(who)).map(({ subject }) => subject).filter((one) => one.includes("will charge"))

test("a card charged on the 10th is not charged earlier than shown without an email", async () => {
  await at.agree(james, termLife)
  await at.live("2026-03-10")
  at.insurer.change((books) => books.bill(client, termLife, "2026-04-10", 6_480))
  await at.live("2026-03-13")
  assert.deepEqual((await at.shown(james)).coming, ["04/10/2026 64.80 autopay"])
  move("2026-03-14")
  await at.live("2026-03-16")
  assert.deepEqual(at.charged(), ["64.80"])
  assert.match((await announced()).join(), /\$64\.80 on/)
})

test("when the next due date moves five days earlier, a card's customer is notified of the new day first", async () => {
  await at.agree(james, termLife)
  await at.live("2026-03-10")
  at.insurer.change((books) => books.bill(client, termLife, "2026-04-10", 6_480))
  at.goTo("2026-03-26")
  await at.live("2026-03-28")
  move("2026-04-05")
  await at.live("2026-04-06")
  assert.deepEqual(at.charged(), ["64.80"])
})

test("a due date that moves within ten days of a card's charge leaves the charge on the displayed day", async () => {
  await at.agree(james, termLife)
  await at.live("2026-03-10")
  at.insurer.change((books) => books.bill(client, termLife, "2026-04-10", 6_480))
  at.goTo("2026-03-26")
  await at.live("2026-03-31")
  move("2026-04-05")
  await at.live("2026-04-09")
  assert.deepEqual(at.charged(), ["64.80"])
  await at.live("2026-04-10")
  assert.deepEqual(at.charged(), ["64.80", "64.80"])
})

test("a bank account is debited ten days after the email about an earlier date", async () => {
  await at.agree(james, termLife, bankOf(james))
  await at.live("2026-03-10")
  at.insurer.change((books) => books.bill(client, termLife, "2026-04-10", 6_480))
  at.goTo("2026-03-26")
  await at.live("2026-03-28")
  move("2026-03-30")
  await at.live("2026-03-29")
  assert.deepEqual(await announced(), ["Auto Pay will charge $64.80 on Apr 8, 2026: Harbor Mutual"])
  await at.live("2026-04-07")
  assert.deepEqual(at.charged(), ["64.80"])
  await at.live("2026-04-09")
  assert.deepEqual(at.charged(), ["64.80", "64.80"])
})

test("the announced day of a bank account stays when the due date moves to an earlier day", async () => {
  await at.agree(james, termLife, bankOf(james))
  await at.live("2026-03-10")
  at.insurer.change((books) => books.bill(client, termLife, "2026-04-10", 6_480))
  at.goTo("2026-03-26")
  await at.live("2026-04-01")
  assert.deepEqual(await announced(), [
    "Auto Pay will charge $64.80 on Apr 10, 2026: Harbor Mutual",
  ])
  move("2026-04-05")
  await at.live("2026-04-09")
  assert.deepEqual(at.charged(), ["64.80"])
  await at.live("2026-04-10")
  assert.deepEqual(at.charged(), ["64.80", "64.80"])
})

test("a charge waits for a due date that moves to a later day, and is announced for that day", async () => {
  await at.agree(james, termLife)
  move("2026-03-20")
  await at.live("2026-03-19")
  assert.deepEqual(at.charged(), [])
  await at.live("2026-03-20")
  assert.deepEqual(at.charged(), ["64.80"])
})

test("auto pay does not charge before the agreed day", async () => {
  await at.agree(james, termLife)
  await at.live("2026-03-09")
  assert.deepEqual(at.charged(), [])
  at.goTo("2026-03-10", "00:01")
  await at.runDay()
  assert.deepEqual(at.charged(), ["64.80"])
})

test("a renumbered bill is charged once", async () => {
  await at.agree(james, termLife)
  at.insurer.change((books) => books.correct(client, termLife, { number: 9 }))
  await at.live("2026-03-12")
  assert.deepEqual(at.charged(), ["64.80"])
})

test("a bill renumbered and lowered after its charge is not charged again", async () => {
  await at.agree(james, termLife)
  at.insurer.change((books) => books.correct(client, termLife, { number: 9, premium: 6_000 }))
  await at.live("2026-03-25")
  assert.equal(at.charged().length, 1)
  assert.equal(at.charged()[0], "60.00")
})

test("a bill raised after its announcement is charged as announced, and the rest with the next bill", async () => {
  await at.agree(james, termLife, bankOf(james))
  await at.live("2026-03-10")
  at.insurer.change((books) => books.bill(client, termLife, "2026-04-10", 6_480))
  at.goTo("2026-03-26")
  await at.live("2026-04-02")
  at.insurer.change((books) => books.correct(client, termLife, { premium: 9_480 }))
  await at.live("2026-04-12")
  assert.deepEqual(at.charged(), ["64.80", "64.80"])
  at.insurer.change((books) => books.bill(client, termLife, "2026-05-10", 6_480))
  at.goTo("2026-04-29")
  await at.live("2026-05-11")
  assert.ok(
    (await announced()).includes("Auto Pay will charge $94.80 on May 10, 2026: Harbor Mutual"),
  )
  assert.deepEqual(at.charged(), ["64.80", "64.80", "94.80"])
})

test("two bills issued in one night are announced and charged together", async () => {
  await at.agree(james, termLife)
  await at.live("2026-03-10")
  at.insurer.change((books) => {
    books.bill(client, termLife, "2026-03-25", 6_480)
    books.bill(client, termLife, "2026-03-25", 6_480)
  })
  await at.live("2026-03-26")
  assert.deepEqual(await announced(), [
    "Auto Pay will charge $129.60 on Mar 25, 2026: Harbor Mutual",
  ])
  assert.deepEqual(at.charged(), ["64.80", "129.60"])
})

test("auto pay turned off by phone charges nothing", async () => {
  await at.agree(james, termLife)
  await at.live("2026-03-09")
  at.insurer.change((books) => books.setMethod(client, termLife, null))
  await at.live("2026-03-12")
  assert.deepEqual(at.charged(), [])
})

for (const [title, amount, rest] of [
  ["in full", 6_480, []],
  ["in part", 4_000, ["24.80"]],
] as const) {
  test(`only the rest of a bill that was paid by phone ${title} is charged`, async () => {
    await at.agree(james, termLife)
    await at.live("2026-03-09")
    at.insurer.change((books) => books.payByPhone(client, termLife, amount, "2026-03-09"))
    await at.live("2026-03-25")
    assert.deepEqual(at.charged(), rest)
  })
}

test("a product that has ended is not charged", async () => {
  await at.agree(james, termLife)
  await at.live("2026-03-09")
  at.insurer.change((books) => books.end(client, termLife))
  await at.live("2026-03-12")
  assert.deepEqual(at.charged(), [])
})

for (const premium of [0, -2_500]) {
  test(`a bill of ${premium} cents is not charged`, async () => {
    at.insurer.change((books) => books.correct(client, wholeLife, { premium: premium }))
    await at.agree(maria, wholeLife)
    await at.live("2026-03-14")
    assert.deepEqual(at.charged(), [])
  })
}

test("a payment late in the evening is recorded on the client's day", async () => {
  at.goTo("2026-03-08", "23:24")
  const made = await at.pay(james, termLife)
  assert.equal(made.status, 200, made.text)
  const { history } = await at.screens(james)
  assert.equal(history.reply.payments[0]?.paymentDate, "03/08/2026")
  assert.equal(at.insurer.books().facts(client)[0]?.on, "2026-03-08")
})
