import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { readFileSync } from "node:fs"
import { after, before, test } from "node:test"
import { messages } from "#contracts/messages.ts"
import { sql } from "#database/sql.ts"
import {
  AuthorizationGone,
  ChargeRefused,
  type PaymentGateway,
} from "#ports/payment-gateway/port.ts"
import { payerAccount, payerDue, payerPolicy } from "#testing/payers.ts"
import { client, paymentBy, startPaymentsTest } from "../payments-fixture.ts"
import { findDifferences } from "../reconciliation/ledger.store.ts"
import { cancelMessage, declineMessage, whyMessage } from "./payment-presenter.ts"
import { declinedReasons } from "./payment-reasons.ts"

let at: Awaited<ReturnType<typeof startPaymentsTest>>

before(async () => {
  at = await startPaymentsTest(14)
})

after(() => at.close())

const code = "code_of_the_gateway"
/** What the gateway throws, and how the payment ends. */
const refusals = {
  authorization: {
    error: () => new AuthorizationGone(code),
    ending: ["declined", "authorizationGone"],
  },
  method: { error: () => new ChargeRefused("method", code), ending: ["declined", "methodRefused"] },
  amount: { error: () => new ChargeRefused("amount", code), ending: ["declined", "amountRefused"] },
  account: {
    error: () => new ChargeRefused("account", code),
    ending: ["canceled", "accountRefused"],
  },
  unknown: { error: () => new ChargeRefused("unknown", code), ending: ["canceled", "refused"] },
}

/** A server whose gateway refuses each charge. */
function refusing(error: () => Error, change: Partial<PaymentGateway> = {}) {
  return at.startProcess({
    gateway: { ...at.gateway, charge: () => Promise.reject(error()), ...change },
  })
}

/** The tasks of staff about a payer's first product, open and resolved. */
async function tasksOf(payer: number) {
  return await at.database.rows<{ detail: string; paymentId: string; isOpen: boolean }>(
    sql`select detail, payment_id, resolved_at is null as is_open
      from myaccount_core.payment_difference
      where kind = 'notCharged' and subject = ${`${client} product ${payerPolicy(payer)}`}`,
  )
}

async function postings(payer: number) {
  const entries = await at.policyAdmin.entries(client, payerAccount(payer), payerPolicy(payer))
  return entries.filter(({ kind }) => kind !== "opening" && kind !== "application")
}

for (const [payer, [about, { error, ending }]] of Object.entries(refusals).entries()) {
  test(`FAILURE-11 a charge that the gateway refuses because of "${about}" ends at once, and staff get a task until the product is paid`, async () => {
    const server = refusing(error)
    const { id, status, reason, confirmationNumber } = await server.submit(paymentBy(payer))
    assert.deepEqual([status, reason, confirmationNumber], [...ending, null])
    assert.equal(await at.timeline(id), `submitted ${ending[0]}`)
    assert.deepEqual(await postings(payer), [])
    assert.deepEqual(await at.mailsTo(payer), [], "the customer has read the answer")
    const detail = `${about}: ${code}`
    assert.deepEqual(await tasksOf(payer), [{ detail, paymentId: id, isOpen: true }])
    const [counted] = await Promise.all([server.metrics.differences.get()])
    assert.deepEqual(
      counted.values.filter(({ value }) => value > 0).map(({ labels }) => labels.kind),
      ["notCharged"],
    )

    const other = at.startProcess()
    const paid = await other.submit(paymentBy(payer, undefined, { key: `paid ${about}` }))
    assert.equal(paid.status, "accepted")
    assert.deepEqual(
      (await tasksOf(payer)).map(({ isOpen }) => isOpen),
      [false],
    )
  })
}

test("FAILURE-11 a refusal that the gateway repeats after a process died ends the payment, and the customer gets one email", async () => {
  for (const [n, { error, ending }] of Object.values(refusals).entries()) {
    const payer = 5 + n
    let isDead = true
    const refusedWhenFound = async () => {
      throw isDead ? new Error("This process is gone.") : error()
    }
    const server = refusing(() => new Error("This process is gone."), { find: refusedWhenFound })
    const { id } = await server.submit(paymentBy(payer))
    await at.resolve(server)
    isDead = false
    at.clock.advance({ minutes: 1 })
    await at.resolve(server)
    const { status, reason } = await at.payment(id)
    assert.deepEqual([status, reason], ending)
    assert.equal((await at.mailsTo(payer)).length, 1)
  }
})

test("FAILURE-11 a refusal that comes after the answer to the customer is emailed to them", async () => {
  const payer = 13
  const server = refusing(refusals.method.error, {
    async charge() {
      at.clock.advance({ seconds: 13 })
      throw refusals.method.error()
    },
  })
  await server.submit(paymentBy(payer))
  assert.equal((await at.mailsTo(payer)).length, 1)
})

test("FAILURE-11 the sweep resolves the task once the bill is no longer open", async () => {
  const payer = 10
  const server = refusing(refusals.method.error)
  await server.submit(paymentBy(payer))
  await server.sweep()
  assert.equal((await tasksOf(payer))[0]?.isOpen, true)
  const days = { client, start: new Date(0), end: new Date("2040-01-01"), timeZone: "UTC" }
  const listed = (await findDifferences(at.database, days, false)).filter(
    ({ subject }) => subject === `${client} product ${payerPolicy(payer)}`,
  )
  assert.deepEqual(
    listed.map(({ kind, detail }) => [kind, detail]),
    [["notCharged", `method: ${code}`]],
  )
  const open = await at.policyAdmin.openBills(client, payerAccount(payer), payerPolicy(payer))
  await at.policyAdmin.applyPayment({
    ...{ client, accountNumber: payerAccount(payer), policyNumber: payerPolicy(payer) },
    ...{ paymentId: randomUUID(), paidOn: "2026-03-02" },
    amount: open.reduce((sum, { owed }) => sum + owed, 0),
  })
  await server.sweep()
  assert.equal((await tasksOf(payer))[0]?.isOpen, false)
})

test("FAILURE-11 a blocked debit is declined: nothing is confirmed, posted or returned", async () => {
  const payer = 11
  const reference = "pi_blocked"
  const declined = { status: "declined", reason: "account_unusable", refundedAmount: 0 } as const
  const server = at.startProcess({
    gateway: {
      ...at.gateway,
      charge: async ({ key, amount }) => ({ key, amount, reference, ...declined }),
    },
  })
  const payment = await server.submit(paymentBy(payer, "bank"))
  await server.report({ key: payment.id, reference, ...declined })
  const { status, confirmationNumber, appliedAt } = await at.payment(payment.id)
  assert.deepEqual([status, confirmationNumber, appliedAt], ["declined", null, null])
  assert.equal(await at.timeline(payment.id), "submitted declined")
  assert.deepEqual(await postings(payer), [])
  assert.deepEqual(await at.mailsTo(payer), [])
})

test("FAILURE-11 each refusal has texts that do not blame the bank", () => {
  for (const { ending } of Object.values(refusals)) {
    const [status = "", reason = ""] = ending
    const { content } = messages[(status === "declined" ? declineMessage : cancelMessage)(reason)]
    assert.doesNotMatch(content, /Your bank declined/)
    assert.match(content, /You were not charged/)
  }
})

test("FAILURE-11 docs/payments.md and the pages of the events name each refusal", () => {
  const docs = readFileSync("docs/payments.md", "utf8")
  const declined = readFileSync("docs/events/payment.declined.md", "utf8")
  const suspended = readFileSync("docs/events/autoPay.suspended.md", "utf8")
  for (const [about, { ending }] of Object.entries(refusals)) {
    const [status = "", reason = ""] = ending
    assert.ok(docs.includes(`| \`${about}\` | ${status}, \`${reason}\` |`), about)
    assert.equal(declined.includes(`\`${reason}\``), status === "declined", reason)
    assert.ok(suspended.includes(`\`${reason}\``), reason)
  }
})

test("FAILURE-11 the text of a decline never claims that the holder disputed the charge", () => {
  for (const reason of declinedReasons) {
    const { content } = messages[whyMessage(reason, "declined")]
    assert.doesNotMatch(content, /was told|not authorized|disput/, reason)
    assert.doesNotMatch(messages[declineMessage(reason)].content, /not authorized|disput/, reason)
  }
})

test("FAILURE-15 a warning of fraud is one task for staff until the payment is refunded", async () => {
  const payer = 12
  const server = at.startProcess()
  const { id, gatewayReference: reference } = await server.submit(paymentBy(payer))
  const warnings = async () =>
    await at.database.rows<{ paymentId: string; isOpen: boolean }>(
      sql`select payment_id, resolved_at is null as is_open
        from myaccount_core.payment_difference where kind = 'fraudWarning'`,
    )
  for (const key of [id, ""]) await server.report({ key, reference, isFraudWarning: true })
  const [counted] = await Promise.all([server.metrics.differences.get()])
  const count = counted.values.find(({ labels }) => labels.kind === "fraudWarning")?.value
  assert.equal(count, 1)
  assert.deepEqual(await warnings(), [{ paymentId: id, isOpen: true }])
  assert.equal(await at.timeline(id), "submitted accepted")
  await server.sweep()
  assert.deepEqual(await warnings(), [{ paymentId: id, isOpen: true }])
  await at.gateway.refund({ key: "a refund", charge: reference, amount: payerDue })
  const refunded = { status: "refunded", reason: "", refundedAmount: payerDue } as const
  await server.report({ key: id, reference, ...refunded })
  await server.sweep()
  assert.deepEqual(await warnings(), [{ paymentId: id, isOpen: false }])
})

test("FAILURE-15 a warning of fraud about an unknown charge is stored as unmatched", async () => {
  const server = at.startProcess()
  await server.report({ key: "", reference: "pi_of_another", isFraudWarning: true })
  const rows = await at.database.rows(
    sql`select reference, status from myaccount_core.unmatched_report`,
  )
  assert.deepEqual(rows, [{ reference: "pi_of_another", status: "fraudWarning" }])
  const { values } = await server.metrics.unmatchedReports.get()
  assert.equal(values[0]?.value, 1)
})
