// @prove-only days

import assert from "node:assert/strict"
import { afterEach, beforeEach, test } from "node:test"
import { bankOf, cardOf, client, james, termLife } from "./people.ts"
import { type Days, startDays } from "./portal.ts"

let at: Days
beforeEach(async () => {
  at = await startDays()
})
afterEach(() => at?.close())

const bill = (dueDate: string) =>
  at.insurer.change((books) => books.bill(client, termLife, dueDate, 6_480))
const subjects = async () => (await at.mails(james)).map(({ subject }) => subject)

/** Sends an account system event about the first payment. */
async function send(type: "payment.reversed" | "payment.posted") {
  const [fact] = at.insurer.books().facts(client)
  assert.ok(fact)
  const of = { client, accountNumber: james, policyNumber: termLife, paymentId: fact.id }
  await at.send(type, of)
  await at.app.settle()
}

async function takeBack(on: string) {
  at.insurer.change((books) => books.reverse(client, termLife, on))
  await send("payment.reversed")
}

async function repost() {
  at.insurer.change((books) => {
    const facts = books.facts(client)
    facts.splice(
      facts.findIndex(({ kind }) => kind === "return"),
      1,
    )
  })
  await send("payment.posted")
}

async function notice(): Promise<string> {
  const product = await at.product(james, termLife)
  return product.autoPayNotice?.content.join(" ") ?? ""
}

for (const method of ["card", "bank account"] as const) {
  const recordId = method === "card" ? cardOf(james) : bankOf(james)
  test(`auto pay by ${method} leaves out a bill whose money we hold, and charges the next one`, async () => {
    await at.agree(james, termLife, recordId)
    at.goTo("2026-03-02")
    await at.live("2026-03-10")
    assert.deepEqual(at.charged(), ["64.80"])
    await takeBack("2026-03-10")
    assert.match(await notice(), /the amount is due again.*Auto Pay leaves this bill out/)
    const { due, byAutoPay } = await at.shown(james)
    assert.deepEqual({ due, byAutoPay }, { due: "64.80", byAutoPay: "0.00" })
    bill("2026-04-10")
    await at.live("2026-04-05")
    assert.deepEqual((await at.shown(james)).coming, [
      "03/10/2026 64.80 customer",
      "04/10/2026 64.80 autopay",
    ])
    assert.match(await notice(), /the amount is due again.*Auto Pay leaves this bill out/)
    const announced = (await subjects()).filter((one) => one.includes("will charge"))
    const expected = "Auto Pay will charge $64.80 on Apr 10, 2026: Harbor Mutual"
    assert.deepEqual(announced, method === "card" ? [] : [expected])
    await at.live("2026-04-12")
    assert.deepEqual(at.charged(), ["64.80", "64.80"])
    assert.equal(at.insurer.books().owed(client, termLife), 6_480)
  })
}

test("a bill whose payment is posted again stays paid, and the notice disappears", async () => {
  await at.agree(james, termLife)
  await at.live("2026-03-10")
  await takeBack("2026-03-10")
  at.app.clock.advance({ hours: 1 })
  await repost()
  assert.equal(await notice(), "")
  bill("2026-04-10")
  await at.live("2026-04-12")
  assert.deepEqual(at.charged(), ["64.80", "64.80"])
  assert.equal(at.insurer.books().owed(client, termLife), 0)
})

test("a bill is charged with the next one once its money is refunded", async () => {
  await at.agree(james, termLife)
  await at.live("2026-03-10")
  await takeBack("2026-03-10")
  const { history } = await at.screens(james)
  await at.refund(history.reply.payments[0]?.confirmationNumber ?? "", "64.80")
  assert.doesNotMatch(await notice(), /still have the money|leaves this bill out/)
  bill("2026-04-10")
  await at.live("2026-04-12")
  const announced = (await subjects()).filter((one) => one.includes("will charge"))
  assert.deepEqual(announced, ["Auto Pay will charge $129.60 on Apr 10, 2026: Harbor Mutual"])
  assert.equal(at.insurer.books().owed(client, termLife), 0)
})

test("the notice requests nothing once the bill is paid in another way", async () => {
  await at.agree(james, termLife)
  await at.live("2026-03-10")
  await takeBack("2026-03-10")
  at.insurer.change((books) => books.payByPhone(client, termLife, 6_480, "2026-03-11"))
  const said = await notice()
  assert.match(said, /its bill is not open anymore.*still have the money/)
  assert.doesNotMatch(said, /due again|before you pay/)
  assert.equal((await at.shown(james)).due, "0.00")
  bill("2026-04-10")
  const { due, byAutoPay } = await at.shown(james)
  assert.deepEqual({ due, byAutoPay }, { due: "0.00", byAutoPay: "64.80" })
  await at.live("2026-04-12")
  assert.deepEqual(at.charged(), ["64.80", "64.80"])
})

test("agreeing to auto pay while we hold the money charges only the next bill", async () => {
  const made = await at.pay(james, termLife)
  assert.equal(made.status, 200, made.text)
  await takeBack("2026-03-02")
  await at.agree(james, termLife)
  await at.live("2026-03-12")
  assert.deepEqual(at.charged(), ["64.80"])
  assert.deepEqual((await at.shown(james)).coming, ["03/10/2026 64.80 customer"])
  bill("2026-04-10")
  await at.live("2026-04-12")
  assert.deepEqual(at.charged(), ["64.80", "64.80"])
})

test("an email withdraws a charge that was agreed to before its bill was paid and the payment taken back", async () => {
  await at.agree(james, termLife)
  at.insurer.change((books) => books.setMethod(client, termLife, null))
  const before = (await subjects()).length
  const made = await at.pay(james, termLife)
  assert.equal(made.status, 200, made.text)
  await takeBack("2026-03-02")
  at.insurer.change((books) => books.setMethod(client, termLife, cardOf(james)))
  await at.live("2026-03-12")
  assert.deepEqual(at.charged(), ["64.80"])
  const later = (await at.mails(james)).slice(before)
  const dropped = later.filter(({ subject }) => subject.includes("will not charge"))
  assert.equal(dropped.length, 1, JSON.stringify(later.map(({ subject }) => subject)))
  assert.match(dropped[0]?.text ?? "", /We took your earlier payment for this bill back/)
})
