import assert from "node:assert/strict"
import { afterEach, beforeEach, test } from "node:test"
import { payerAccount, payerDue, payerPolicy } from "#testing/payers.ts"
import { billingRunOf, noticesOf, setOnAutoPay } from "../auto-pay/billing-fixture.ts"
import { nextChargeOf } from "../auto-pay/next-charge.ts"
import { client, paymentBy, startPaymentsTest } from "../payments-fixture.ts"

const by = { staffUserid: "agent.osei", ip: "192.0.2.7", subjectUserid: null }
const account = { client, accountNumber: payerAccount(0) }

let at: Awaited<ReturnType<typeof startPaymentsTest>>
let server: ReturnType<typeof at.startProcess>

beforeEach(async () => {
  at = await startPaymentsTest(1)
  server = at.startProcess()
})
afterEach(() => at.close())

/** Runs the billing for each of these days. */
async function runOn(...dates: string[]) {
  for (const date of dates) {
    const { days } = (await at.brands.todayOf(client)).until(date, { largestUnit: "days" })
    at.clock.advance({ days })
    await billingRunOf(at, server).run()
    await at.resolve()
  }
}

async function lastPayment() {
  const [last] = await server.history(client, account.accountNumber)
  assert.ok(last)
  return last.payment
}

/** Refunds a payment in full and opens its bill again. */
async function refund(payment: Awaited<ReturnType<typeof lastPayment>>) {
  const asked = { amount: payment.amount, reason: "Asked", reopens: true, key: "refund key 1" }
  const { status } = await server.refunds.request(payment, asked, by)
  assert.equal(status, "succeeded")
}

async function owed(): Promise<string[]> {
  const bills = await at.policyAdmin.openBills(client, account.accountNumber, payerPolicy(0))
  return bills.map((bill) => `${bill.dueDate} ${bill.owed}`)
}

async function shown(): Promise<string> {
  const product = (await at.policyAdmin.account(client, account.accountNumber))?.products[0]
  assert.ok(product)
  const today = await at.brands.todayOf(client)
  const { next, deferred } = await nextChargeOf(at, account, product, today)
  return `${next?.date} ${next?.amount} for ${next?.dueDates}, later ${deferred}`
}

async function refundText(): Promise<string> {
  const mails = await at.mailsTo(0)
  return mails.find(({ subject }) => subject.startsWith("Your refund"))?.text ?? ""
}

/** The notice of the product on the screens. */
async function notice(): Promise<string[]> {
  const products = (await at.policyAdmin.account(client, account.accountNumber))?.products ?? []
  const notices = await noticesOf(at)(account, products, await at.brands.todayOf(client))
  return notices.get(payerPolicy(0))?.content ?? []
}

test("REFUND-12 a charge that was announced before pays its own bills, and the bill that a refund reopened waits for the next charge, as email and screens state", async () => {
  await setOnAutoPay(at, 0, "visa")
  await runOn("2026-03-15", "2026-03-16", "2026-04-05")
  await refund(await lastPayment())
  assert.deepEqual(await owed(), [`2026-03-15 ${payerDue}`, `2026-04-15 ${payerDue}`])
  assert.equal(await shown(), `2026-04-15 ${payerDue} for 2026-04-15, later ${payerDue}`)
  assert.match(
    await refundText(),
    /on the bill again\. Auto Pay will charge it with your next bill; we/,
  )
  assert.deepEqual(await notice(), [
    "Auto Pay will charge $42.75 to  on Wed, Apr 15.",
    "The other $42.75 that you owe is not part of this charge. You can pay it after this charge. If you do not, Auto Pay charges it with your next bill.",
  ])
  await runOn("2026-04-15", "2026-04-16")
  assert.deepEqual(await owed(), [`2026-03-15 ${payerDue}`, `2026-05-15 ${payerDue}`])
  assert.equal(await shown(), `2026-05-15 ${2 * payerDue} for 2026-03-15,2026-05-15, later 0`)
  await runOn("2026-05-05")
  assert.deepEqual(await notice(), [
    "Auto Pay will charge $85.50 to  on Fri, May 15.",
    "You do not need to do anything.",
  ])
  await runOn("2026-05-15")
  assert.deepEqual(await owed(), [])
})

test("REFUND-12 an announced charge whose bill the customer pays does not charge a reopened one", async () => {
  await setOnAutoPay(at, 0, "visa")
  await runOn("2026-03-15", "2026-03-16", "2026-04-05")
  const paidByAutoPay = await lastPayment()
  await server.submit(paymentBy(0, "visa.08-2031", { amount: payerDue, key: "a key of pay now" }))
  at.clock.advance({ days: 1 })
  await refund(paidByAutoPay)
  assert.deepEqual(await owed(), [`2026-03-15 ${payerDue}`])
  await runOn("2026-04-15", "2026-04-16")
  assert.deepEqual(await owed(), [`2026-03-15 ${payerDue}`, `2026-05-15 ${payerDue}`])
  assert.equal(await shown(), `2026-05-15 ${2 * payerDue} for 2026-03-15,2026-05-15, later 0`)
})
