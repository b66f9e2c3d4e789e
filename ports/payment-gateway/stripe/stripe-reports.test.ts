import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { keepTerms } from "../sample-requests.ts"
import { cards } from "./rules.mock.ts"
import {
  chargesOf,
  follows,
  methodOf,
  type OpenedStripe,
  openStripe,
  signed,
} from "./stripe-fixture.ts"
import type { MockStripe } from "./stripe-server.mock.ts"

describe("events and states at Stripe", () => {
  let opened: OpenedStripe
  let mock: MockStripe
  let gateway: OpenedStripe["gateway"]
  before(async () => {
    opened = await openStripe()
    ;({ mock, gateway } = opened)
  })
  after(async () => {
    await opened.close()
    assert.deepEqual(mock.problems, [])
  })

  async function read(type: string, data: object) {
    const { headers, body } = signed({ type, data })
    return await gateway.readReport(headers, body)
  }

  async function charged(key: string) {
    const reference = await opened.keepCard()
    await gateway.charge(opened.payment(key, reference))
    return {
      intent: opened.intentOf(key),
      /** The report of an event, which `find` confirms. */
      async reported(type: string, object: object) {
        const report = await read(type, { object })
        const { amount: _, ...found } = (await gateway.find({ key, reference })) ?? {}
        assert.deepEqual(report, found)
        assert.ok(report && "status" in report)
        return [report.status, report.reason, report.refundedAmount]
      },
    }
  }

  test("an inquiry, a dispute, a won dispute and a lost one are distinguished", async () => {
    const { intent, reported } = await charged("disputes")
    for (const [status, expected, reason] of [
      ["warning_needs_response", "inquiry", ""],
      ["needs_response", "disputed", ""],
      ["won", "disputeWon", ""],
      ["lost", "disputeLost", "not_authorized"],
    ] as const) {
      const dispute = mock.dispute(intent, status)
      const outcome = await reported("charge.dispute.updated", dispute)
      assert.deepEqual(outcome, [expected, reason, 0])
    }
  })

  test("RECONCILE-03 a report that names only the charge finds the payment", async () => {
    const { intent, reported } = await charged("only the charge")
    const charge = mock.refund(intent, 30)
    const dispute = mock.dispute(intent, "needs_response")
    const bare = { ...dispute, payment_intent: null }
    assert.deepEqual(await reported("charge.dispute.created", bare), ["disputed", "", 30])
    const bareCharge = { ...charge, payment_intent: null }
    assert.deepEqual(await reported("charge.refunded", bareCharge), ["disputed", "", 30])
    const found = await gateway.lookUp(charge.id)
    assert.deepEqual([found?.reference, found?.chargeReference], [intent.id, charge.id])
    assert.equal(await gateway.lookUp("ch_unknown"), undefined)
  })

  test("METHODS-09 a card that its network renewed is reported with its new data", async () => {
    const reference = await opened.keepCard()
    const changed = mock.renewCard(methodOf(reference))
    // The event may show an earlier state; only its id counts.
    const object = { ...changed, card: { ...changed.card, last4: "4242" } }
    const report = await read("payment_method.automatically_updated", { object })
    assert.ok(report && "method" in report)
    assert.deepEqual(await gateway.readMethod(reference), report)
    assert.partialDeepStrictEqual(report.method, {
      reference,
      cardType: "VS",
      lastFour: "1881",
      expirationDate: "09/2035",
    })
  })

  test("an event about something else is ignored", async () => {
    assert.equal(await read("customer.created", { object: { id: "cus_x" } }), undefined)
  })

  test("a method that Stripe detached is reported with its former customer, and is gone", async () => {
    const reference = await opened.keepCard()
    const [report] = await opened.reportsOf(() => mock.answers.detach(methodOf(reference)))
    assert.ok(report && "method" in report)
    assert.deepEqual([report.method.reference, report.blocked], [reference, "account_unusable"])
    assert.equal(await gateway.readMethod(reference), undefined)
    const gone = { name: "MethodGone" }
    await assert.rejects(gateway.charge(opened.payment("detached", reference)), gone)
    await assert.rejects(gateway.change(reference, { holderName: "M." }, "detached"), gone)
    await assert.rejects(gateway.renew(reference, "renew the detached", keepTerms), gone)
    await gateway.forget(reference)
    const used = gateway.keep(methodOf(reference), "used again", keepTerms)
    await assert.rejects(used, { name: "TokenRefused", reason: "token_unknown" })
    assert.equal(await gateway.cancel(opened.payment("never", reference)), undefined)
    assert.equal(chargesOf(mock, "detached"), 0)
    follows(mock, "noOldMethod", "detachOnce", "detachedEvent")
  })

  test("a suspicion of fraud names the charge", async () => {
    const reference = await opened.keepCard(cards.suspected)
    const asked = opened.payment("suspected", reference)
    const before = mock.events.length
    const charge = await gateway.charge(asked)
    const warning = mock.events.slice(before).find(({ type }) => type.startsWith("radar."))
    const { headers, body } = signed(warning ?? {})
    const expected = { key: "suspected", reference: charge.reference, isFraudWarning: true }
    assert.deepEqual(await gateway.readReport(headers, body), expected)
    follows(mock, "fraudWarning")
  })

  test("an event of API v2 is ignored, if Stripe signed it", async () => {
    const { headers, body } = signed(mock.thinEvent())
    assert.equal(await gateway.readReport(headers, body), undefined)
    await assert.rejects(gateway.readReport({}, body), { name: "ReportRefused" })
    follows(mock, "thinEvents")
  })

  test("the page of the bank is named, and a refused confirmation charges nothing", async () => {
    const token = await opened.cardToken(cards.asksEachTime)
    const keep = () => gateway.keep(token, "confirmed", keepTerms)
    const asked = await keep().catch((error) => error)
    assert.match(asked.address, /^https:\/\/hooks\.stripe\.com\//)
    mock.authenticate(asked.address, true)
    const { reference } = await keep()
    const request = { ...opened.payment("refuses", reference), canAuthenticate: true }
    const page = await gateway.charge(request).catch((error) => error)
    const [report] = await opened.reportsOf(() => mock.authenticate(page.address, false))
    assert.ok(report && "status" in report)
    assert.deepEqual([report.status, report.reason], ["declined", "not_authenticated"])
    assert.equal(chargesOf(mock, "refuses"), 0)
    const absent = await gateway.charge(opened.payment("nobody there", reference))
    assert.deepEqual([absent.status, absent.reason], ["declined", "not_authenticated"])
    follows(mock, "redirects", "refusedConfirmation", "failsWithoutCustomer", "cardNumbers")
  })

  test("a canceled key and a refused one lead to no report about a charge", async () => {
    const reference = await opened.keepCard()
    const canceled = opened.payment("canceled, not declined", reference)
    const before = mock.events.length
    assert.equal(await gateway.cancel(canceled), undefined)
    const sent = mock.events.slice(before)
    assert.deepEqual(
      sent.map(({ type }) => type),
      ["payment_intent.canceled"],
    )
    for (const event of sent) {
      const { headers, body } = signed(event)
      assert.equal(await gateway.readReport(headers, body), undefined)
    }
  })
})
