import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { after, before, test } from "node:test"
import { dayInWords } from "#contracts/dates.ts"
import { messages } from "#contracts/messages.ts"
import { sql } from "#database/sql.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { auditLog } from "#testing/audit-trail.ts"
import { type Customer, customerOf } from "#testing/customer.ts"
import { paymentBody, receiptOf, saveMethod } from "#testing/pay-now.ts"
import { readPdf } from "#testing/pdf-reader.ts"
import { embeddedFonts } from "#testing/pdf-ua.ts"
import { staffActingFor, supportHost } from "#testing/staff.ts"
import { signInTwoStaff } from "#testing/two-staff-members.ts"

let app: TestApp

before(async () => {
  app = await startTestApp()
})

after(() => app.close())

const signIn = (username: string, of = app) => customerOf(of, username, "harbor")

/** Pays what a customer owes for a product, with a new method based on this sample. */
async function pay(customer: Customer, policyNumber: string, sample = "visa", of = app) {
  const { browser, host, body: person } = customer
  const recordId = `PM-${randomUUID()}`
  const owner = { client: "harbor", accountNumber: person.accountNumber }
  await saveMethod(of.database, { ...owner, recordId, sample })
  const body = await paymentBody(customer, policyNumber, recordId)
  const headers = { "idempotency-key": randomUUID() }
  return await browser.call(host, "POST /myaccount-core/payNow", body, { headers })
}

async function historyOf({ browser, host, body }: Customer) {
  const { reply } = await browser.call(host, "POST /myaccount-core/paymentHistory", body)
  return reply.payments
}

test("a customer without payments has an empty history", async () => {
  assert.deepEqual(await historyOf(await signIn("maria.santos")), [])
})

test("CALLS-03 a history request with another customer's plan number is not found", async () => {
  const james = await signIn("james.okafor")
  const maria = await signIn("maria.santos")
  const body = { ...james.body, policyNumber: maria.body.policyNumber }
  const key = "POST /myaccount-core/paymentHistory"
  assert.deepEqual((await james.browser.call(james.host, key, body)).messageIds, ["product.gone"])
})

test("a declined payment shows its reason, an accepted one its timeline, newest first", async () => {
  const policyNumber = "4003120956"
  const james = await signIn("james.okafor")
  assert.equal((await pay(james, policyNumber, "poor")).status, 402)
  app.clock.advance({ minutes: 1 })
  const { reply } = await pay(james, policyNumber)
  const [accepted, declined] = await historyOf(james)
  const paidUnder = await app.database.rows<{ authorizationId: string }>(
    sql`select authorization_id from myaccount_core.payment where id = ${accepted?.paymentId ?? ""}`,
  )
  assert.equal(declined?.paymentStatus, "declined")
  assert.equal(declined?.explanation, messages["payment.declined.insufficientFunds"].content)
  assert.equal(declined?.hasReceipt, "N")
  assert.deepEqual(accepted, {
    paymentId: accepted?.paymentId,
    confirmationNumber: reply.confirmationNumber,
    policyNumber,
    productDesc: "Term Life Insurance, 20 years",
    paymentAmount: "129.60",
    paymentDate: "03/02/2026",
    paymentMethod: "VISA ending in 4242",
    authorizationId: paidUnder[0]?.authorizationId,
    isAutoPay: "N",
    paymentStatus: "accepted",
    paymentStatusLabel: "Paid",
    explanation: "",
    timeline: [
      { paymentStatus: "submitted", label: "Submitted", date: "03/02/2026" },
      { paymentStatus: "accepted", label: "Paid", date: "03/02/2026" },
    ],
    hasReceipt: "Y",
  })
  assert.deepEqual(await historyOf(await signIn("maria.santos")), [])
})

test("staff who act for a customer see the gateway's reference, and the customer does not", async () => {
  const siobhan = await signIn("siobhan.obrien")
  await pay(siobhan, "4003344819")
  const staff = await staffActingFor(app, "siobhan.obrien", "harbor")
  const [accepted] = await historyOf(staff)
  const charge = app.gateway.charges().find(({ key }) => key === accepted?.paymentId)
  assert.ok(charge)
  assert.equal(accepted?.gatewayReference, charge.reference)
  const [own] = await historyOf(siobhan)
  assert.ok(own && !("gatewayReference" in own))
})

test("PAYNOW-08 PRODUCTS-05 the receipt is a tagged PDF for the payer only, with time, company and the paid bills", async () => {
  const policyNumber = "4004120422"
  const dorothy = await signIn("dorothy.lindqvist")
  const paid = await pay(dorothy, policyNumber)
  const number = paid.reply.confirmationNumber
  const { status, reply } = await receiptOf(dorothy, number)
  assert.equal(status, 200)
  const bytes = Buffer.from(reply.document, "base64")
  assert.deepEqual((await embeddedFonts(bytes))[0], "Newsreader-SemiBold")
  const pdf = await readPdf(bytes)
  assert.ok(pdf.isTagged)
  assert.equal(pdf.title, "Payment receipt")
  const holder = "Dorothy Lindqvist"
  for (const text of [number, "$22.18", holder, "VISA ending in 4242", policyNumber]) {
    assert.ok(pdf.pages.join(" ").includes(text), text)
  }
  const [page = ""] = pdf.pages
  assert.match(page, /Mar 2, 2026 at \d+:\d\d [AP]M E[SD]T/)
  assert.match(page, new RegExp(`Certificate number\\s+${policyNumber}`))
  assert.match(page, /Paid to\s+Harbor Mutual, 1 Custom House Wharf, Portland, ME 04101/)
  assert.match(page, /Bill due on [A-Z][a-z]{2} \d+, 2026\s+\$[\d.]+/)
  for (const [who, asked] of [
    [await signIn("maria.santos"), number],
    [dorothy, "ZZZZZZZZ"],
    [dorothy, ""],
  ] as const) {
    assert.equal((await receiptOf(who, asked)).status, 404)
  }
})

test("TENANT-04 another client's person with the same account number cannot read a receipt", async () => {
  const username = "anastasia.papakonstantinou"
  const payer = await signIn(username)
  const paid = await pay(payer, "4003551207")
  assert.equal(paid.status, 200, paid.text)
  const other = await customerOf(app, username, "twin")
  assert.equal(other.body.accountNumber, payer.body.accountNumber)
  const { status, messageIds } = await receiptOf(other, paid.reply.confirmationNumber)
  assert.deepEqual([status, ...messageIds], [404, "request.notFound"])
})

test("a payment that the bank returned is shown as returned", async (t) => {
  const later = await startTestApp()
  t.after(() => later.close())
  const james = await signIn("james.okafor", later)
  await pay(james, "4003120956", "poor", later)
  later.clock.advance({ minutes: 1 })
  await pay(james, "4003120956", "disputed", later)
  for (const days of [1, 5]) {
    later.clock.advance({ days, hours: 1 })
    assert.ok((await later.gateway.sendDueReports()) > 0)
  }
  const [returned] = await historyOf(await signIn("james.okafor", later))
  assert.equal(returned?.paymentStatus, "returned")
  const onRecord = (await auditLog(later.database, "harbor")).map(({ action }) => action)
  for (const action of ["payment.decline", "payment.return"]) {
    assert.ok(onRecord.includes(action), action)
  }
  assert.match(
    returned?.explanation ?? "",
    /: the bank was told that this charge was not authorized\. The amount is due again/,
  )
  assert.deepEqual(
    returned?.timeline.map(({ label, date }) => `${label} ${date}`),
    [
      "Submitted 03/02/2026",
      "Paid 03/02/2026",
      "Settled 03/03/2026",
      "Returned: $129.60 03/08/2026",
    ],
  )
})

test("CORRECTION-09 the history lists credits, write-offs and reversals, without the reasons", async () => {
  const maria = await signIn("maria.santos")
  const { kim } = await signInTwoStaff(app)
  const { client, accountNumber } = { client: "harbor", accountNumber: maria.body.accountNumber }
  const headers = () => ({ "idempotency-key": randomUUID() })
  const bills = await kim.call(supportHost, "GET /myaccount-core/agent/bills", undefined, {
    query: { client, accountNumber },
  })
  const product = bills.reply.products.find((one) => one.bills.length > 0)
  assert.ok(product)
  const [bill] = product.bills
  const { policyNumber, productDesc } = product
  const correct = async (kind: "credit" | "writeOff", amount: string) => {
    const of = { customerClient: client, accountNumber, policyNumber }
    const billNumber = kind === "writeOff" ? (bill?.billNumber ?? 0) : null
    const body = { ...of, kind, billNumber, amount, reason: "Letter came late" }
    const key = "POST /myaccount-core/agent/corrections"
    const { reply } = await kim.call(supportHost, key, body, { headers: headers() })
    app.clock.advance({ minutes: 1 })
    return reply.correction.id
  }
  const credit = await correct("credit", "10.00")
  await correct("writeOff", "3.00")
  const body = { of: "correction", id: credit, reason: "Given twice" }
  const reversalKey = "POST /myaccount-core/agent/reversals"
  const reversal = await kim.call(supportHost, reversalKey, body, { headers: headers() })
  const { browser, host } = maria
  const { reply } = await browser.call(host, "POST /myaccount-core/paymentHistory", maria.body)
  const shared = { policyNumber, productDesc, date: reversal.reply.correction.date }
  assert.deepEqual(
    reply.credits.map(({ creditId: _, ...shown }) => shown),
    [
      {
        ...shared,
        amount: "10.00",
        label: "Credit taken back",
        explanation: "We took back a credit. The bills that it had settled are due again.",
      },
      {
        ...shared,
        amount: "3.00",
        label: "Not to be paid",
        explanation: `A part of the bill due on ${dayInWords(bill?.dueDate ?? "", "03/02/2026")} that you do not have to pay.`,
      },
      {
        ...shared,
        amount: "10.00",
        label: "Credit",
        explanation: "It lowers what you owe. Your next bill uses what is left.",
      },
    ],
  )
})
