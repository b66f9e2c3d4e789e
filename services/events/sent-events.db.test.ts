import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { type SentType, sentEvent, sentTypes } from "#contracts/events/sent-events.ts"
import type { Database } from "#database/open.ts"
import { sql } from "#database/sql.ts"
import type { GatewayReport } from "#ports/payment-gateway/port.ts"
import { paymentBy, startPaymentsTest } from "#services/payments/payments-fixture.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { customerOf } from "#testing/customer.ts"
import { newWebhookSecret, writeEventsFile } from "#testing/events.ts"
import { ana, registrationOf } from "#testing/registration.ts"
import { siobhanAtAutoPay } from "../payments/auto-pay/auto-pay-fixture.ts"
import { createEventOutbox } from "./outbox.ts"

/** Nothing listens at this address: the events stay in the database. */
const endpoint = { name: "silent", url: "http://127.0.0.1:9/", secrets: [newWebhookSecret()] }
const seen = new Set<SentType>()
let at: Awaited<ReturnType<typeof startPaymentsTest>>
let server: ReturnType<typeof at.startProcess>

before(async () => {
  at = await startPaymentsTest(8)
  server = at.startProcess({ events: createEventOutbox(at.clock, [endpoint], { checks: true }) })
})
after(() => at.close())

/** The data of an account's events, by sequence, without the fields that every event has. */
async function eventsOf(database: Database, accountNumber: string) {
  const rows = await database.rows<{ message: string }>(
    sql`select message from myaccount_core.event where account_number = ${accountNumber}`,
  )
  const events = rows.map(({ message }) => JSON.parse(message))
  events.sort((one, other) => one.data.sequence - other.data.sequence)
  assert.deepEqual(
    events.map(({ data }) => data.sequence),
    events.map((_, index) => index + 1),
  )
  return events.map((event) => {
    sentEvent(event.type).parse(event)
    seen.add(event.type)
    const { client: _, accountNumber: __, sequence: ___, day: ____, ...facts } = event.data
    return [event.type, facts] as const
  })
}

async function reporting(id: string) {
  return async (
    status: GatewayReport["status"],
    reason: GatewayReport["reason"] = "",
    refundedAmount = 0,
  ) => {
    const { gatewayReference: reference } = await at.payment(id)
    await server.report({ key: id, reference, status, reason, refundedAmount })
  }
}

test("EVENT-03 every type of event is sent", async (story) => {
  await story.test(
    "EVENT-03 a payment tells of its acceptance, return, dispute and refund, each once",
    async () => {
      const { id } = await server.submit(paymentBy(0, "bank"))
      const report = await reporting(id)
      for (let copy = 0; copy < 2; copy += 1) await report("returned", "insufficient_funds")
      const payment = await at.payment(id)
      const facts = {
        paymentId: id,
        policyNumber: payment.policyNumber,
        amount: "42.75",
        origin: "payNow",
        method: "bank",
        confirmationNumber: payment.confirmationNumber,
      }
      assert.deepEqual(await eventsOf(at.database, payment.accountNumber), [
        ["payment.accepted", facts],
        ["payment.returned", { ...facts, reason: "insufficient_funds" }],
      ])

      const second = await server.submit(paymentBy(1))
      const reportSecond = await reporting(second.id)
      for (const status of ["settled", "inquiry", "disputed", "disputeWon"] as const) {
        await reportSecond(status)
      }
      const charge = (await at.payment(second.id)).gatewayReference
      await at.gateway.refund({ key: "made at the gateway", charge, amount: 1_000 })
      for (let copy = 0; copy < 2; copy += 1) await reportSecond("partlyRefunded", "", 1_000)
      const told = await eventsOf(at.database, second.accountNumber)
      assert.deepEqual(
        told.map(([type, { status = "", amount }]) => `${type} ${amount} ${status}`.trim()),
        [
          "payment.accepted 42.75",
          "payment.disputed 42.75 inquiry",
          "payment.disputed 42.75 disputed",
          "payment.disputed 42.75 disputeWon",
          "payment.refunded 10.00",
        ],
      )
    },
  )

  await story.test(
    "EVENT-03 a declined charge of auto pay, its suspension, and a refund that fails are told",
    async () => {
      const { id } = await server.submit(paymentBy(2, "lost.08-2031", { origin: "autoPay" }))
      const payment = await at.payment(id)
      const told = await eventsOf(at.database, payment.accountNumber)
      assert.deepEqual(
        told.map(([type, { paymentId, reason, origin = "" }]) => [type, paymentId, reason, origin]),
        [
          ["payment.declined", id, "lost_or_stolen", "autoPay"],
          ["autoPay.suspended", id, "lost_or_stolen", ""],
        ],
      )

      const refunded = await server.submit(paymentBy(3, "refund-fails.08-2031"))
      const by = { staffUserid: "agent.osei", ip: "192.0.2.7", subjectUserid: null }
      const request = { amount: 700, reason: "Paid twice", reopens: false, key: "refund key" }
      await server.refunds.request(await at.payment(refunded.id), request, by)
      at.clock.advance({ days: 2 })
      const report = await reporting(refunded.id)
      for (let copy = 0; copy < 2; copy += 1) await report("settled")
      const types = (await eventsOf(at.database, refunded.accountNumber)).map(([type]) => type)
      assert.deepEqual(types, ["payment.accepted", "payment.refunded", "payment.refundFailed"])
    },
  )

  await story.test(
    "EVENT-03 registering, contact data, auto pay and email choices are told",
    async (t) => {
      const file = await writeEventsFile({ endpoints: [endpoint] })
      t.after(file.remove)
      const app = await startTestApp({ env: { EVENTS_FILE: file.path } })
      t.after(() => app.close())
      await registerAna(app)
      assert.deepEqual(await eventsOf(app.database, ana.accountNumber), [
        ["customer.registered", {}],
      ])

      const auto = await siobhanAtAutoPay(app)
      const { body } = await auto.agreed({ frequencyCode: "M", paymentMethodRecordId: "T-CARD" })
      assert.equal((await auto.put(body)).status, 200)
      const policyNumber = body.policyNumber
      assert.deepEqual(await eventsOf(app.database, auto.siobhan.body.accountNumber), [
        [
          "autoPay.changed",
          { policyNumber, isOn: true, frequencyCode: "M", changedBy: "customer" },
        ],
      ])

      const maria = await customerOf(app, "maria.santos", "harbor")
      const { firstName, lastName, ...rest } = maria.body
      const sent = { ...rest, policyHolder: { firstName, lastName } }
      const { reply } = await maria.browser.call(maria.host, "POST /myaccount-core/profile", sent)
      const { profile } = reply
      const typed = {
        ...profile.address,
        emailAddress: profile.policyHolder.emailAddress,
        phoneNumber: "2075550199",
        personNumber: profile.policyHolder.personNumber,
        username: "maria.santos",
        hostName: maria.host,
        clientLoginIp: "",
        contactVersion: profile.contactVersion,
      }
      const saved = await maria.browser.call(maria.host, "PUT /myaccount-core/profile", typed)
      assert.equal(saved.status, 200, saved.text)
      for (const choice of ["unsubscribe", "unsubscribe", "resubscribe"] as const) {
        const key = `PUT /myaccount-core/emails/${choice}` as const
        const { status, text } = await maria.browser.call(maria.host, key, {
          userId: maria.user.userid,
        })
        assert.equal(status, 200, text)
      }
      assert.deepEqual(await eventsOf(app.database, maria.body.accountNumber), [
        ["contact.changed", { changed: ["phoneNumber"], changedBy: "customer" }],
        ["emails.unsubscribed", { changedBy: "customer" }],
        ["emails.subscribed", { changedBy: "customer" }],
      ])
    },
  )
  assert.deepEqual([...seen].toSorted(), sentTypes.toSorted(), "each type was seen")
})

async function registerAna(app: TestApp) {
  const steps = registrationOf(app.browser(), ana)
  await steps.number()
  await steps.person()
  const code = await app.readCode(ana.email)
  await steps.verify(code)
  const done = await steps.complete()
  assert.equal(done.status, 200, done.text)
}
