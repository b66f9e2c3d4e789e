// @prove-only days

import assert from "node:assert/strict"
import { afterEach, beforeEach, test } from "node:test"
import { client, dental, james, maria, termLife, wholeLife } from "./people.ts"
import { type Days, startDays } from "./portal.ts"

let at: Days
beforeEach(async () => {
  at = await startDays()
})
afterEach(() => at?.close())

/** Returns a product number without leading zeros, like a system that stores numbers. */
const short = (reply: object) =>
  JSON.parse(JSON.stringify(reply).replaceAll(`"${dental}"`, `"${Number(dental)}"`))
const messages = () => JSON.stringify(at.logged)

for (const operation of ["account", "activeProducts"] as const) {
  test(`a product number without its zeros in ${operation} is refused with its place`, async () => {
    await at.as(maria)
    at.server.answer(operation, short)
    await at.screens(maria)
    const payer = await at.as(maria)
    const body = { ...payer.body, policyNumber: dental }
    await payer.browser.call(payer.host, "POST /myaccount-core/payNow/data", body)
    assert.match(messages(), new RegExp(`"operation":"${operation}","field":"[^"]*policyNumber`))
  })
}

test("an auto pay product with a number that no account has is an error, and is not charged", async () => {
  await at.agree(maria, dental)
  at.server.answer("autoPayDue", short)
  await at.live("2026-03-21").catch(() => {})
  assert.deepEqual(at.charged(), [])
  assert.match(messages(), /autoPayDue/)
})

test("an amount that contradicts the bills is not charged", async () => {
  at.server.answer("product", withAmount("99.00"))
  at.server.answer("account", withAmount("99.00"))
  at.server.answer("activeProducts", withAmount("99.00"))
  await at.pay(james, termLife).catch(() => {})
  assert.ok(!at.charged().includes("99.00"), at.charged().join())
  assert.match(messages(), /"level":(40|50)/)
})

test("auto pay charges the amount of the bills when the product's amount differs", async () => {
  await at.agree(james, termLife)
  at.server.answer("product", withAmount("99.00"))
  at.server.answer("account", withAmount("99.00"))
  await at.live("2026-03-12")
  assert.deepEqual(at.charged(), ["64.80"])
})

for (const [what, change] of [
  ["a negative amount", withAmount("-25.00")],
  ["a negative amount that contradicts its own bills", withAmount("-25.00", false)],
  ["nothing", withAmount("0.00")],
  ["nothing although its own bills owe more", withAmount("0.00", false)],
  ["less than its own bills", withAmount("10.00", false)],
  ["more than its own bills", withAmount("99.00", false)],
  ["something without a bill", withoutBills],
] as const) {
  test(`a product that owes ${what} owes the sum of its bills on every screen`, async () => {
    for (const operation of ["product", "account", "activeProducts", "policy"] as const) {
      at.server.answer(operation, change)
    }
    const { due, coming, payable } = await at.shown(james)
    assert.deepEqual([due, coming, payable], ["64.80", ["03/10/2026 64.80 customer"], [termLife]])
    assert.equal((await at.product(james, termLife)).amountDue, "64.80")
    assert.equal((await at.pay(james, termLife)).status, 200)
    assert.deepEqual(at.charged(), ["64.80"])
    assert.match(messages(), /contradict its open bills/)
  })
}

/** Gives every product of the reply this amount due, also in its own list of bills (`inBills`). */
function withAmount(amountDue: string, inBills = true) {
  return (reply: object) => {
    const text = JSON.stringify(reply).replaceAll(
      /"amountDue":"[^"]*"/g,
      `"amountDue":"${amountDue}"`,
    )
    return JSON.parse(inBills ? text.replaceAll(/"owed":"64.80"/g, `"owed":"${amountDue}"`) : text)
  }
}

function withoutBills(reply: object) {
  return JSON.parse(
    JSON.stringify(reply).replaceAll(/"openAmounts":\[[^\]]*\]/g, '"openAmounts":[]'),
  )
}

test("bills of another product are not mistaken for the requested ones", async () => {
  const agree = await at.atPayNow(maria, wholeLife)
  at.server.answer("openBills", ({ bills }) => ({
    bills: (bills as object[]).map((bill) => ({ ...bill, dueDate: "2026-03-20", owed: "25.00" })),
  }))
  const made = await agree()
  assert.notEqual(made.status, 200)
  assert.deepEqual(at.charged(), [])
})

test("a person of another account is not mistaken for the requested one", async () => {
  await at.as(james)
  const other = at.insurer.books().account(client, maria).person
  at.server.answer("account", (reply) => ({
    account: { ...(reply.account as object), person: { ...personOf(reply), ...named(other) } },
  }))
  const { center } = await at.screens(james)
  assert.doesNotMatch(center.text, /Santos/)
  assert.match(messages(), /about something else/)
})

const personOf = (reply: { account?: unknown }) => (reply.account as { person: object }).person
const named = ({ accountNumber, firstName, lastName }: Record<string, unknown>) => ({
  ...{ accountNumber, firstName, lastName },
})

for (const [title, clients] of [
  ["of one client", [client]],
  ["of every client", undefined],
] as const) {
  test(`a payment that is not ours among the postings ${title} is a difference`, async () => {
    await at.close()
    at = await startDays({ allClients: true })
    const paid = { kind: "payment", id: "7b0c0c1e-5a2f-4b57-9a8e-3f1f4a1d2c33" }
    const posted = { ...paid, amount: "64.80", on: "2026-03-02" }
    at.server.answer("postings", (_reply, asked) => ({
      postings: clients?.includes(asked.client as never) === false ? [] : [posted],
    }))
    at.app.clock.advance({ days: 1 })
    assert.deepEqual([...new Set(await at.differences())], ["posting"])
  })
}
