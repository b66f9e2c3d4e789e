// @prove-only days

import assert from "node:assert/strict"
import { afterEach, beforeEach, test } from "node:test"
import { cardOf, client, dental, james, maria, termLife, wholeLife } from "./people.ts"
import { type Days, startDays } from "./portal.ts"

let at: Days
beforeEach(async () => {
  at = await startDays()
})
afterEach(() => at?.close())

/** Changes at the insurer while a person reads the text of a payment of $64.80 for Term Life. */
const meanwhile: Record<string, (at: Days) => void> = {
  "is raised": ({ insurer }) =>
    insurer.change((books) => books.correct(client, termLife, { premium: 7_000 })),
  "is lowered": ({ insurer }) =>
    insurer.change((books) => books.correct(client, termLife, { premium: 6_000 })),
  "is moved to an earlier day": ({ insurer }) =>
    insurer.change((books) => books.correct(client, termLife, { dueDate: "2026-03-05" })),
  "is moved to a later day": ({ insurer }) =>
    insurer.change((books) => books.correct(client, termLife, { dueDate: "2026-03-24" })),
  "is split in two": ({ insurer }) =>
    insurer.change((books) => {
      books.correct(client, termLife, { premium: 4_000 })
      books.bill(client, termLife, "2026-03-10", 2_480)
    }),
}
/**
 * Changes after which charging the agreed amount is still right, because they do not affect amount
 * and product.
 */
const mayBeCharged = ["is moved to an earlier day", "is moved to a later day", "is split in two"]

for (const [what, happens] of Object.entries(meanwhile)) {
  test(`a payment of a bill that ${what} in the meantime charges the displayed amount or nothing`, async () => {
    const agree = await at.atPayNow(james, termLife)
    happens(at)
    const made = await agree()
    const isCharged = made.status === 200
    assert.ok(!isCharged || mayBeCharged.includes(what), made.text)
    if (!isCharged) assert.match(made.text, /authorization\.changed|You were not charged/)
    assert.deepEqual(at.charged(), isCharged ? ["64.80"] : [])
  })
}

test("two open bills with one due date are one line with their sum, and the agreed text stays true", async () => {
  const agree = await at.atPayNow(james, termLife)
  at.insurer.change((books) => {
    books.correct(client, termLife, { premium: 3_240 })
    books.bill(client, termLife, "2026-03-10", 3_240)
  })
  const { dueAmounts } = await at.product(james, termLife)
  const open = { dueDate: "03/10/2026", amount: "64.80" }
  assert.deepEqual(dueAmounts, [{ ...open, isPastDue: "N", isByAutoPay: "N" }])
  const made = await agree()
  assert.equal(made.status, 200, made.text)
  assert.deepEqual(at.charged(), ["64.80"])
  assert.equal(at.insurer.books().owed(client, termLife), 0)
})

test("a payment of a bill that is renumbered in the meantime settles that bill", async () => {
  const agree = await at.atPayNow(james, termLife)
  at.insurer.change((books) => books.correct(client, termLife, { number: 7 }))
  const made = await agree()
  assert.equal(made.status, 200, made.text)
  assert.deepEqual(at.charged(), ["64.80"])
  assert.equal(at.insurer.books().owed(client, termLife), 0)
})

test("a bill that is paid by phone in the meantime is not paid again", async () => {
  const agree = await at.atPayNow(james, termLife)
  at.insurer.change((books) => books.payByPhone(client, termLife, 6_480, "2026-03-02"))
  assert.equal((await agree()).status, 409)
  assert.deepEqual(at.charged(), [])
})

test("a product that moves to another account in the meantime is not paid by the earlier owner", async () => {
  const agree = await at.atPayNow(james, termLife)
  at.insurer.change((books) => books.transfer(client, termLife, maria))
  assert.notEqual((await agree()).status, 200)
  assert.deepEqual(at.charged(), [])
})

for (const [title, amount] of [
  ["of other amounts", 2_500],
  ["of the same amount", 4_200],
] as const) {
  test(`two products ${title} that swap their numbers in the meantime are not mixed up`, async () => {
    at.insurer.change((books) => books.correct(client, dental, { premium: amount }))
    const agree = await at.atPayNow(maria, wholeLife)
    at.insurer.change((books) => books.exchange(client, wholeLife, dental))
    const made = await agree()
    assert.equal(made.status, 409, made.text)
    assert.deepEqual(at.charged(), [])
  })
}

test("a product that ends in the meantime is not paid", async () => {
  const agree = await at.atPayNow(james, termLife)
  at.insurer.change((books) => books.end(client, termLife))
  const made = await agree()
  assert.deepEqual(at.charged(), made.status === 200 ? ["64.80"] : [])
  assert.equal(at.insurer.books().posted(client), made.status === 200 ? 6_480 : 0)
})

for (const [how, leave] of [
  ["removed", (at: Days) => at.insurer.change((books) => books.remove(client, termLife))],
  [
    "transferred",
    (at: Days) => at.insurer.change((books) => books.transfer(client, termLife, maria)),
  ],
] as const) {
  test(`each call about a product that was ${how} answers that it left the account, with the phone number`, async () => {
    const payer = await at.as(james)
    const agree = await at.atPayNow(james, termLife)
    const agreeToAutoPay = await at.atAutoPay(james, termLife, cardOf(james))
    leave(at)
    const body = { ...payer.body, policyNumber: termLife }
    const ask = <Key extends Parameters<typeof payer.browser.call>[1]>(key: Key) =>
      payer.browser.call(payer.host, key, body)
    const answers = [
      await ask("POST /myaccount-core/payNow/data"),
      await ask("POST /myaccount-core/payNow/homePageData"),
      await ask("POST /myaccount-core/productDetails"),
      await ask("POST /myaccount-core/nextCharges"),
      await agree(),
      await agreeToAutoPay(),
    ]
    for (const { status, text } of answers) {
      assert.equal(status, 404, text)
      assert.match(text, /not part of your account\. It may have ended.*call us at \(?\d/)
    }
    assert.deepEqual(at.charged(), [])
  })
}

test("auto pay that is set by phone in the meantime does not charge a bill twice", async () => {
  await at.save({ accountNumber: james, recordId: "by-phone", sample: "visa" })
  const agree = await at.atPayNow(james, termLife)
  at.insurer.change((books) => books.setMethod(client, termLife, "by-phone"))
  await agree()
  await at.live("2026-03-20")
  assert.deepEqual(at.charged(), ["64.80"])
})

test("an auto pay day that moves in the meantime needs a new agreement, or the charge is made on the displayed day", async () => {
  const agree = await at.atAutoPay(james, termLife, cardOf(james))
  at.insurer.change((books) => books.correct(client, termLife, { dueDate: "2026-03-06" }))
  const made = await agree()
  assert.equal(made.status, 409, made.text)
  await at.live("2026-03-11")
  assert.deepEqual(at.charged(), [])
})

test("a name that changes in the meantime comes with the refusal, and the person can agree to the new text", async () => {
  await at.as(james)
  at.insurer.change((books) => books.rename(client, james, "Okafor-Bell"))
  const made = await at.pay(james, termLife)
  assert.equal(made.status, 200, made.text)
})
