// @prove-only days

import assert from "node:assert/strict"
import { afterEach, beforeEach, test } from "node:test"
import { nextStepOf } from "#web/products/product/next-step.ts"
import { bankOf, cardOf, client, james, termLife } from "./people.ts"
import { type Days, startDays } from "./portal.ts"

let at: Days
beforeEach(async () => {
  at = await startDays()
})
afterEach(() => at?.close())

const host = "harbor.localhost"

/** The texts and rules of all screens about the product. */
async function screens() {
  const { dashboard, coming } = await at.screens(james)
  const product = await at.product(james, termLife)
  const { browser, body } = await at.as(james)
  const of = { ...body, policyNumber: termLife }
  const payNow = await browser.call(host, "POST /myaccount-core/payNow/data", of)
  const { payNowLink, changeAutoPayOrFrequency } = product.paymentAction
  return {
    status: product.paymentStatus,
    isPastDue: product.dueAmounts.some(({ isPastDue }) => isPastDue === "Y"),
    owed: dashboard.reply.totalDue,
    pastDue: dashboard.reply.totalPastDue,
    step: nextStepOf(product, {}, dashboard.reply.currentDate).join(" "),
    payNow: payNowLink.disable,
    change: changeAutoPayOrFrequency.disable,
    payable: payNow.reply.payableAmounts,
    coming: coming.reply.months.flatMap(({ payments }) =>
      payments.map(({ date, amount, paidBy }) => `${date} ${amount} ${paidBy}`),
    ),
  }
}

for (const rest of [1, 33, 49]) {
  const amount = `0.${String(rest).padStart(2, "0")}`
  test(`a late rest of $${amount} is not past due, not requested, and blocks no change of auto pay`, async () => {
    at.insurer.change((books) => books.correct(client, termLife, { premium: rest }))
    at.goTo("2026-03-14")
    const { owed, step, status, ...shown } = await screens()
    assert.equal(status, "Added to Next Bill")
    assert.equal(owed, "0.00")
    assert.equal(step, `$${amount} is too little to be paid alone and is added to your next bill.`)
    assert.deepEqual(shown, {
      ...{ isPastDue: false, pastDue: "0.00", payNow: "Y", change: "N" },
      ...{ payable: [amount], coming: [] },
    })
    await at.agree(james, termLife, cardOf(james))
    assert.equal((await screens()).change, "N")
    const ended = await (await at.atAutoPay(james, termLife, null))()
    assert.equal(ended.status, 200, ended.text)
  })
}

test("a late rest of 50 cents is past due, and can be paid", async () => {
  at.insurer.change((books) => books.correct(client, termLife, { premium: 50 }))
  at.goTo("2026-03-14")
  const { status, payNow, change, coming } = await screens()
  assert.deepEqual(
    { status, payNow, change, coming },
    { status: "Past Due", payNow: "N", change: "Y", coming: ["03/10/2026 0.50 customer"] },
  )
})

test("a small late rest is shown and paid with the next bill", async () => {
  at.insurer.change((books) => {
    books.correct(client, termLife, { premium: 33 })
    books.bill(client, termLife, "2026-04-10", 6_480)
  })
  at.goTo("2026-03-14")
  const { owed, step, ...shown } = await screens()
  assert.equal(owed, "65.13")
  assert.equal(step, "", "the status states the day to pay")
  assert.deepEqual(shown, {
    ...{ status: "Due Fri, Apr 10", isPastDue: false, pastDue: "0.00", payNow: "N", change: "N" },
    ...{ payable: ["65.13"], coming: ["04/10/2026 65.13 customer"] },
  })
  const made = await at.pay(james, termLife)
  assert.equal(made.status, 200, made.text)
  assert.equal(at.insurer.books().owed(client, termLife), 0)
})

test("auto pay charges a small rest with the next bill, and requests nothing until then", async () => {
  await at.agree(james, termLife, bankOf(james))
  await at.credit(james, termLife, "64.47")
  await at.live("2026-03-14")
  assert.deepEqual(at.charged(), [])
  const { owed, change, coming, isPastDue } = await screens()
  assert.equal(owed, "0.00")
  assert.deepEqual({ change, coming, isPastDue }, { change: "N", coming: [], isPastDue: false })
  at.insurer.change((books) => books.bill(client, termLife, "2026-04-10", 6_480))
  await at.live("2026-04-02")
  assert.deepEqual((await screens()).coming, ["04/10/2026 65.13 autopay"])
  await at.live("2026-04-12")
  assert.deepEqual(at.charged(), ["65.13"])
})
