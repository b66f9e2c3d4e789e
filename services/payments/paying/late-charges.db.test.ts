import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { sql } from "#database/sql.ts"
import { GatewayAway, GatewaySilent, type PaymentGateway } from "#ports/payment-gateway/port.ts"
import { payerAccount, payerDue, payerPolicy } from "#testing/payers.ts"
import { client, paymentBy, startPaymentsTest } from "../payments-fixture.ts"

let at: Awaited<ReturnType<typeof startPaymentsTest>>
let server: ReturnType<typeof at.startProcess>

before(async () => {
  at = await startPaymentsTest(9)
  server = at.startProcess()
})

after(() => at.close())

const told = { reference: "pi_late", reason: "", refundedAmount: 0 } as const

/** A process whose gateway fails every charge with this error. */
function failing(error: Error, change: Partial<PaymentGateway> = {}) {
  return at.startProcess({
    gateway: { ...at.gateway, charge: () => Promise.reject(error), ...change },
  })
}

/** A payment that is recorded as canceled although the gateway may have charged it. */
async function declined(payer: number) {
  const payment = await failing(new GatewayAway("away")).submit(paymentBy(payer))
  assert.equal(payment.status, "canceled")
  return payment
}

/** The payments in the account system's entries of a payer's first product, in cents. */
async function posted(payer: number): Promise<number> {
  const entries = await at.policyAdmin.entries(client, payerAccount(payer), payerPolicy(payer))
  return entries
    .filter(({ kind }) => kind === "payment")
    .reduce((sum, { amount }) => sum + amount, 0)
}

test("RECONCILE-01 RECONCILE-02 a late settlement is recorded and posted while another payment is open, which is canceled because the bill is paid", async () => {
  const first = await declined(0)
  const second = await failing(new GatewaySilent("silent")).submit(
    paymentBy(0, "visa.08-2031", { key: "second" }),
  )
  assert.equal(second.status, "unknown")
  for (let copy = 0; copy < 2; copy += 1) {
    await server.report({ ...told, key: first.id, status: "settled" })
  }
  assert.equal(await at.timeline(first.id), "submitted canceled accepted settled")
  const { status, appliedAt, confirmationNumber } = await at.payment(first.id)
  assert.equal(status, "settled")
  assert.ok(appliedAt)
  assert.ok(confirmationNumber)
  assert.equal((await at.billing(0)).amountDue, 0)

  await at.resolve()
  const canceled = await at.payment(second.id)
  assert.deepEqual([canceled.status, canceled.reason], ["canceled", "alreadyPaid"])
  assert.equal(at.charges(second.id).length, 0)
  assert.equal(await posted(0), payerDue)
  const subjects = (await at.mailsTo(0)).map(({ subject }) => subject)
  assert.equal(subjects.length, 2)
  assert.match(subjects[0] ?? "", /^Receipt/)
  assert.match(subjects[1] ?? "", /was not made/)
})

test("RECONCILE-01 a late settlement in addition to a charged payment leaves both posted", async () => {
  const first = await declined(1)
  const away: PaymentGateway = { ...at.gateway, find: () => Promise.reject(new GatewaySilent("")) }
  const second = await at
    .startProcess({ gateway: away })
    .submit(paymentBy(1, "hushed.08-2031", { key: "second" }))
  assert.equal(second.status, "unknown")
  await server.report({ ...told, key: first.id, status: "settled" })
  await at.resolve()
  assert.equal((await at.payment(second.id)).status, "accepted")
  assert.equal(at.charges(second.id).length, 1)
  assert.equal(await posted(1), 2 * payerDue)
})

test("RECONCILE-02 a new payment is rejected while a late one is not posted, and then nothing is left to pay", async () => {
  const first = await declined(2)
  const policyAdmin = {
    ...at.policyAdmin,
    applyPayment: () => Promise.reject(new Error("not yet")),
  }
  await at.startProcess({ policyAdmin }).report({ ...told, key: first.id, status: "settled" })
  assert.equal((await at.payment(first.id)).appliedAt, null)
  const again = paymentBy(2, "visa.08-2031", { key: "again" })
  await assert.rejects(server.submit(again), { message: "payment.alreadyOpen" })
  await at.resolve()
  await assert.rejects(server.submit(again), { message: "payment.nothingDue" })
  assert.equal(await posted(2), payerDue)
})

test("RECONCILE-02 a late settlement between reading the amount and storing the payment stops the payment", async () => {
  const first = await declined(3)
  let isFirstRead = true
  const policyAdmin: typeof at.policyAdmin = {
    ...at.policyAdmin,
    async account(...key) {
      const account = await at.policyAdmin.account(...key)
      if (isFirstRead) {
        isFirstRead = false
        await server.report({ ...told, key: first.id, status: "settled" })
      }
      return account
    },
  }
  const second = at
    .startProcess({ policyAdmin })
    .submit(paymentBy(3, "visa.08-2031", { key: "second" }))
  await assert.rejects(second, { message: "payment.nothingDue" })
  assert.equal(await posted(3), payerDue)
})

test("RECONCILE-01 late settlements of several payments of one product are all recorded", async () => {
  const late = []
  for (const key of ["one", "two", "three"]) {
    const payment = await failing(new GatewayAway("away")).submit(
      paymentBy(4, "visa.08-2031", { key }),
    )
    late.push(payment.id)
  }
  await Promise.all(
    late.map((key) => at.startProcess().report({ ...told, key, status: "settled" })),
  )
  for (const id of late) assert.ok((await at.payment(id)).appliedAt)
  assert.equal(await posted(4), 3 * payerDue)
})

test("RECONCILE-03 a report about an unknown payment is stored and counted", async () => {
  const key = "0c2a4b1e-5d6f-4a7b-8c9d-0e1f2a3b4c5d"
  for (let copy = 0; copy < 3; copy += 1) await server.report({ ...told, key, status: "settled" })
  await server.report({ ...told, key: "", reference: "pi_dashboard", status: "settled" })
  const rows = await at.database.rows<{ key: string; reports: number; isOpen: boolean }>(
    sql`select key, reports, payment_id is null as is_open
      from myaccount_core.unmatched_report order by key`,
  )
  assert.deepEqual(rows, [
    { key: "", reports: 1, isOpen: true },
    { key, reports: 3, isOpen: true },
  ])
  const metrics = await Promise.all([server.metrics.unmatchedReports.get()])
  const metric = metrics.find(({ name }) => name === "payment_reports_unmatched_total")
  assert.equal(metric?.values[0]?.value, 4)
})

test("RECONCILE-01 a bank's return still takes effect after 60 days, and only once", async () => {
  const { id } = await server.submit(paymentBy(8, "bank"))
  await server.report({ ...told, key: id, status: "settled" })
  await at.resolve()
  assert.equal((await at.billing(8)).amountDue, 0)
  at.clock.advance({ days: 60 })
  for (let copy = 0; copy < 2; copy += 1) {
    await server.report({ ...told, key: id, status: "returned", reason: "not_authorized" })
  }
  await at.resolve()
  const { status, reversedAt } = await at.payment(id)
  assert.equal(status, "returned")
  assert.ok(reversedAt)
  const entries = await at.policyAdmin.entries(client, payerAccount(8), payerPolicy(8))
  assert.deepEqual(
    entries.filter(({ kind }) => kind === "return").map(({ amount }) => amount),
    [-payerDue],
  )
})
