import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { after, before, test } from "node:test"
import { sql } from "#database/sql.ts"
import { type AccountSystem, createAccountSystem } from "#testing/account-system.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { type Customer, customerOf } from "#testing/customer.ts"
import { paymentBody, saveMethod } from "#testing/pay-now.ts"

const host = "harbor.localhost"
const james = { client: "harbor", accountNumber: "HM2073350", policyNumber: "4003120956" }
let app: TestApp
let accountSystem: AccountSystem
let payer: Customer

before(async () => {
  app = await startTestApp({
    policyAdmin(database) {
      accountSystem = createAccountSystem(database)
      return accountSystem.policyAdmin
    },
  })
  await saveMethod(app.database, { ...james, recordId: "PM-visa", sample: "visa" })
  payer = await customerOf(app, "james.okafor", "harbor")
})

after(() => app.close())

async function screens() {
  const { browser, body } = payer
  const of = { ...body, policyNumber: james.policyNumber }
  const policyHolder = { firstName: body.firstName, lastName: body.lastName }
  const dashboard = await browser.call(host, "POST /myaccount-core/dashboard", {
    ...of,
    policyHolder,
  })
  const center = await browser.call(host, "POST /myaccount-core/products", of)
  const held = await browser.call(host, "POST /myaccount-core/productSummary", of)
  const payNow = await browser.call(host, "POST /myaccount-core/payNow/data", of)
  const info = await browser.call(host, "POST /myaccount-core/paymentInfo", of)
  const coming = await browser.call(host, "POST /myaccount-core/comingPayments", of)
  for (const { status, text } of [dashboard, center, held, payNow, info, coming]) {
    assert.equal(status, 200, text)
  }
  return {
    dashboard: dashboard.reply,
    center: center.reply.activeProducts.find((one) => one.policyNumber === james.policyNumber),
    held: held.reply.activeProducts.find((one) => one.policyNumber === james.policyNumber),
    payNow: payNow.reply,
    paymentInfo: info.reply.paymentInfo,
    pastDue: coming.reply.months.flatMap(({ payments }) =>
      payments.filter(({ isPastDue }) => isPastDue === "Y"),
    ),
  }
}

async function setActive(isActive: boolean) {
  await app.database.rows(
    sql`update policy_admin.policy set active = ${isActive}
      where client = ${james.client} and policy_number = ${james.policyNumber}`,
  )
}

/** The debt in the list of products and in the details. */
async function inactiveDebt() {
  const { browser, body } = payer
  const of = { ...body, policyNumber: james.policyNumber }
  const held = await browser.call(host, "POST /myaccount-core/productSummary", of)
  const details = await browser.call(host, "POST /myaccount-core/productDetails", of)
  const listed = held.reply.inactiveProducts.find((one) => one.policyNumber === of.policyNumber)
  return [listed?.amountDue, details.reply.productDetail.amountDue]
}

async function pay() {
  const body = await paymentBody(payer, james.policyNumber, "PM-visa")
  const key = randomUUID()
  const paid = await payer.browser.call(host, "POST /myaccount-core/payNow", body, {
    headers: { "idempotency-key": key },
  })
  assert.equal(paid.status, 200, paid.text)
  return { body, amount: body.totalPaymentAmount }
}

async function post() {
  accountSystem.comeBack()
  app.clock.advance({ minutes: 5 })
  await app.settle()
}

test("KEPT-09 an accepted payment that is not posted is shown as being recorded on each screen, and its bills are not due", async () => {
  const before = await screens()
  assert.equal(before.dashboard.paymentsDue.length, 1)
  assert.ok(before.pastDue.length > 0)
  accountSystem.goAway("applyPayment")
  const { body, amount } = await pay()
  const { dashboard, center, held, payNow, paymentInfo, pastDue } = await screens()
  assert.deepEqual(pastDue, [])
  assert.deepEqual([dashboard.paymentsDue, dashboard.totalDue], [[], "0.00"])
  assert.equal(dashboard.totalPastDue, "0.00")
  assert.equal(center?.amountDue, "0.00")
  assert.deepEqual(center?.dueAmounts, [])
  assert.equal(center?.autoPayNotice?.state, "recording")
  assert.match(
    center?.autoPayNotice?.content.join(" ") ?? "",
    new RegExp(`^Your payment of \\$${amount} is being recorded\\.`),
  )
  assert.equal(center?.paymentAction.payNowLink.disable, "Y")
  assert.match(center?.paymentAction.payNowLink.message ?? "", /is being recorded/)
  assert.equal(held?.paymentStatusDisplayStyle, "")
  assert.deepEqual(payNow.payableAmounts, ["0.00"])
  assert.equal(paymentInfo.totalAmountDue, "0.00")

  const second = await payer.browser.call(host, "POST /myaccount-core/payNow", body, {
    headers: { "idempotency-key": randomUUID() },
  })
  assert.equal(second.status, 409, second.text)
  assert.equal(app.gateway.charges().length, 1)

  await setActive(false)
  assert.deepEqual(await inactiveDebt(), ["0.00", "0.00"])
  await setActive(true)

  await post()
  const posted = await screens()
  assert.equal(posted.center?.amountDue, "0.00")
  assert.equal(posted.center?.autoPayNotice, null)
  assert.equal(app.gateway.charges().length, 1)
})

test("KEPT-09 a payment that no read shows yet is not requested again, and leaves no trace once one does", async () => {
  payer = await customerOf(app, "maria.santos", "harbor")
  const { accountNumber } = payer.body
  const { browser, body } = payer
  const { reply } = await browser.call(host, "POST /myaccount-core/products", body)
  const due = reply.activeProducts.find((one) => one.paymentAction.payNowLink.disable === "N")
  assert.ok(due)
  const { policyNumber } = due
  await saveMethod(app.database, {
    ...{ client: "harbor", accountNumber, policyNumber, recordId: "PM-lag", sample: "visa" },
  })
  const at = { ...body, policyNumber }
  const seen = () => browser.call(host, "POST /myaccount-core/payNow/data", at)
  const paidBody = await paymentBody(payer, policyNumber, "PM-lag")
  const dashboard = { ...at, policyHolder: { firstName: body.firstName, lastName: body.lastName } }
  const home = () => browser.call(host, "POST /myaccount-core/dashboard", dashboard)
  await home()
  accountSystem.lag("account", "activeProducts", "product", "openBills", "entries", "comingBills")
  const send = () =>
    browser.call(host, "POST /myaccount-core/payNow", paidBody, {
      headers: { "idempotency-key": randomUUID() },
    })
  const charged = app.gateway.charges().length
  const paid = await send()
  assert.equal(paid.status, 200, paid.text)
  assert.deepEqual((await seen()).reply.payableAmounts, ["0.00"])
  const shown = (await home()).reply.activeProducts.find((one) => one.policyNumber === policyNumber)
  assert.equal(shown?.amountDue, "0.00")
  assert.equal(shown?.autoPayNotice?.state, "recording")
  const again = await send()
  assert.deepEqual([again.status, again.messageIds], [409, ["payment.alreadyOpen"]])
  assert.equal(app.gateway.charges().length, charged + 1)
  await post()
  const after = (await home()).reply.activeProducts.find((one) => one.policyNumber === policyNumber)
  assert.deepEqual([after?.amountDue, after?.autoPayNotice], ["0.00", null])
})
