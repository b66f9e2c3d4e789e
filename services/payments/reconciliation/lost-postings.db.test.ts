import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { lostPostings } from "#commands/payments/lost-postings.ts"
import type { HttpPolicyAdmin } from "#ports/policy-admin/http/http.ts"
import { connectedForTest } from "#ports/policy-admin/http/serve-fixture.ts"
import type { Workplace } from "#server/commands/operator-command.ts"
import { isFullSize } from "#testing/model-seeds.ts"
import { payerAccount, payerDue, payerPolicy } from "#testing/payers.ts"
import { type PlainAccountSystem, startPlainAccountSystem } from "#testing/plain-account-system.ts"
import { createRandom } from "#testing/random.ts"
import { closeChange, insertChange } from "../auto-pay/auto-pay.store.ts"
import { closeSkip, insertSkip } from "../auto-pay/skips.store.ts"
import { insertAuthorization } from "../paying/authorizations.store.ts"
import { client, paymentBy, startPaymentsTest } from "../payments-fixture.ts"

const staff = { staffUserid: "agent.osei", ip: "192.0.2.7", subjectUserid: null }
const payersOfTest = 8

let at: Awaited<ReturnType<typeof startPaymentsTest>>
let sample: PlainAccountSystem
let policyAdmin: HttpPolicyAdmin
let server: ReturnType<typeof at.startProcess>

before(async () => {
  ;[at, sample] = await Promise.all([
    startPaymentsTest(0),
    startPlainAccountSystem({ client, payers: payersOfTest }),
  ])
  policyAdmin = connectedForTest(sample.url)
  server = at.startProcess({ policyAdmin })
})
after(async () => {
  await Promise.all([policyAdmin.close(), at.close()])
  await sample.close()
})

interface Json {
  before: { ours: object; theirs: object; lost: { kind: string; id: string; on: string }[] }
  posted: { answered: number; refused: object[]; isAway: boolean } | null
  after: Json["before"] | null
  toAsk: { policyNumber: string; ours: string; theirs: string }[]
}

async function command(values: { apply?: boolean; from?: string } = {}) {
  const credentials = { token: sample.token }
  const place = {
    ...{ database: at.database, clock: at.clock, err() {} },
    config: { policyAdmin: { url: sample.url, credentials } },
  } as unknown as Workplace
  const { text, json, code } = await lostPostings.work({ words: [client], values }, place)
  return { text, json: json as Json, code }
}

/** The whole state of the account system that a customer or an accountant sees. */
async function state() {
  const payers = Array.from({ length: payersOfTest }, (_, payer) => payer)
  const bills = payers.map((payer) =>
    policyAdmin.openBills(client, payerAccount(payer), payerPolicy(payer)),
  )
  const postings = await policyAdmin.postings(client, "2026-01-01", "2026-12-31")
  const nameOf = ({ kind, id, amount, on }: (typeof postings)[number]) =>
    [kind, id, amount, on].join(" ")
  return { postings: postings.map(nameOf).sort(), bills: await Promise.all(bills) }
}

/** Makes one posting of each kind, on several days, and sets how the bills are paid. */
async function makeEveryKind(): Promise<void> {
  const report = { reason: "", key: "", reference: "charge", refundedAmount: 0 } as const
  await server.submit(paymentBy(0))
  const bank = await server.submit(paymentBy(1, "bank"))
  at.clock.advance({ days: 1 })
  await server.report({ ...report, key: bank.id, status: "settled" })
  await server.report({ ...report, key: bank.id, status: "returned", reason: "account_closed" })
  await at.resolve(server)
  const refunded = await server.submit(paymentBy(2))
  const refund = { reason: "Paid twice", reopens: true }
  const payment = await at.payment(refunded.id)
  await server.refunds.request(payment, { ...refund, amount: 1_000, key: "refund 1" }, staff)
  const kept = { ...refund, reopens: false, amount: 500, key: "refund 2" }
  await server.refunds.request(payment, kept, staff)
  at.clock.advance({ days: 1 })
  const failing = await server.submit(paymentBy(3, "refund-fails.08-2031"))
  const whole = { ...refund, amount: 700, key: "refund 3" }
  await server.refunds.request(await at.payment(failing.id), whole, staff)
  const product = { client, accountNumber: payerAccount(4), policyNumber: payerPolicy(4) }
  const reason = "A delay"
  for (const [kind, billNumber, amount] of [
    ["credit", null, 333],
    ["writeOff", 1, 222],
  ] as const) {
    const correction = { ...product, reason, kind, billNumber, amount, key: `the ${kind}` }
    const { id } = await server.corrections.request(correction, staff)
    if (kind === "writeOff") continue
    await server.corrections.reverse(
      client,
      { of: "correction", id },
      { reason, key: "reversal" },
      staff,
    )
  }
  at.clock.advance({ days: 2 })
  await server.sweep()
  await at.resolve(server)
  await server.submit(paymentBy(5))
  // A posting counts if it was confirmed before the command started.
  at.clock.advance({ minutes: 1 })
}

test("REPOST-01 if any part of the postings is lost, of every kind, lost-postings posts exactly that part again, under the original key and oldest first", async () => {
  await makeEveryKind()
  const whole = await state()
  const kinds = new Set(whole.postings.map((one) => one.split(" ")[0]))
  assert.equal(kinds.size, 6, [...kinds].join(", "))
  assert.ok(
    whole.postings.some((one) => / -700 /.test(one)),
    "a refund that failed",
  )
  assert.equal((await command()).code, 0)
  const random = createRandom(7)
  const rounds = [
    (_: string, place: number, all: readonly string[]) => place === all.length - 1,
    () => true,
    // Without its credit, the reversal in a journal reverses nothing, and its answer stays the
    // same.
    ...Array.from({ length: isFullSize ? 40 : 6 }, () => (line: string) => {
      return line.includes("reverseCorrection") || random.below(2) === 0
    }),
  ]
  for (const isLost of rounds) {
    await sample.lose(isLost)
    const missing = (await command()).json.before.lost
    const { code, json, text } = await command({ apply: true })
    assert.equal(code, 0, text)
    assert.deepEqual(await state(), whole, text)
    assert.equal(json.posted?.answered, missing.length)
    assert.deepEqual(json.after?.theirs, json.after?.ours)
    const days = json.before.lost.map(({ on }) => on)
    assert.deepEqual(days, days.toSorted(), "oldest first")
    assert.equal((await command({ apply: true })).json.posted?.answered, 0)
  }
})

test("REPOST-02 a dry run writes nothing and shows both sums, and each missing posting with its confirmation number", async () => {
  const { id, confirmationNumber } = await at.paymentOf(5)
  await sample.lose((line) => line.includes(id))
  const lines = await sample.lines()
  const { code, text, json } = await command()
  assert.equal(code, 1)
  assert.deepEqual(await sample.lines(), lines)
  const missing = `payment  $42.75  ${payerPolicy(5)}  ${confirmationNumber}  ${id}`
  assert.ok(text.includes(`Missing in the account system:\n2026-03-06  ${missing}\n`), text)
  assert.match(text, /\nBefore: here \$[\d.]+ \(13\), account system \$[\d.]+ \(12\)\nNothing was/)
  assert.deepEqual([json.posted, json.after], [null, null])
  const after = await command({ apply: true })
  assert.match(after.text, /\nAfter: {2}here (\S+ \(13\)), account system \1\nPosted again: 1\.$/)
})

test("REPOST-03 a payment that was entered there by hand under its confirmation number is not posted, nor its return", async () => {
  const paid = await server.submit(paymentBy(6, "bank"))
  const { confirmationNumber } = await at.payment(paid.id)
  at.clock.advance({ minutes: 1 })
  const isOfPayment = (line: string) => line.includes(paid.id)
  await sample.lose(isOfPayment)
  const product = { client, accountNumber: payerAccount(6), policyNumber: payerPolicy(6) }
  const by = { ...product, on: "2026-03-06", amount: payerDue }
  const note = `Payment ${confirmationNumber}, entered after the restore`
  await policyAdmin.postCredit({ ...by, creditId: "by hand", note })
  const report = {
    ...{ key: paid.id, reference: "charge", refundedAmount: 0 },
    reason: "account_closed",
  } as const
  await server.report({ ...report, status: "settled" })
  await server.report({ ...report, status: "returned" })
  await at.resolve(server)
  await sample.lose((line) => line.includes("returnPayment") && isOfPayment(line))
  at.clock.advance({ minutes: 1 })
  const { code, text, json } = await command({ apply: true })
  assert.match(text, /^Held in another way .*:\n.* payment .*\n.* return .*\n\n/m)
  assert.deepEqual([code, json.before.lost, json.posted?.answered], [0, [], 0], text)
  const entered = (await policyAdmin.postings(client, "2026-01-01", "2026-12-31")).filter(
    ({ id }) => id === paid.id,
  )
  assert.deepEqual(entered, [])
})

test("REPOST-04 nothing is posted while the account system has more than My Account", async () => {
  const product = { client, accountNumber: payerAccount(7), policyNumber: payerPolicy(7) }
  const paymentId = "0c2a4b1e-5d6f-4a7b-8c9d-0e1f2a3b4c5d"
  await policyAdmin.applyPayment({ ...product, paymentId, amount: 100, paidOn: "2026-03-06" })
  const { id } = await at.paymentOf(0)
  await sample.lose((line) => line.includes(id))
  const { code, text, json } = await command({ apply: true })
  assert.deepEqual([code, json.posted, json.before.lost.length], [1, null, 1])
  const more = `2026-03-06  payment ${paymentId}: here $0.00, there $1.00`
  assert.ok(text.includes(`Held there, and not here or with less:\n${more}\n`), text)
  assert.match(text, /\nNothing was posted: the account system holds more than My Account\./)
  await sample.lose((line) => line.includes(paymentId))
  assert.equal((await command({ apply: true })).json.posted?.answered, 1)
})

test("REPOST-07 auto pay and skipped debits that the account system lost are listed for staff to ask the customer, and never changed", async () => {
  const [accountNumber, policyNumber] = [payerAccount(7), payerPolicy(7)]
  const product = { client, accountNumber, policyNumber }
  const authorizationId = "00000000-0000-4000-8000-0000000000a7"
  const by = { actorKind: "customer", actorUserid: "payer", subjectUserid: "payer" } as const
  const seen = { frequencyCode: "M", paymentMethodRecordId: null }
  const label = { paymentMethodLabel: "Visa ending in 4242" }
  const wanted = { ...seen, paymentMethodRecordId: "PM-9", ...label }
  const now = at.clock.now()
  const dueDates = ["2026-03-15"]
  const texts = { content: "", version: "", authorised: {}, agreedAt: now, ip: "" }
  const skip = { productDesc: "Term Life", chargeOn: "2026-03-15", amount: payerDue, ip: "" }
  await at.database.transaction(async (tx) => {
    await insertAuthorization(tx, { ...product, ...by, ...texts, id: authorizationId, kind: "add" })
    const words = { before: {}, after: {}, siteAddress: "http://test.localhost" }
    await insertChange(tx, { authorizationId, ...product, seen, wanted, ...words }, now)
    await closeChange(tx, client, authorizationId, "made")
    const { siteAddress } = words
    const id = authorizationId
    const methodLabel = label.paymentMethodLabel
    await insertSkip(tx, {
      ...{
        id,
        ...product,
        ...by,
        ...skip,
        dueDates,
        billNumbers: [],
        methodLabel,
        siteAddress,
        askedAt: now,
      },
    })
    await closeSkip(tx, client, id)
  })
  const lines = await sample.lines()
  const { code, text, json } = await command({ apply: true })
  assert.equal(code, 1)
  assert.match(text, /^Ask the customer, and change it with them:$/m)
  assert.deepEqual(
    json.toAsk.map(({ ours, theirs }) => [ours, theirs]),
    [
      ["auto pay by Visa ending in 4242, frequency M", "no auto pay, frequency M"],
      ["the debit for 2026-03-15 is skipped", "it is not skipped"],
    ],
  )
  assert.deepEqual(await sample.lines(), lines)
  await policyAdmin.skipCharge({ ...product, dueDates })
  await policyAdmin.changeBilling({ ...product, changedOn: "2026-03-06", seen, wanted })
  const after = await command({ apply: true })
  assert.deepEqual([after.code, after.json.toAsk], [0, []])
})
