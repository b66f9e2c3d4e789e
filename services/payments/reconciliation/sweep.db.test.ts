import assert from "node:assert/strict"
import { afterEach, beforeEach, test } from "node:test"
import { sql } from "#database/sql.ts"
import { GatewayAway, type Movement, type PaymentGateway } from "#ports/payment-gateway/port.ts"
import { payerAccount, payerDue, payerPolicy } from "#testing/payers.ts"
import { client, paymentBy, startPaymentsTest } from "../payments-fixture.ts"

let at: Awaited<ReturnType<typeof startPaymentsTest>>
let server: ReturnType<typeof at.startProcess>

// A sweep checks every payment of its database, so each test has its own database.
beforeEach(async () => {
  at = await startPaymentsTest(10)
  server = at.startProcess()
})

afterEach(() => at.close())

interface Stored {
  kind: string
  client: string | null
  paymentId: string | null
  ours: number | null
  theirs: number | null
}

/** The current differences. */
async function open(): Promise<Stored[]> {
  return await at.database.rows<Stored>(
    sql`select kind, client, payment_id, ours::float8 as ours, theirs::float8 as theirs
      from myaccount_core.payment_difference where resolved_at is null order by kind, subject`,
  )
}

/** A process whose gateway lists these movements instead of, or in addition to, its own. */
function listing(change: (own: Movement[]) => Movement[]) {
  const gateway: PaymentGateway = {
    ...at.gateway,
    async *movements(of) {
      yield* change(await Array.fromAsync(at.gateway.movements(of)))
    },
  }
  return at.startProcess({ gateway })
}

/** Submits a payment that the gateway charges, although its answer denies it. */
async function submitChargedButDenied(payer: number) {
  const gateway: PaymentGateway = {
    ...at.gateway,
    async charge(request) {
      await at.gateway.charge(request)
      throw new GatewayAway("says that it did not charge")
    },
  }
  return await at.startProcess({ gateway }).submit(paymentBy(payer))
}

/** A gateway that is unavailable and has no charges. */
function awayGateway(): PaymentGateway {
  return {
    ...at.gateway,
    charge: () => Promise.reject(new GatewayAway("away")),
    find: async () => undefined,
  }
}

/** Submits an auto pay payment that stays undecided, and one that is not posted. */
async function submitUnfinished(payer: number) {
  const undecided = await at
    .startProcess({ gateway: awayGateway() })
    .submit(paymentBy(payer, "visa.08-2031", { origin: "autoPay" }))
  const policyAdmin = {
    ...at.policyAdmin,
    applyPayment: () => Promise.reject(new Error("not yet")),
  }
  const unposted = await at.startProcess({ policyAdmin }).submit(paymentBy(payer + 1))
  await at.database.rows(
    sql`update myaccount_core.payment set next_try_at = '2031-01-01'
      where id in (${undecided.id}, ${unposted.id})`,
  )
  return { undecided: undecided.id, unposted: unposted.id }
}

/**
 * A process that sees a different amount for one payment, no charge for another, and a foreign
 * charge.
 */
async function startDiffering() {
  const { id } = await server.submit(paymentBy(0))
  const { id: missing } = await server.submit(paymentBy(1))
  at.clock.advance({ days: 8 })
  const foreign = { key: "", reference: "txn_foreign", charge: "pi_foreign", amount: 700 }
  const other = listing((own) => [
    ...own
      .filter(({ key }) => key !== missing)
      .map((one) => (one.key === id ? { ...one, amount: one.amount - 1 } : one)),
    { ...foreign, kind: "charge", fee: 50, at: at.clock.now(), payout: "" },
  ])
  at.clock.advance({ minutes: 1 })
  return { other, id, missing }
}

test("RECONCILE-04 a sweep checks everything that is not final, however long ago the report was lost", async () => {
  const samples = ["visa.08-2031", "bank", "bank-poor", "refunded.08-2031", "dispute-lost.08-2031"]
  const ids: string[] = []
  for (const [payer, sample] of samples.entries()) {
    ids.push((await server.submit(paymentBy(payer, sample))).id)
  }
  // No report is ever sent in this test.
  at.clock.advance({ days: 40 })
  const first = await server.sweep()
  assert.deepEqual([first.asked, first.changed], [5, 5])
  assert.deepEqual(await Promise.all(ids.map(async (id) => (await at.payment(id)).status)), [
    "settled",
    "settled",
    "returned",
    "refunded",
    "disputeLost",
  ])
  assert.equal((await at.billing(1)).amountDue, 0)
  assert.equal((await at.billing(2)).amountDue, payerDue)
  assert.equal((await at.billing(3)).amountDue, 0)
  assert.equal((await at.billing(4)).amountDue, payerDue)
  assert.deepEqual(await open(), [])
  assert.deepEqual(server.logged, [])
  const again = await server.sweep()
  assert.deepEqual([again.asked, again.changed, again.differences], [0, 0, 0])
})

test("RECONCILE-04 a sweep finds refunds and returns of payments that were final", async () => {
  const { id: refunded } = await server.submit(paymentBy(0, "partly.08-2031"))
  const { id: returned } = await server.submit(paymentBy(1, "disputed.08-2031"))
  at.clock.advance({ days: 1, hours: 1 })
  await server.sweep()
  assert.equal((await at.payment(refunded)).status, "settled")
  assert.equal((await at.payment(returned)).status, "settled")
  at.clock.advance({ days: 10 })
  await Promise.all([server.sweep(), at.startProcess().sweep()])
  const payment = await at.payment(refunded)
  assert.deepEqual([payment.status, payment.refunded], ["partlyRefunded", 200])
  assert.equal((await at.payment(returned)).status, "returned")
  assert.equal((await at.billing(1)).amountDue, payerDue)
  assert.deepEqual(await open(), [])
})

test("RECONCILE-06 a dispute of a payment that was refunded before is not a difference", async () => {
  const { id } = await server.submit(paymentBy(0, "dispute-won.08-2031"))
  at.clock.advance({ days: 1, hours: 1 })
  await server.sweep()
  const asked = { amount: payerDue, reason: "Paid twice", reopens: false, key: "a refund in full" }
  const by = { staffUserid: "agent.osei", ip: "192.0.2.7", subjectUserid: null }
  await server.refunds.request(await at.payment(id), asked, by)
  for (const days of [2, 8]) {
    at.clock.advance({ days })
    await server.sweep()
    assert.deepEqual(await open(), [])
  }
})

test("RECONCILE-04 a sweep records a charge of a payment that was canceled", async () => {
  const declined = await submitChargedButDenied(0)
  assert.equal(declined.status, "canceled")
  at.clock.advance({ days: 2 })
  await server.sweep()
  assert.equal((await at.payment(declined.id)).status, "settled")
  assert.equal((await at.billing(0)).amountDue, 0)
  assert.deepEqual(await open(), [])
})

test("RECONCILE-06 an amount, a refund and a charge that differ are stored, logged and counted once", async () => {
  const { other, id, missing } = await startDiffering()
  const { differences, newDifferences } = await other.sweep()
  const found = await open()
  assert.deepEqual(
    found.filter(({ kind }) => kind !== "payout"),
    [
      {
        kind: "amountCharged",
        client,
        paymentId: id,
        ours: payerDue,
        theirs: payerDue - 1,
      },
      { kind: "unknownMovement", client: null, paymentId: null, ours: 0, theirs: 700 },
    ],
  )
  assert.ok(found.some(({ kind }) => kind === "payout"))
  assert.equal(newDifferences, differences)
  assert.equal(other.logged.length, differences)
  at.clock.advance({ days: 4 })
  await other.sweep()
  const [kind] = (await open()).filter(({ paymentId }) => paymentId === missing)
  assert.deepEqual(kind, {
    kind: "notAtGateway",
    client,
    paymentId: missing,
    ours: payerDue,
    theirs: 0,
  })
  const { values } = await other.metrics.differences.get()
  const counted = values.find(({ labels }) => labels.kind === "amountCharged")
  assert.equal(counted?.value, 1)
})

test("RECONCILE-06 a difference that no longer exists is marked as resolved", async () => {
  const { other } = await startDiffering()
  await other.sweep()
  at.clock.advance({ days: 4 })
  await other.sweep()
  await at.database.rows(sql`delete from myaccount_core.gateway_movement`)
  await at.database.rows(sql`delete from myaccount_core.gateway_payout`)
  await at.database.rows(sql`delete from myaccount_core.sweep`)
  at.clock.advance({ minutes: 1 })
  await server.sweep()
  assert.deepEqual(await open(), [])
  const [row] = await at.database.rows<{ resolved: number }>(
    sql`select count(*)::float8 as resolved from myaccount_core.payment_difference
      where resolved_at is not null`,
  )
  assert.ok((row?.resolved ?? 0) >= 3)
})

test("RECONCILE-06 postings that the account system lacks, or has in excess of ours, are differences", async () => {
  const { id } = await server.submit(paymentBy(0))
  const stranger = "0c2a4b1e-5d6f-4a7b-8c9d-0e1f2a3b4c5d"
  const postings = async (...asked: [string, string, string]) => [
    ...(await at.policyAdmin.postings(...asked)).filter((one) => one.id !== id),
    { kind: "payment" as const, id: stranger, amount: 900, on: asked[2] },
  ]
  at.clock.advance({ minutes: 1 })
  await at.startProcess({ policyAdmin: { ...at.policyAdmin, postings } }).sweep()
  const differences = (await open()).toSorted((one, other) => (one.ours ?? 0) - (other.ours ?? 0))
  assert.deepEqual(differences, [
    { kind: "posting", client, paymentId: null, ours: 0, theirs: 900 },
    { kind: "posting", client, paymentId: id, ours: payerDue, theirs: 0 },
  ])
  at.clock.advance({ minutes: 1 })
  await server.sweep()
  assert.deepEqual(await open(), [])
})

test("RECONCILE-06 a payment that stays undecided, or is not posted for a day, is a difference", async () => {
  const { undecided, unposted } = await submitUnfinished(0)
  at.clock.advance({ days: 1, hours: 1 })
  const silent: PaymentGateway = { ...awayGateway(), lookUp: async () => undefined }
  await at.startProcess({ gateway: silent }).sweep()
  const kinds = (await open()).map(({ kind, paymentId }) => [kind, paymentId])
  assert.deepEqual(kinds, [
    ["notFinal", undecided],
    ["notPosted", unposted],
  ])
})

test("RECONCILE-06 a return is a difference a day after we recorded it, not a day after its payment", async () => {
  const { id } = await server.submit(paymentBy(0, "disputed.08-2031"))
  at.clock.advance({ days: 1, hours: 1 })
  await server.sweep()
  at.clock.advance({ days: 10 })
  const returnPayment = () => Promise.reject(new Error("not yet"))
  const refusing = at.startProcess({ policyAdmin: { ...at.policyAdmin, returnPayment } })
  const notPosted = async () =>
    (await open()).flatMap(({ kind, paymentId }) => (kind === "notPosted" ? [paymentId] : []))
  await refusing.sweep()
  assert.equal((await at.payment(id)).status, "returned")
  assert.deepEqual(await notPosted(), [])
  at.clock.advance({ days: 1, minutes: 1 })
  await refusing.sweep()
  assert.deepEqual(await notPosted(), [id])
})

test("RECONCILE-03 a report that arrived before its payment is applied when the payment appears", async () => {
  const { id } = await server.submit(paymentBy(0, "bank"))
  await at.database.rows(
    sql`insert into myaccount_core.unmatched_report values
      ('sandbox', ${id}, 'charge', 'settled', '', 0, 1, ${at.clock.now()}, ${at.clock.now()})`,
  )
  at.clock.advance({ days: 4 })
  await server.sweep()
  assert.equal((await at.payment(id)).status, "settled")
  const [report] = await at.database.rows<{ paymentId: string }>(
    sql`select payment_id from myaccount_core.unmatched_report where key = ${id}`,
  )
  assert.equal(report?.paymentId, id)
})

test("RECONCILE-03 a report that contains only a reference of the charge is applied when that is known", async () => {
  const { id } = await server.submit(paymentBy(0, "bank"))
  await at.database.rows(
    sql`update myaccount_core.payment set charge_reference = 'ch_14' where id = ${id}`,
  )
  await at.database.rows(
    sql`insert into myaccount_core.unmatched_report values
      ('sandbox', '', 'ch_14', 'settled', '', 0, 1, ${at.clock.now()}, ${at.clock.now()}),
      ('stripe', '', 'ch_14', 'settled', '', 0, 1, ${at.clock.now()}, ${at.clock.now()})`,
  )
  at.clock.advance({ days: 4 })
  await server.sweep()
  assert.equal((await at.payment(id)).status, "settled")
  const reports = await at.database.rows<{ gateway: string; paymentId: string | null }>(
    sql`select gateway, payment_id from myaccount_core.unmatched_report
      where reference = 'ch_14' order by gateway`,
  )
  assert.deepEqual(reports, [
    { gateway: "sandbox", paymentId: id },
    { gateway: "stripe", paymentId: null },
  ])
})

test("RECONCILE-04 a sweep checks pending refunds, and records their result", async () => {
  const staff = { staffUserid: "agent.osei", ip: "192.0.2.7", subjectUserid: null }
  const asked = { amount: 900, reason: "Paid twice", reopens: false }
  const refunded: string[] = []
  for (const [payer, sample] of [
    [0, "refund-slow.08-2031"],
    [1, "refund-fails.08-2031"],
  ] as const) {
    const { id } = await server.submit(paymentBy(payer, sample))
    refunded.push(id)
    await server.refunds.request(await at.payment(id), { ...asked, key: `key of ${payer}` }, staff)
  }
  const statuses = async () => {
    const rows = await server.refunds.of(client, refunded)
    return refunded.map((id) => {
      const one = rows.find(({ paymentId }) => paymentId === id)
      return [one?.status, one?.postedAt !== null, one?.undoneAt !== null]
    })
  }
  assert.deepEqual(await statuses(), [
    ["accepted", false, false],
    ["succeeded", true, false],
  ])
  // No report is ever sent, and no job runs in this test.
  at.clock.advance({ days: 2 })
  await server.sweep()
  assert.deepEqual(await statuses(), [
    ["succeeded", true, false],
    ["failed", true, true],
  ])
  assert.deepEqual(await open(), [])
})

test("RECONCILE-06 a charge, a refund and a payout that differ from the ledger are differences", async () => {
  const staff = { staffUserid: "agent.osei", ip: "192.0.2.7", subjectUserid: null }
  const { id } = await server.submit(paymentBy(0))
  const asked = { amount: 500, reason: "Paid twice", reopens: true, key: "a refund that differs" }
  const refund = await server.refunds.request(await at.payment(id), asked, staff)
  const credit = await server.corrections.request(
    {
      ...{ client, accountNumber: payerAccount(0), policyNumber: payerPolicy(0) },
      ...{ kind: "credit", billNumber: null, amount: 200, reason: "Goodwill", key: "a credit" },
    },
    staff,
  )
  at.clock.advance({ days: 8 })
  const amounts = new Map([
    [id, payerDue - 1],
    [refund.id, 499],
    [credit.id, 201],
  ])
  const postings = async (...question: [string, string, string]) =>
    (await at.policyAdmin.postings(...question)).map((one) => ({
      ...one,
      amount: amounts.get(one.id) ?? one.amount,
    }))
  const gateway: PaymentGateway = {
    ...at.gateway,
    async *payouts(period) {
      for await (const payout of at.gateway.payouts(period)) {
        yield { ...payout, amount: payout.amount - 1 }
      }
    },
  }
  const other = at.startProcess({ gateway, policyAdmin: { ...at.policyAdmin, postings } })
  const { newDifferences } = await other.sweep()
  const found = await open()
  assert.deepEqual(
    found.filter(({ kind }) => kind === "posting").map(({ ours, theirs }) => [ours, theirs]),
    [
      [200, 201],
      [payerDue, payerDue - 1],
      [500, 499],
    ],
  )
  assert.ok(found.some(({ kind, ours, theirs }) => kind === "payout" && theirs === (ours ?? 0) - 1))
  assert.equal(newDifferences, found.length)
  assert.equal(other.logged.length, newDifferences, "each is an alert")
  await at.database.rows(sql`delete from myaccount_core.gateway_payout`)
  at.clock.advance({ minutes: 1 })
  await server.sweep()
  assert.deepEqual(await open(), [])
})

test("RECONCILE-04 a gateway outage fails the sweep, and the next one does its work", async () => {
  const gateway: PaymentGateway = {
    ...at.gateway,
    // biome-ignore lint/correctness/useYield: it fails before the first one
    async *payouts() {
      throw new GatewayAway("away")
    },
  }
  await assert.rejects(at.startProcess({ gateway }).sweep(), GatewayAway)
  await server.sweep()
})

test("RECONCILE-04 the sum of the account system's entries equals the payments after all sweeps", async () => {
  const samples = ["visa", "refunded", "partly", "disputed", "dispute-lost"]
  const methods = [...samples.map((sample) => `${sample}.08-2031`), "bank", "bank-poor"]
  for (const [payer, method] of methods.entries()) await server.submit(paymentBy(payer, method))
  const { length } = methods
  await submitChargedButDenied(length)
  await submitUnfinished(length + 1)
  for (const days of [2, 10, 40]) {
    at.clock.advance({ days })
    await server.sweep()
  }
  for (let payer = 0; payer < length + 3; payer += 1) {
    const entries = await at.policyAdmin.entries(client, payerAccount(payer), payerPolicy(payer))
    const posted = entries.filter(({ kind }) => kind === "payment" || kind === "return")
    const { status } = await at.paymentOf(payer)
    const isOurs = !["returned", "disputeLost", "submitted", "unknown"].includes(status)
    const sum = posted.reduce((total, { amount }) => total + amount, 0)
    assert.equal(sum, isOurs ? payerDue : 0, `${payer} ${status}`)
  }
})
