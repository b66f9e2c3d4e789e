import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { after, before, test } from "node:test"
import { sql } from "#database/sql.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { type Customer, customerOf, signedInAt } from "#testing/customer.ts"
import { openBooks } from "#testing/opened-books.store.ts"
import { paymentBody, saveMethod } from "#testing/pay-now.ts"
import { actFor } from "#testing/staff.ts"

const host = "harbor.localhost"
const james = { client: "harbor", accountNumber: "HM2073350", policyNumber: "4003120956" }
const recordId = "PM-authenticate"
let app: TestApp
let payer: Customer

before(async () => {
  app = await startTestApp()
  await saveMethod(app.database, { ...james, recordId, sample: "authenticate" })
  payer = await signIn("james.okafor")
})

after(() => app.close())

async function signIn(username: string): Promise<Customer> {
  app.clock.advance({ minutes: 10 })
  return await customerOf(app, username, "harbor")
}

/** Sends a payment that the bank asks the customer to confirm. */
async function sendPayment() {
  const bill = { dueDate: "2026-03-10", amountDue: 6_480 }
  await openBooks(app.database, "harbor", [james.policyNumber], bill)
  const key = randomUUID()
  const headers = { "idempotency-key": key }
  const body = await paymentBody(payer, james.policyNumber, recordId)
  const pay = async (given = headers) =>
    await payer.browser.call(host, "POST /myaccount-core/payNow", body, { headers: given })
  const asked = await pay()
  assert.deepEqual([asked.status, asked.messageIds], [428, ["payment.authenticate"]])
  const call = async (isGivenUp: "Y" | "N" = "N", who = payer) => {
    const path = "POST /myaccount-core/payNow/authentication"
    return await who.browser.call(host, path, { isGivenUp }, { headers })
  }
  const status = async () => {
    const found = await payer.browser.call(host, "GET /myaccount-core/payNow", undefined, {
      headers,
    })
    return found.reply
  }
  const charges = () => app.gateway.charges().filter(({ status }) => status !== "declined").length
  return { pay, call, status, before: charges(), charges }
}

async function answerBank(address: string, answer: "confirm" | "refuse"): Promise<void> {
  const response = await fetch(`${address}/${answer}`, { method: "POST", redirect: "manual" })
  assert.equal(response.status, 303)
  assert.equal(response.headers.get("location"), `${app.origin(host)}/authenticated`)
}

test("AUTHENTICATE-01 a payment that the customer confirms is made once, in however many tabs", async () => {
  const { pay, call, status, before: earlier, charges } = await sendPayment()
  assert.deepEqual((await pay()).messageIds, ["payment.authenticate"])
  const other = await pay({ "idempotency-key": randomUUID() })
  assert.deepEqual(other.messageIds, ["payment.alreadyOpen"])
  const waiting = await status()
  assert.deepEqual([waiting.paymentStatus, waiting.needsAuthentication], ["submitted", "Y"])

  const asked = { ...payer.body, policyNumber: james.policyNumber }
  const dashboard = await payer.browser.call(host, "POST /myaccount-core/dashboard", {
    ...asked,
    policyHolder: { firstName: "James", lastName: "Okafor" },
  })
  const due = dashboard.reply.paymentsDue[0]
  assert.equal(due?.autoPayNotice?.state, "confirming")
  assert.match(due?.autoPayNotice?.content[0] ?? "", /confirm your payment of \$64\.80/)
  assert.equal(due?.paymentAction.payNowLink.disable, "N")
  const history = await payer.browser.call(host, "POST /myaccount-core/paymentHistory", asked)
  assert.match(history.reply.payments[0]?.explanation ?? "", /href="\/payment-center\/products"/)

  const [one, two] = [await call(), await call()]
  assert.equal(one.status, 200)
  assert.equal(two.reply.authenticateAt, one.reply.authenticateAt)
  assert.equal((await call("N", await signIn("maria.santos"))).status, 404)
  assert.equal(charges(), earlier)

  await answerBank(one.reply.authenticateAt, "confirm")
  const paid = await call()
  const { paymentStatus, authenticateAt, needsAuthentication } = paid.reply
  assert.deepEqual([paymentStatus, authenticateAt, needsAuthentication], ["accepted", "", "N"])
  assert.equal((await pay()).reply.confirmationNumber, paid.reply.confirmationNumber)
  assert.equal((await call("Y")).reply.paymentStatus, "accepted")
  assert.equal(charges(), earlier + 1)
})

test("AUTHENTICATE-01 a payment that the customer declines or abandons is not made, and can be sent again", async () => {
  payer = await signIn("james.okafor")
  const refused = await sendPayment()
  const { reply } = await refused.call()
  await answerBank(reply.authenticateAt, "refuse")
  const declined = await refused.call()
  assert.deepEqual(
    declined.reply.messages.map(({ messageId }) => messageId),
    ["payment.declined.notAuthenticated"],
  )

  const givenUp = await sendPayment()
  const page = await givenUp.call()
  const ended = await givenUp.call("Y")
  assert.equal(ended.reply.paymentStatus, "canceled")
  assert.deepEqual(
    ended.reply.messages.map(({ messageId }) => messageId),
    ["payment.canceled.notAuthenticated"],
  )
  await answerBank(page.reply.authenticateAt, "confirm")
  assert.equal((await givenUp.call()).reply.paymentStatus, "canceled")
  assert.equal(givenUp.charges(), refused.before)
})

test("AUTHENTICATE-01 PAYNOW-07 a customer who leaves is charged if they confirmed, and otherwise informed that nothing was charged", async () => {
  await app.database.rows(sql`update policy_admin.person set is_email_subscribed = false
    where client = 'harbor' and account_number = ${james.accountNumber}`)
  const left = await sendPayment()
  const { reply } = await left.call()
  await answerBank(reply.authenticateAt, "confirm")
  await app.gateway.sendDueReports()
  await app.settle()
  assert.equal((await left.status()).paymentStatus, "accepted")
  const receipt = await app.readMail("james.okafor@example.com", "Receipt for your payment")
  assert.doesNotMatch(receipt.text, /unsubscribe/i)
  assert.match(receipt.text, /\$64\.80/)

  payer = await signIn("james.okafor")
  const abandoned = await sendPayment()
  app.clock.advance({ minutes: 16 })
  payer = await signIn("james.okafor")
  await app.settle()
  assert.equal((await abandoned.status()).paymentStatus, "canceled")
  const mail = await app.readMail("james.okafor@example.com", "was not made")
  assert.match(mail.text, /did not confirm this payment/)
  assert.equal(abandoned.charges(), left.charges())
})

test("AUTHENTICATE-01 staff who pay for a customer cannot confirm for them", async () => {
  const bill = { dueDate: "2026-03-10", amountDue: 6_480 }
  await openBooks(app.database, "harbor", [james.policyNumber], bill)
  const browser = app.browser()
  const staff = signedInAt(host, browser, await actFor(browser, payer.user.userid))
  const body = await paymentBody(staff, james.policyNumber, recordId)
  const headers = { "idempotency-key": randomUUID() }
  const path = "POST /myaccount-core/payNow"
  const declined = await browser.call(host, path, body, { headers })
  assert.deepEqual(declined.messageIds, ["payment.declined.notAuthenticated"])
})
