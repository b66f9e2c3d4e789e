import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { type TestContext, test } from "node:test"
import { fullDay } from "#contracts/dates.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { type Customer, customerOf } from "#testing/customer.ts"
import { openBooks } from "#testing/opened-books.store.ts"
import { paymentBody, receiptOf, saveMethod } from "#testing/pay-now.ts"
import { readPdf } from "#testing/pdf-reader.ts"

// Harbor Mutual is in New York: at 20:00 and at 23:59 local time, it is the next day in UTC.

const policyNumber = "4003120956"
/** Evenings in New York as instants, including the days around each clock change. */
const evenings = [
  { at: "2026-03-03T04:59:00Z", day: "03/02/2026", time: "11:59 PM EST" },
  { at: "2026-03-04T01:00:00Z", day: "03/03/2026", time: "8:00 PM EST" },
  { at: "2026-03-08T04:59:00Z", day: "03/07/2026", time: "11:59 PM EST" },
  { at: "2026-03-09T03:59:00Z", day: "03/08/2026", time: "11:59 PM EDT" },
  { at: "2026-11-01T03:59:00Z", day: "10/31/2026", time: "11:59 PM EDT" },
  { at: "2026-11-02T04:59:00Z", day: "11/01/2026", time: "11:59 PM EST" },
]

/** Starts an app with its clock at an instant and James signed in. */
async function startAt(t: TestContext, instant: string) {
  const app = await startTestApp()
  t.after(() => app.close())
  return { app, james: await moveTo(app, instant) }
}

/** Moves the clock forward to an instant and signs James in. */
async function moveTo(app: TestApp, instant: string): Promise<Customer> {
  const start = Temporal.Instant.fromEpochMilliseconds(app.clock.now().getTime())
  app.clock.advance(start.until(Temporal.Instant.from(instant), { largestUnit: "seconds" }))
  return await customerOf(app, "james.okafor", "harbor")
}

/** Sets the product to owe one bill with this due date. */
async function setDue({ database }: TestApp, dueDate: string): Promise<void> {
  await openBooks(database, "harbor", [policyNumber], { dueDate, amountDue: 12_960 })
}

/** The status of the product on the dashboard and in the Payment Center. */
async function statuses(james: Customer) {
  const { browser, host, body } = james
  const { firstName, lastName } = body
  const holder = { ...body, policyHolder: { firstName, lastName } }
  const [dashboard, center] = await Promise.all([
    browser.call(host, "POST /myaccount-core/dashboard", holder),
    browser.call(host, "POST /myaccount-core/products", body),
  ])
  const isIt = (product: { policyNumber: string }) => product.policyNumber === policyNumber
  return [
    dashboard.reply.activeProducts.find(isIt)?.paymentStatus,
    center.reply.activeProducts.find(isIt)?.paymentStatus,
  ]
}

for (const { at, day, time } of evenings) {
  const [month, date, year] = day.split("/")
  const dueDate = `${year}-${month}-${date}`

  test(`ZONE-02 ZONE-04 ZONE-05 a payment on ${day} at ${time} has that day in authorization, receipt, history and email, its document shows that time with the zone's short name and UTC, and a bill due then is past due a minute after midnight`, async (t) => {
    const { app, james } = await startAt(t, at)
    await setDue(app, dueDate)
    const recordId = `PM-${randomUUID()}`
    const { client, accountNumber } = james.body
    await saveMethod(app.database, { client, accountNumber, recordId, sample: "visa" })
    const { browser, host, body } = james
    const asked = await paymentBody(james, policyNumber, recordId)
    const { reply } = await browser.call(host, "POST /myaccount-core/payNow", asked, {
      headers: { "idempotency-key": randomUUID() },
    })

    const given = await browser.call(host, "POST /myaccount-core/authorizations", body)
    const [authorization] = given.reply.authorizations
    assert.equal(authorization?.agreedDate, day)
    const evidence = await browser.call(
      host,
      "GET /myaccount-core/authorizations/{authorizationId}",
      undefined,
      { params: { authorizationId: authorization?.authorizationId ?? "" } },
    )
    const utc = at.replace("T", " ").replace("Z", " UTC")
    const agreed = await textOf(evidence.reply.document)
    assert.ok(agreed.includes(`at ${time}`) && agreed.includes(utc), agreed)
    assert.ok(agreed.includes(`On ${fullDay(day)}, I`), "the text that was agreed to has the day")

    const receipt = await receiptOf({ browser, host }, reply.confirmationNumber)
    const moment = `${longDay(dueDate)} at ${time}`
    const paid = await textOf(receipt.reply.document)
    assert.ok(paid.includes(moment), paid)

    const history = await browser.call(host, "POST /myaccount-core/paymentHistory", body)
    const [payment] = history.reply.payments
    assert.equal(payment?.paymentDate, day)
    assert.deepEqual(new Set(payment?.timeline.map((step) => step.date)), new Set([day]))

    const email = await app.readMail("james.okafor@example.com", "Receipt")
    assert.ok(email.text.includes(moment), email.text)

    await setDue(app, dueDate)
    assert.deepEqual(await statuses(james), ["Due Now", "Due Now"])
    const midnight = Temporal.PlainDate.from(dueDate)
      .add({ days: 1 })
      .toZonedDateTime("America/New_York")
    const after = midnight.add({ minutes: 1 }).toInstant().toString()
    assert.deepEqual(await statuses(await moveTo(app, after)), ["Past Due", "Past Due"])
  })
}

test("ZONE-02 a card pays through the last minute of its month in New York", async (t) => {
  const { app, james } = await startAt(t, "2027-01-01T04:59:00Z")
  const recordId = `PM-${randomUUID()}`
  const { client, accountNumber } = james.body
  const card = { client, accountNumber, recordId, sample: "visa", expirationDate: "12/2026" }
  await saveMethod(app.database, card)
  assert.equal(await isExpired(james, recordId), "N")
  await setDue(app, "2027-01-15")
  const { browser, host } = james
  const pay = async () => {
    const asked = await paymentBody(james, policyNumber, recordId)
    const headers = { "idempotency-key": randomUUID() }
    return await browser.call(host, "POST /myaccount-core/payNow", asked, { headers })
  }
  assert.equal((await pay()).status, 200)

  app.clock.advance({ minutes: 2 })
  assert.equal(await isExpired(james, recordId), "Y")
  await setDue(app, "2027-01-15")
  assert.deepEqual((await pay()).messageIds, ["payment.methodExpired"])
})

/** Whether the list of payment methods shows that a card has expired. */
async function isExpired(james: Customer, recordId: string) {
  const { browser, host, body } = james
  const { reply } = await browser.call(host, "POST /myaccount-core/paymentMethods", body)
  return reply.paymentMethods.find((one) => one.paymentRecordId === recordId)?.isCardExpired
}

function longDay(day: string): string {
  const shown = { month: "short", day: "numeric", year: "numeric" } as const
  return Temporal.PlainDate.from(day).toLocaleString("en-US", shown)
}

async function textOf(document: string): Promise<string> {
  const { pages } = await readPdf(Buffer.from(document, "base64"))
  return pages.join(" ").replace(/\s+/g, " ")
}
