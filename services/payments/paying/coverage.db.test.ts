import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { afterEach, beforeEach, test } from "node:test"
import { type AccountSystem, createAccountSystem } from "#testing/account-system.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { customerOf } from "#testing/customer.ts"
import { paymentBody, receiptOf, saveMethod } from "#testing/pay-now.ts"
import { readPdf } from "#testing/pdf-reader.ts"

const host = "harbor.localhost"
const james = { client: "harbor", accountNumber: "HM2073350", policyNumber: "4003120956" }
const before = { coveredUntil: "02/17/2026", graceUntil: "03/17/2026" }
const after = { coveredUntil: "03/17/2026", graceUntil: "04/14/2026" }
let app: TestApp
let accountSystem: AccountSystem

beforeEach(async () => {
  app = await startTestApp({
    policyAdmin(database) {
      accountSystem = createAccountSystem(database)
      return accountSystem.policyAdmin
    },
  })
})

afterEach(() => app.close())

/** Signs James in, because the sessions of earlier days have ended. */
async function signedIn() {
  const payer = await customerOf(app, "james.okafor", "harbor")
  return {
    payer,
    /** The coverage in the list of next charges and in the details of the product. */
    async shown() {
      const { browser, body } = payer
      const of = { ...body, policyNumber: james.policyNumber }
      const planned = await browser.call(host, "POST /myaccount-core/nextCharges", of)
      const details = await browser.call(host, "POST /myaccount-core/productDetails", of)
      const { coveredUntil, graceUntil } = details.reply.productDetail
      const [listed] = planned.reply.coverage
      if (!listed) {
        assert.deepEqual([coveredUntil, graceUntil], ["", ""])
        return undefined
      }
      assert.deepEqual(listed, { policyNumber: james.policyNumber, coveredUntil, graceUntil })
      return { coveredUntil, graceUntil }
    },
    /** The coverage in the status of the payment with this key. */
    async afterPayment(key: string) {
      const headers = { "idempotency-key": key }
      const { reply } = await payer.browser.call(host, "GET /myaccount-core/payNow", undefined, {
        headers,
      })
      return reply.coverage
    },
  }
}

/**
 * Pays the past due bill, or this amount, with this sample of the sandbox. Returns the key of the
 * payment.
 */
async function payPastDue(sample: string, amount = "64.80"): Promise<string> {
  await saveMethod(app.database, { ...james, recordId: "PM-1", sample })
  const { payer } = await signedIn()
  const key = randomUUID()
  const body = await paymentBody(payer, james.policyNumber, "PM-1", amount)
  const headers = { "idempotency-key": key }
  const { status, text } = await payer.browser.call(host, "POST /myaccount-core/payNow", body, {
    headers,
  })
  assert.equal(status, 200, text)
  return key
}

async function receiptText(): Promise<string> {
  const mails = await app.sentEmails()
  const { text } = mails.find(({ subject }) => subject.startsWith("Receipt")) ?? { text: "" }
  assert.notEqual(text, "", "a receipt")
  return text
}

/** The text of the receipt as a PDF. */
async function receiptPdf(customer: Awaited<ReturnType<typeof customerOf>>, key: string) {
  const { reply } = await customer.browser.call(host, "GET /myaccount-core/payNow", undefined, {
    headers: { "idempotency-key": key },
  })
  const receipt = await receiptOf(customer, reply.confirmationNumber)
  const { pages } = await readPdf(Buffer.from(receipt.reply.document, "base64"))
  return pages.join(" ")
}

test("PRODUCTS-04 a posted payment by card shows the later date that the account system states", async () => {
  const customer = await signedIn()
  assert.deepEqual(await customer.shown(), before)
  const key = await payPastDue("visa")
  await app.settle()
  assert.deepEqual(await customer.shown(), after)
  assert.deepEqual(await customer.afterPayment(key), after)
  assert.match(await receiptText(), /Covered until:? +Apr 14, 2026 with the grace period/)
  const pdf = await receiptPdf(customer.payer, key)
  assert.match(
    pdf,
    /Covered until\s+Apr 14, 2026 with the grace period, as recorded on Mar 2, 2026/,
  )
})

test("PRODUCTS-04 a payment that is not posted yet keeps the earlier date", async () => {
  accountSystem.goAway("applyPayment")
  const key = await payPastDue("visa")
  const customer = await signedIn()
  assert.deepEqual(await customer.shown(), before)
  assert.equal(await customer.afterPayment(key), undefined)
})

test("PRODUCTS-04 a bank debit shows the later date only once it is settled", async () => {
  const key = await payPastDue("bank")
  await app.settle()
  const onPayment = await signedIn()
  assert.deepEqual(await onPayment.shown(), before)
  assert.equal(await onPayment.afterPayment(key), undefined)
  assert.doesNotMatch(await receiptText(), /Covered until/)
  assert.doesNotMatch(await receiptPdf(onPayment.payer, key), /Covered until/)
  app.clock.advance({ days: 3 })
  await app.settle()
  const settled = await signedIn()
  assert.deepEqual(await settled.shown(), after)
  assert.deepEqual(await settled.afterPayment(key), after)
})

test("PRODUCTS-04 a returned bank debit leaves the earlier date", async () => {
  const key = await payPastDue("bank-poor")
  app.clock.advance({ days: 2 })
  await app.settle()
  const customer = await signedIn()
  assert.deepEqual(await customer.shown(), before)
  assert.equal(await customer.afterPayment(key), undefined)
})

test("PRODUCTS-04 a date in the past is shown only while something is past due", async () => {
  app.clock.advance({ days: 60 })
  const customer = await signedIn()
  assert.deepEqual(await customer.shown(), before)
  const key = await payPastDue("visa", "129.60")
  await app.settle()
  assert.equal(await customer.shown(), undefined)
  assert.equal(await customer.afterPayment(key), undefined)
})
