import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { PassThrough } from "node:stream"
import { after, before, test } from "node:test"
import { sql } from "#database/sql.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { auditLog } from "#testing/audit-trail.ts"
import { type Customer, customerOf, signedInAt } from "#testing/customer.ts"
import { forgetPostings } from "#testing/forgotten-postings.store.ts"
import { openBooks } from "#testing/opened-books.store.ts"
import { paymentBody, saveMethod } from "#testing/pay-now.ts"
import { actFor } from "#testing/staff.ts"

const host = "harbor.localhost"
const james = { client: "harbor", accountNumber: "HM2073350", policyNumber: "4003120956" }
const maria = { client: "harbor", accountNumber: "HM2041187", policyNumber: "4001930435" }
let app: TestApp
let payer: Customer

before(async () => {
  app = await startTestApp()
  for (const sample of ["visa", "poor", "hushed"]) {
    await saveMethod(app.database, { ...james, recordId: `PM-${sample}`, sample })
  }
  const expired = { ...james, recordId: "PM-expired", sample: "visa", expirationDate: "01/2026" }
  await saveMethod(app.database, expired)
  await saveMethod(app.database, { ...maria, recordId: "PM-maria", sample: "visa" })
  payer = await signIn("james.okafor")
})

after(() => app.close())

async function signIn(username: string, of = app): Promise<Customer> {
  return await customerOf(of, username, "harbor")
}

/** Sets the product to owe one bill. */
async function owe({ database }: TestApp) {
  const bill = { dueDate: "2026-03-10", amountDue: 6_480 }
  await openBooks(database, "harbor", [james.policyNumber], bill)
}

/** Sets the product to owe a past due bill and the next one. */
async function owePastDue() {
  const bills = { dueDate: "2026-03-01", pastDueAmount: 6_480, amountDue: 6_480 }
  await openBooks(app.database, "harbor", [james.policyNumber], bills)
}

async function pay(body: object, key: string = randomUUID(), by = payer) {
  return await by.browser.call(host, "POST /myaccount-core/payNow", body, {
    headers: { "idempotency-key": key },
  })
}

async function standing(key: string, by = payer) {
  return await by.browser.call(host, "GET /myaccount-core/payNow", undefined, {
    headers: { "idempotency-key": key },
  })
}

test("PAYNOW-03 PAYNOW-04 PAYNOW-05 a payment is made, is not repeated under its key, and shows up everywhere afterward", async () => {
  await owePastDue()
  const chargesBefore = app.gateway.charges().length
  const body = await paymentBody(payer, james.policyNumber, "PM-visa")
  assert.equal(body.totalPaymentAmount, "129.60")
  const key = randomUUID()
  const paid = await pay(body, key)
  assert.equal(paid.status, 200, paid.text)
  assert.equal(paid.reply.paymentStatus, "accepted")
  assert.deepEqual(
    [paid.reply.paymentMethod, paid.reply.paidAt, paid.reply.mayBeReturned],
    ["VISA ending in 4242", app.clock.now().toISOString(), "N"],
  )
  const again = await pay(body, key)
  assert.deepEqual(again.reply, paid.reply)
  assert.deepEqual((await standing(key)).reply, paid.reply)
  assert.equal(app.gateway.charges().length, chargesBefore + 1)

  const after = await payer.browser.call(host, "POST /myaccount-core/payNow/homePageData", {
    ...body,
    policyNumber: james.policyNumber,
    originScreen: "DASHBOARD",
  })
  assert.equal(after.reply.activeProducts[0]?.amountDue, "0.00")
  assert.equal(after.reply.activeProducts[0]?.paymentAction.submitPayment.disable, "Y")
  assert.equal(after.reply.openPayment, null)

  const subject = "Receipt for your payment of $129.60 to Harbor Mutual"
  const receipt = await app.readMail("james.okafor@example.com", subject)
  assert.ok(receipt.text.includes(paid.reply.confirmationNumber))
  const [evidence] = await app.database.rows<{ content: string }>(
    sql`select content from myaccount_core."authorization" a
      join myaccount_core.payment p on a.authorised ->> 'payment' = p.id::text
      where p.idempotency_key = ${key}`,
  )
  assert.match(evidence?.content ?? "", /James Okafor.*\$129\.60/s)
  const later = await pay(body)
  assert.deepEqual(later.messageIds, ["payment.nothingDue"])
})

test("a decline returns 402 with its reason, and stays declined under its key", async () => {
  await owe(app)
  const key = randomUUID()
  const body = await paymentBody(payer, james.policyNumber, "PM-poor")
  const declined = await pay(body, key)
  assert.equal(declined.status, 402)
  assert.deepEqual(declined.messageIds, ["payment.declined.insufficientFunds"])
  assert.deepEqual((await pay(body, key)).messageIds, ["payment.declined.insufficientFunds"])
  const now = await standing(key)
  assert.equal(now.status, 200)
  assert.equal(now.reply.paymentStatus, "declined")
})

test("a missing gateway answer returns 504, and the payment is then open and resolved under its key", async () => {
  await owe(app)
  const key = randomUUID()
  const body = await paymentBody(payer, james.policyNumber, "PM-hushed")
  const unknown = await pay(body, key)
  assert.equal(unknown.status, 504)
  assert.deepEqual(unknown.messageIds, ["payment.unknown"])
  const open = async () => {
    const asked = { ...body, policyNumber: james.policyNumber }
    return (await payer.browser.call(host, "POST /myaccount-core/payNow/data", asked)).reply
      .openPayment
  }
  assert.equal((await open())?.idempotencyKey, key)
  assert.deepEqual((await pay(body)).messageIds, ["payment.alreadyOpen"])
  app.clock.advance({ seconds: 31 })
  await app.settle()
  assert.equal((await standing(key)).reply.paymentStatus, "accepted")
  assert.equal(await open(), null)
})

test("PAYNOW-10 a payment must be for one product of this person, for what is due, by their own valid method, as they agreed to it", async () => {
  await owe(app)
  const body = await paymentBody(payer, james.policyNumber, "PM-visa")
  const [detail] = body.paymentDetails
  const cases: [object, number, string][] = [
    [
      { totalPaymentAmount: "1.00", paymentDetails: [{ ...detail, paymentAmount: "1.00" }] },
      409,
      "payment.lessThanDue",
    ],
    [
      { totalPaymentAmount: "99.00", paymentDetails: [{ ...detail, paymentAmount: "99.00" }] },
      409,
      "payment.amountChanged",
    ],
    [{ totalPaymentAmount: "1.00" }, 422, "request.invalid"],
    [{ paymentDetails: [{ ...detail, policyNumber: maria.policyNumber }] }, 404, "product.gone"],
    [
      { paymentDetails: [{ ...detail, accountNumber: maria.accountNumber }] },
      403,
      "request.notYours",
    ],
    [
      { paymentDetails: [{ ...detail, paymentMethodRecordId: "PM-maria" }] },
      404,
      "request.notFound",
    ],
    [
      { paymentDetails: [{ ...detail, paymentMethodRecordId: "PM-expired" }] },
      422,
      "payment.methodExpired",
    ],
    [{ paymentDetails: [] }, 422, "request.invalid"],
    [{ paymentDetails: [detail, detail] }, 422, "request.invalid"],
    [{ authorizationVersion: "another text" }, 409, "authorization.changed"],
    [{ accountNumber: maria.accountNumber }, 403, "request.notYours"],
    [{ policyNumber: maria.policyNumber }, 404, "product.gone"],
  ]
  for (const [change, status, id] of cases) {
    const refused = await pay({ ...body, ...change })
    assert.equal(refused.status, status, JSON.stringify(change))
    assert.deepEqual(refused.messageIds, [id])
    if (status === 403) payer = await signIn("james.okafor")
  }
  assert.equal((await standing(randomUUID())).status, 404)
})

test("PAYNOW-10 a payment needs a well-formed key, and is refused while its product is blocked", async () => {
  await owe(app)
  const body = await paymentBody(payer, james.policyNumber, "PM-visa")
  for (const key of [undefined, "", "short", "x".repeat(201), "with space in it, long"]) {
    const refused = await payer.browser.call(host, "POST /myaccount-core/payNow", body, {
      headers: { "idempotency-key": key },
    })
    assert.equal(refused.status, 422, `a key like ${key}`)
  }
  await app.database.rows(
    sql`update policy_admin.billing set pay_now_blocked = 'A bank draft is on its way.'
      where client = 'harbor' and policy_number = ${james.policyNumber}`,
  )
  const blocked = await pay(body)
  assert.deepEqual(blocked.messageIds, ["payment.notPossible"])
  assert.match(blocked.text, /A bank draft is on its way\. You were not charged\./)
  await app.database.rows(sql`update policy_admin.billing set pay_now_blocked = ''`)
  assert.equal((await pay(body)).status, 200)
})

test("PAYNOW-06 the past due amount can be paid alone, and the next bill stays as it is", async () => {
  await owePastDue()
  const data = async () => {
    const asked = { ...payer.body, policyNumber: james.policyNumber }
    const { reply } = await payer.browser.call(host, "POST /myaccount-core/payNow/data", asked)
    return reply
  }
  const before = await data()
  const [product] = before.activeProducts
  assert.deepEqual(before.payableAmounts, ["129.60", "64.80"])
  assert.deepEqual(product?.dueAmounts, [
    { dueDate: "03/01/2026", amount: "64.80", isPastDue: "Y", isByAutoPay: "N" },
    { dueDate: "04/01/2026", amount: "64.80", isPastDue: "N", isByAutoPay: "N" },
  ])
  assert.equal(product?.paymentAction.saveChanges.disable, "Y")
  const body = await paymentBody(payer, james.policyNumber, "PM-visa", "64.80")
  assert.equal((await pay(body)).status, 200)
  const after = await data()
  assert.deepEqual(after.payableAmounts, ["64.80"])
  assert.equal(after.activeProducts[0]?.dueDate, "04/01/2026")
  assert.notEqual(after.activeProducts[0]?.paymentStatus, "Past Due")
  assert.equal(after.activeProducts[0]?.paymentAction.saveChanges.disable, "N")
})

test("another person or another brand finds nothing under a customer's key", async () => {
  await owe(app)
  const key = randomUUID()
  const body = await paymentBody(payer, james.policyNumber, "PM-visa")
  assert.equal((await pay(body, key)).status, 200)
  const other = await signIn("maria.santos")
  const found = await other.browser.call(host, "GET /myaccount-core/payNow", undefined, {
    headers: { "idempotency-key": key },
  })
  assert.equal(found.status, 404)
})

test("staff who act for a person may pay, and the record shows the staff member", async () => {
  await owe(app)
  const browser = app.browser()
  const staff = signedInAt(host, browser, await actFor(browser, payer.user.userid))
  const key = randomUUID()
  const body = await paymentBody(staff, james.policyNumber, "PM-visa")
  const paid = await browser.call(host, "POST /myaccount-core/payNow", body, {
    headers: { "idempotency-key": key },
  })
  assert.equal(paid.status, 200, paid.text)
  const entry = (await auditLog(app.database, "harbor")).findLast(
    ({ action }) => action === "payment.submit",
  )
  assert.deepEqual([entry?.actorKind, entry?.subjectUserid], ["staff", payer.user.userid])
  assert.equal(entry?.actorUserid, staff.user.csUserid)
  const [evidence] = await app.database.rows<{ kind: string }>(
    sql`select actor_kind as kind from myaccount_core."authorization" a
      join myaccount_core.payment p on a.authorised ->> 'payment' = p.id::text
      where p.idempotency_key = ${key}`,
  )
  assert.equal(evidence?.kind, "staff")
})

test("the gateway's reports are accepted only with a valid signature", async (t) => {
  const later = await startTestApp()
  t.after(() => later.close())
  await saveMethod(later.database, { ...james, recordId: "PM-disputed", sample: "disputed" })
  await owe(later)
  const payer = await signIn("james.okafor", later)
  const key = randomUUID()
  const body = await paymentBody(payer, james.policyNumber, "PM-disputed")
  assert.equal((await pay(body, key, payer)).status, 200)
  later.clock.advance({ hours: 25 })
  assert.ok((await later.gateway.sendDueReports()) > 0)
  const nextDay = await signIn("james.okafor", later)
  assert.equal((await standing(key, nextDay)).reply.paymentStatus, "settled")
  const forged = await fetch(`${later.origin("localhost")}/gateway-reports/sandbox`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-sandbox-signature": "t=1,v1=00" },
    body: JSON.stringify({ key, status: "returned", reason: "" }),
  })
  assert.equal(forged.status, 401)
  later.clock.advance({ hours: 24 * 5 })
  assert.ok((await later.gateway.sendDueReports()) > 0)
  const { reply } = await standing(key, await signIn("james.okafor", later))
  assert.equal(reply.paymentStatus, "returned")
  assert.match(reply.messages[0]?.content[0] ?? "", /returned your payment of \$64\.80/)
})

test("PAYNOW-11 a payment for a bill that was paid and shows as open is rejected, with the confirmation and phone numbers", async (t) => {
  // The server logs the difference as an error.
  const app = await startTestApp({ logTo: new PassThrough().resume() })
  t.after(() => app.close())
  await saveMethod(app.database, { ...james, recordId: "PM-visa", sample: "visa" })
  const payer = await signIn("james.okafor", app)
  await owe(app)
  const key = randomUUID()
  const first = await pay(await paymentBody(payer, james.policyNumber, "PM-visa"), key, payer)
  assert.equal(first.status, 200, first.text)
  const [stored] = await app.database.rows<{ id: string }>(
    sql`select id from myaccount_core.payment where idempotency_key = ${key}`,
  )
  await forgetPostings(app.database, "harbor", [stored?.id ?? ""])
  const { reply: site } = await payer.browser.call(host, "GET /appcontent/clientAttributes")
  const charges = app.gateway.charges().length
  const body = await paymentBody(payer, james.policyNumber, "PM-visa")
  const again = await pay(body, randomUUID(), payer)
  assert.equal(again.status, 409)
  assert.deepEqual(again.messageIds, ["payment.billPaid"])
  assert.ok(again.text.includes(first.reply.confirmationNumber), again.text)
  assert.ok(again.text.includes(site.clientPhoneNumber), again.text)
  assert.equal(app.gateway.charges().length, charges)
})

test("PAYNOW-10 if a product ends while the person is at Pay Now, the error states that it ended, and nothing is charged", async (t) => {
  await owe(app)
  const body = await paymentBody(payer, james.policyNumber, "PM-visa")
  const setActive = async (isActive: boolean) =>
    await app.database.rows(
      sql`update policy_admin.policy set active = ${isActive}
        where client = 'harbor' and policy_number = ${james.policyNumber}`,
    )
  t.after(() => setActive(true))
  const charges = app.gateway.charges().length
  await setActive(false)
  const data = await payer.browser.call(host, "POST /myaccount-core/payNow/data", {
    ...payer.body,
    policyNumber: james.policyNumber,
  })
  for (const refused of [data, await pay(body)]) {
    assert.deepEqual([refused.status, refused.messageIds], [409, ["payment.productEnded"]])
    assert.match(refused.text, /This product has ended.*\(800\) 555-0142/)
  }
  assert.equal(app.gateway.charges().length, charges)
})
