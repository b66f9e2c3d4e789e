import assert from "node:assert/strict"
import { afterEach, beforeEach, test } from "node:test"
import { sql } from "#database/sql.ts"
import { forgetPostings, undoReturn } from "#testing/forgotten-postings.store.ts"
import { payerAccount, payerDue, payerPolicy } from "#testing/payers.ts"
import { findKnownCharges } from "../auto-pay/announced-charges.store.ts"
import { billingDeps, noticesOf, setOnAutoPay } from "../auto-pay/billing-fixture.ts"
import { findStoredSoFar } from "../paying/product-lock.store.ts"
import { client, paymentBy, startPaymentsTest } from "../payments-fixture.ts"
import { repost, revoke } from "./revoked.ts"

const owner = { client, accountNumber: payerAccount(0) }
const takenBackSubject = "Test took your payment back"

let at: Awaited<ReturnType<typeof startPaymentsTest>>
let server: ReturnType<typeof at.startProcess>
beforeEach(async () => {
  at = await startPaymentsTest(2)
  server = at.startProcess()
})
afterEach(() => at.close())

/** A payment of the first payer that account system staff reverse. */
async function paidAndReversed() {
  const paid = await server.submit(paymentBy(0))
  await reverse(paid.id)
  return paid
}

async function reverse(id: string) {
  const today = (await at.brands.todayOf(client)).toString()
  await at.policyAdmin.returnPayment(client, id, today)
}

async function told(id: string, of = owner): Promise<boolean> {
  const effect = await revoke(billingDeps(at), of, id, at.clock.now())
  return effect ? await at.database.transaction(effect) : false
}

/** The standing differences: kind, amounts and subject without ids. */
async function differences(): Promise<string[]> {
  const rows = await at.database.rows<{ line: string }>(
    sql`select concat_ws(' ', kind, ours, theirs,
        regexp_replace(subject, '[0-9a-f-]{36}', 'ID')) as line
      from myaccount_core.payment_difference where resolved_at is null order by 1`,
  )
  return rows.map(({ line }) => line)
}

const kept = `posting ${payerDue} 0 payment ID was taken back there, its money is still with us`

async function subjects(): Promise<string[]> {
  return (await at.mailsTo(0)).map(({ subject }) => subject)
}

test("EVENT-17 the sweep finds a payment that the account system shows as reversed, once", async () => {
  const paid = await paidAndReversed()
  for (let sweep = 0; sweep < 3; sweep += 1) await server.sweep()
  assert.notEqual((await at.payment(paid.id)).revokedAt, null)
  assert.deepEqual(await differences(), [kept])
  assert.deepEqual((await subjects()).slice(1), [takenBackSubject])
  const [, mail] = await at.mailsTo(0)
  assert.match(
    mail?.text ?? "",
    /\$42\.75 back, so the amount is due again\. We still have the money/,
  )
  const policies = (await at.policyAdmin.account(client, owner.accountNumber))?.products ?? []
  const notices = await noticesOf(at)(owner, policies, await at.brands.todayOf(client))
  const notice = notices.get(payerPolicy(0))
  assert.equal(notice?.state, "revoked")
  assert.match(notice?.content.join(" ") ?? "", /^We took your payment of \$42\.75 back.*call us/)
  // The bill is open, as the account system shows it, and it can be paid.
  assert.equal((await at.billing(0)).amountDue, payerDue)
  const again = await server.submit(paymentBy(0, "visa.08-2031", { key: "again" }))
  assert.equal(again.status, "accepted")
  await server.sweep()
  assert.deepEqual(await differences(), [kept])
})

test("EVENT-17 an event takes effect once: before the posting was recorded, repeated, and after the sweep", async () => {
  const paid = await server.submit(paymentBy(0))
  await at.database.rows(
    sql`update myaccount_core.payment set applied_at = null, next_try_at = now() + interval '1 day'`,
  )
  await reverse(paid.id)
  const all = await Promise.all([told(paid.id), told(paid.id)])
  assert.equal(all.filter(Boolean).length, 1, "two at once")
  assert.deepEqual([await told(paid.id), await told(paid.id)], [false, false])
  // The posting is retried later, and the gateway reports late that the money arrived.
  await server.run(await at.payment(paid.id))
  const { gatewayReference: reference } = await at.payment(paid.id)
  const settled = { key: paid.id, reference, status: "settled", reason: "" } as const
  await server.report({ ...settled, refundedAmount: 0 })
  const now = await at.payment(paid.id)
  assert.deepEqual([now.status, now.appliedAt !== null], ["settled", true])
  assert.notEqual(now.revokedAt, null)
  assert.equal((await at.billing(0)).amountDue, payerDue, "the bill stays open")
  await server.sweep()
  assert.equal(await told(paid.id), false)
  assert.equal((await subjects()).filter((one) => one === takenBackSubject).length, 1)
  assert.deepEqual(await differences(), [kept])
})

const product = { ...owner, policyNumber: payerPolicy(0) }

/** Notices, new payments and the forecast all count the payments that are being recorded. */
async function recording() {
  const today = await at.brands.todayOf(client)
  const account = await at.policyAdmin.account(client, owner.accountNumber)
  const notices = await noticesOf(at)(owner, account?.products ?? [], today)
  const asked = [{ policyNumber: product.policyNumber, paymentMethodRecordId: null }]
  const [known] = await findKnownCharges(at.database, client, asked, today.toString())
  return {
    notice: notices.get(product.policyNumber)?.state,
    isRecording: (await findStoredSoFar(at.database, product)).isRecording,
    isContradicted: known?.isContradicted,
  }
}

const recorded = { notice: "recording", isRecording: true, isContradicted: true }
const none = { notice: undefined, isRecording: false, isContradicted: false }

for (const when of ["its posting", "a read shows it"] as const) {
  test(`EVENT-17 a payment that is reversed before ${when} is no longer being recorded`, async () => {
    const lagging = { ...at.policyAdmin, entries: async () => [] }
    const process = at.startProcess({ policyAdmin: lagging })
    const paid = await process.submit(paymentBy(0))
    if (when === "its posting") {
      await at.database.rows(sql`update myaccount_core.payment set applied_at = null`)
    }
    assert.deepEqual(await recording(), recorded)
    await reverse(paid.id)
    assert.equal(await told(paid.id), true)
    assert.deepEqual(await recording(), { ...none, notice: "revoked", isContradicted: true })
    const again = await server.submit(paymentBy(0, "visa.08-2031", { key: "again" }))
    assert.equal(again.status, "accepted")
  })
}

test("EVENT-17 auto pay leaves out the bill of a charge that was reversed", async () => {
  await setOnAutoPay(at, 0, "visa")
  const paid = await server.submit(paymentBy(0))
  await at.database.rows(sql`update myaccount_core.payment set origin = 'autoPay'`)
  await reverse(paid.id)
  assert.equal(await told(paid.id), true)
  assert.deepEqual(await recording(), { ...none, notice: "left", isContradicted: true })
})

test("PAYNOW-16 a gateway report does not end the search for a posting that no read shows", async () => {
  const lagging = { ...at.policyAdmin, entries: async () => [] }
  const process = at.startProcess({ policyAdmin: lagging })
  const paid = await process.submit(paymentBy(0, "bank"))
  assert.deepEqual(await recording(), recorded)
  const { gatewayReference: reference } = await at.payment(paid.id)
  for (const status of ["pending", "settled"] as const) {
    const news = { key: paid.id, reference, status, reason: "", refundedAmount: 0 } as const
    await process.report(news)
  }
  assert.deepEqual(await recording(), recorded)
  at.clock.advance({ minutes: 31 })
  server.wake()
  await server.idle()
  assert.notEqual((await at.payment(paid.id)).shownAt, null)
  assert.deepEqual(await recording(), none)
})

/** Account system staff undo the reversal of the payment. */
async function postAgain(id: string) {
  await undoReturn(at.database, client, id)
}

async function toldPosted(id: string, when = at.clock.now()): Promise<boolean> {
  const effect = await repost(billingDeps(at), await at.payment(id), when)
  return effect ? await at.database.transaction(effect) : false
}

const countsAgain = "Test counts your payment again"

test("EVENT-17 a payment that the account system posts again counts once, and the person gets one email", async () => {
  const paid = await paidAndReversed()
  const before = at.clock.now()
  assert.equal(await told(paid.id), true)
  await server.sweep()
  assert.deepEqual(await differences(), [kept])
  at.clock.advance({ minutes: 1 })
  assert.equal(await toldPosted(paid.id), false, "its money is not there")
  await postAgain(paid.id)
  assert.equal(await toldPosted(paid.id, before), false, "an old report of the first posting")
  const all = await Promise.all([toldPosted(paid.id), toldPosted(paid.id)])
  assert.equal(all.filter(Boolean).length, 1, "two at once")
  assert.deepEqual(await differences(), [])
  assert.deepEqual((await subjects()).slice(1), [takenBackSubject, countsAgain])
  assert.match(
    (await at.mailsTo(0)).at(-1)?.text ?? "",
    /payment of \$42\.75 back\. We have corrected that: the payment counts again/,
  )
  assert.deepEqual(await recording(), none)
  assert.equal((await at.billing(0)).amountDue, 0)
  const another = server.submit(paymentBy(0, "visa.08-2031", { key: "again" }))
  await assert.rejects(another, { messageId: "payment.nothingDue" })

  const late = await revoke(billingDeps(at), owner, paid.id, before)
  assert.equal(late, undefined, "a repeated report that it was taken back")
  await server.sweep()
  assert.deepEqual([(await at.payment(paid.id)).revokedAt, await differences()], [null, []])

  at.clock.advance({ minutes: 1 })
  await reverse(paid.id)
  await server.sweep()
  assert.notEqual((await at.payment(paid.id)).revokedAt, null, "taken back once more")
  assert.deepEqual(await differences(), [kept])
})

test("EVENT-17 the sweep finds a payment that was posted again, also if the return stays listed", async () => {
  const paid = await paidAndReversed()
  assert.equal(await told(paid.id), true)
  await postAgain(paid.id)
  const today = (await at.brands.todayOf(client)).toString()
  const listed = { kind: "return", id: paid.id, amount: payerDue, on: today } as const
  const postings: typeof at.policyAdmin.postings = async (...days) => [
    ...(await at.policyAdmin.postings(...days)),
    listed,
  ]
  const process = at.startProcess({ policyAdmin: { ...at.policyAdmin, postings } })
  await process.sweep()
  assert.deepEqual(await differences(), [kept], "reads may show the earlier posting")
  at.clock.advance({ hours: 25 })
  for (let sweep = 0; sweep < 3; sweep += 1) await process.sweep()
  assert.deepEqual([(await at.payment(paid.id)).revokedAt, await differences()], [null, []])
  assert.deepEqual((await subjects()).slice(1), [takenBackSubject, countsAgain])
})

test("EVENT-17 an event about another account, or an unknown, declined or returned payment, has no effect", async () => {
  const paid = await server.submit(paymentBy(0))
  assert.equal(await told(paid.id, { client, accountNumber: payerAccount(1) }), false)
  assert.equal(await told(paid.id, { client: "other", accountNumber: payerAccount(0) }), false)
  assert.equal(await told(crypto.randomUUID()), false)
  const declined = await server.submit(paymentBy(1, "poor.08-2031"))
  assert.equal(declined.status, "declined")
  assert.equal(await told(declined.id, { client, accountNumber: payerAccount(1) }), false)
  const { gatewayReference: reference } = await at.payment(paid.id)
  const returned = { key: paid.id, reference, status: "returned", reason: "other" } as const
  await server.report({ ...returned, refundedAmount: 0 })
  assert.equal(await told(paid.id), false, "our own return")
  await server.sweep()
  assert.equal((await subjects()).includes(takenBackSubject), false)
  assert.equal((await differences()).includes(kept), false)
})

test("EVENT-17 a refund ends the difference, and is not posted for a reversed payment", async () => {
  const paid = await paidAndReversed()
  assert.equal(await told(paid.id), true)
  at.clock.advance({ minutes: 1 })
  const { gatewayReference: charge } = await at.payment(paid.id)
  await at.gateway.refund({ key: "refund", charge, amount: payerDue })
  const refunded = { key: paid.id, reference: charge, status: "refunded", reason: "" } as const
  await server.report({ ...refunded, refundedAmount: payerDue })
  assert.equal((await at.payment(paid.id)).status, "refunded")
  await server.sweep()
  assert.deepEqual(await differences(), [])
  const today = (await at.brands.todayOf(client)).toString()
  const postings = await at.policyAdmin.postings(client, today, today)
  assert.deepEqual(postings.map(({ kind }) => kind).toSorted(), ["payment", "return"])
})

test("EVENT-17 a return by the bank also ends the difference", async () => {
  const paid = await paidAndReversed()
  assert.equal(await told(paid.id), true)
  at.clock.advance({ days: 2 })
  const { gatewayReference: reference } = await at.payment(paid.id)
  const returned = { key: paid.id, reference, status: "returned", reason: "other" } as const
  await server.report({ ...returned, refundedAmount: 0 })
  await server.sweep()
  assert.equal((await differences()).includes(kept), false)
  assert.equal((await at.billing(0)).amountDue, payerDue, "due once")
})

test("EVENT-17 a missing posting stays a difference, and its bill is not charged again", async () => {
  const paid = await server.submit(paymentBy(0))
  await forgetPostings(at.database, client, [paid.id])
  at.clock.advance({ minutes: 1 })
  await server.sweep()
  const [billPaid = "", ...others] = await differences()
  assert.match(billPaid, /^billPaid 4275 0 /)
  assert.deepEqual(others, [`posting ${payerDue} 0 payment ID`])
  assert.equal((await at.payment(paid.id)).revokedAt, null)
})
