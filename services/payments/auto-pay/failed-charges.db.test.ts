import assert from "node:assert/strict"
import { afterEach, beforeEach, test } from "node:test"
import { messages } from "#contracts/messages.ts"
import { GatewayAway, GatewaySilent, type PaymentGateway } from "#ports/payment-gateway/port.ts"
import { productOf } from "#services/products/product-presenter.ts"
import { auditLog } from "#testing/audit-trail.ts"
import { saveMethod } from "#testing/pay-now.ts"
import { payerAccount, payerDue } from "#testing/payers.ts"
import { client, paymentBy, startPaymentsTest } from "../payments-fixture.ts"
import { authorizeAutoPay, billingRunOf, noticesOf, setOnAutoPay } from "./billing-fixture.ts"

let at: Awaited<ReturnType<typeof startPaymentsTest>>
let server: ReturnType<typeof at.startProcess>
let run: ReturnType<typeof billingRunOf>["run"]

beforeEach(async () => {
  at = await startPaymentsTest(2)
  server = at.startProcess()
  ;({ run } = billingRunOf(at, server))
})

afterEach(() => at.close())

/** Runs the billing once on each of these days. */
async function runDaily(days: number): Promise<void> {
  await runFor(days, 1)
}

/**
 * Runs the billing every `every` days. A run also makes the charges of the days since the last one.
 */
async function runFor(days: number, every: number): Promise<void> {
  for (let day = 0; day < days; day += every) {
    at.clock.advance({ days: every })
    await run()
    await at.resolve()
  }
}

/** The payments of a payer, oldest first, as "MM-DD cents status". */
async function charges(payer = 0): Promise<string[]> {
  const made = await server.history(client, payerAccount(payer))
  return made
    .map(({ payment }) => {
      const { submittedAt, amount, status } = payment
      return `${submittedAt.toISOString().slice(5, 10)} ${amount} ${status}`
    })
    .toReversed()
}

async function lastPayment() {
  const [last] = await server.history(client, payerAccount(0))
  assert.ok(last)
  return last.payment
}

async function report(status: "settled" | "returned" | "disputed" | "disputeLost", reason = "") {
  const { id } = await lastPayment()
  const told = { key: id, reference: "charge", refundedAmount: 0 }
  await server.report({ ...told, status, reason: reason as "" })
}

async function lastText(payer = 0): Promise<string> {
  return (await at.mailsTo(payer)).at(-1)?.text ?? ""
}

for (const [sample, reason] of [
  ["bank-disputed", "not_authorized"],
  ["bank-closed", "account_closed"],
] as const) {
  test(`FAILURE-02 a bank account whose debit was returned as ${reason} is not debited again`, async () => {
    await setOnAutoPay(at, 0, sample)
    at.clock.advance({ days: 13 })
    assert.equal((await run())?.accepted, 1)
    at.clock.advance({ days: 2 })
    await report("returned", reason)
    assert.match(await lastText(), /Auto Pay is suspended\./)
    assert.match(await lastText(), /Pay \$42\.75 first/)
    await runFor(60, 5)
    assert.deepEqual(await charges(), [`03-15 ${payerDue} returned`])
    const actions = (await auditLog(at.database, client)).map(({ action }) => action)
    assert.equal(actions.filter((action) => action === "autoPay.suspend").length, 1)
  })
}

test("FAILURE-02 auto pay by an account that the bank declines at once is suspended, and the person is notified once", async () => {
  await setOnAutoPay(at, 0, "bank-declined")
  at.clock.advance({ days: 13 })
  const first = await run()
  assert.deepEqual([first?.declined, first?.declinesTold], [1, 1])
  await runFor(40, 5)
  assert.deepEqual(await charges(), [`03-15 ${payerDue} declined`])
  const mails = await at.mailsTo(0)
  assert.deepEqual(
    mails.map(({ subject }) => subject),
    ["Auto Pay for your Test coverage is suspended"],
  )
  assert.ok(mails[0]?.text.includes(`: ${messages["payment.why.accountClosed"].content}.`))
})

test("FAILURE-02 auto pay that was suspended charges again after a new authorization", async () => {
  await setOnAutoPay(at, 0, "bank-declined")
  at.clock.advance({ days: 13 })
  await run()
  await runDaily(2)
  assert.equal((await charges()).length, 1)
  const recordId = "another method"
  const accountNumber = payerAccount(0)
  await saveMethod(at.database, { recordId, client, accountNumber, sample: "visa" })
  await authorizeAutoPay(at, 0, recordId)
  await runDaily(3)
  assert.deepEqual(await charges(), [`03-15 ${payerDue} declined`, `03-18 ${payerDue} accepted`])
})

test("FAILURE-03 a lost dispute of a payment by hand never triggers an auto pay charge", async () => {
  await setOnAutoPay(at, 0, "visa")
  await server.submit(paymentBy(0))
  await report("disputed")
  at.clock.advance({ days: 20 })
  await run()
  await report("disputeLost", "not_authorized")
  assert.equal((await at.billing(0)).pastDueAmount, payerDue)
  await runFor(60, 5)
  assert.deepEqual(await charges(), [`03-02 ${payerDue} disputeLost`])
})

test("FAILURE-03 a debit with insufficient funds is retried twice and then waits until it is paid", async () => {
  await setOnAutoPay(at, 0, "bank")
  at.clock.advance({ days: 13 })
  await run()
  for (const [tried, next] of [
    ["03-15", "Mar 19, 2026"],
    ["03-19", "Mar 23, 2026"],
    ["03-23", ""],
  ]) {
    const { submittedAt } = await lastPayment()
    assert.equal(submittedAt.toISOString().slice(5, 10), tried)
    await runDaily(2)
    // A bank may return a debit that has arrived.
    if (tried === "03-19") await report("settled")
    await report("returned", "insufficient_funds")
    const text = await lastText()
    if (next) assert.match(text, new RegExp(`charge \\$42\\.75 on ${next}`))
    else assert.match(text, /We will not try again\. Pay \$42\.75 now\./)
    await runDaily(2)
  }
  await runDaily(30)
  assert.equal((await charges()).length, 3, "also when the next bill is due")
  const owed = await at.billing(0)
  const due = owed.pastDueAmount + owed.amountDue
  await server.submit(paymentBy(0, "visa.08-2031", { amount: due }))
  await runFor(60, 5)
  assert.equal((await charges()).length, 5, "auto pay continues with the next bill")
})

test("NOTICE-11 the email about a failed debit contains the business day of a retry on a Sunday", async () => {
  await setOnAutoPay(at, 0, "bank")
  at.clock.advance({ days: 13 })
  await runDaily(5)
  await report("returned", "insufficient_funds")
  assert.match(
    (await lastText()).replaceAll(/\s+/g, " "),
    /charge \$42\.75 on Mar 22, 2026.* Banks are closed on Mar 22, 2026, so your bank makes this payment on the next business day, Mar 23, 2026\./,
  )
})

test("FAILURE-06 after the last failure of a card, the email asks for the due amount and announces the next charge", async () => {
  await setOnAutoPay(at, 0, "poor")
  for (const days of [13, 3, 4]) await runFor(days, days)
  assert.match(
    (await lastText()).replaceAll(/\s+/g, " "),
    /On Apr 15, 2026, we charge \$85\.50: the \$42\.75 due now and your next bill\. If you pay \$42\.75 before then, we charge only your next bill\./,
  )
})

test("FAILURE-07 paying the bill prevents the next try", async () => {
  await setOnAutoPay(at, 0, "poor")
  at.clock.advance({ days: 13 })
  await run()
  assert.match(await lastText(), /unless you pay first/)
  await server.submit(paymentBy(0))
  await runDaily(20)
  assert.deepEqual(await charges(), [`03-15 ${payerDue} declined`, `03-15 ${payerDue} accepted`])
})

test("FAILURE-04 a revoked API key charges nothing, emails no one and uses up no attempt, also in pay now", async () => {
  let isAway = true
  const gateway: PaymentGateway = {
    ...at.gateway,
    charge(charge) {
      return isAway ? Promise.reject(new GatewayAway("revoked key")) : at.gateway.charge(charge)
    },
  }
  const other = at.startProcess({ gateway })
  const { id, status, reason } = await other.submit(paymentBy(0))
  assert.deepEqual([status, reason], ["canceled", "away"])
  assert.equal(await at.timeline(id), "submitted canceled")
  assert.deepEqual(await at.mailsTo(0), [])
  await setOnAutoPay(at, 0, "visa")
  at.clock.advance({ days: 13 })
  const billing = billingRunOf(at, other)
  assert.deepEqual((await billing.run())?.undecided, 1)
  isAway = false
  at.clock.advance({ minutes: 11 })
  await at.resolve()
  assert.deepEqual(await charges(), [`03-02 ${payerDue} canceled`, `03-15 ${payerDue} accepted`])
})

test("FAILURE-05 a charge that waits for the gateway is not made after auto pay was suspended", async () => {
  await server.submit(paymentBy(0))
  await setOnAutoPay(at, 0, "visa")
  let isAway = true
  const gateway: PaymentGateway = {
    ...at.gateway,
    charge(charge) {
      return isAway ? Promise.reject(new GatewayAway("away")) : at.gateway.charge(charge)
    },
  }
  const other = at.startProcess({ gateway })
  const paid = await lastPayment()
  await runDaily(25)
  at.clock.advance({ days: 19 })
  assert.equal((await billingRunOf(at, other).run())?.undecided, 1)
  const told = { key: paid.id, reference: "charge", refundedAmount: 0 }
  await server.report({ ...told, status: "disputeLost", reason: "not_authorized" })
  isAway = false
  at.clock.advance({ minutes: 11 })
  await at.resolve()
  const { status, reason } = await lastPayment()
  assert.deepEqual([status, reason], ["canceled", "suspended"])
})

test("FAILURE-08 an unsubscribed person gets no receipt, and every other email about payments", async () => {
  const subjects = async () => (await at.mailsTo(1)).map(({ subject }) => subject)
  const { id } = await server.submit(paymentBy(1))
  assert.deepEqual(await subjects(), [])
  const told = { key: id, reference: "charge", refundedAmount: 0, reason: "other" } as const
  await server.report({ ...told, status: "returned" })
  await setOnAutoPay(at, 1, "poor", "03/2026")
  at.clock.advance({ days: 13 })
  await run()
  // After the last try, the card expires before the next charge.
  await runDaily(7)
  const [recordId, accountNumber] = ["another card", payerAccount(1)]
  await saveMethod(at.database, { recordId, client, accountNumber, sample: "visa" })
  await authorizeAutoPay(at, 1, recordId)
  const silent: PaymentGateway = {
    ...at.gateway,
    charge: () => Promise.reject(new GatewaySilent("No answer.")),
  }
  const other = at.startProcess({ gateway: silent })
  await other.submit(paymentBy(1, "visa.08-2031", { key: "second", amount: 2 * payerDue }))
  at.clock.advance({ hours: 13 })
  await at.resolve()
  assert.deepEqual(await subjects(), [
    "Your payment to Test was returned",
    ...Array.from({ length: 3 }, () => "Auto Pay for your Test coverage did not go through"),
    "Your card for Test Auto Pay expires soon",
    "Your Auto Pay payment method changed: Test",
    "Your payment to Test was not made",
  ])
})

test("FAILURE-09 while an auto pay charge is undecided, the product shows this and cannot be paid", async () => {
  await setOnAutoPay(at, 0, "visa")
  const silent: PaymentGateway = {
    ...at.gateway,
    charge: () => Promise.reject(new GatewaySilent("No answer.")),
  }
  const other = at.startProcess({ gateway: silent })
  at.clock.advance({ days: 13 })
  assert.equal((await billingRunOf(at, other).run())?.undecided, 1)
  const owner = { client, accountNumber: payerAccount(0) }
  const account = await at.policyAdmin.account(client, owner.accountNumber)
  const [policy] = account?.products ?? []
  assert.ok(policy)
  const today = Temporal.PlainDate.from("2026-03-15")
  const notices = await noticesOf(at)(owner, [policy], today)
  const { autoPayNotice, paymentAction } = productOf(policy, today, notices)
  assert.deepEqual(autoPayNotice?.content, [
    "Auto Pay is charging $42.75 to VISA ending in 4242, and we do not know the result yet. You do not need to pay. The result will show here, and we will email you.",
  ])
  assert.equal(paymentAction.payNowLink.disable, "Y")
  assert.match(paymentAction.payNowLink.message, /^Auto Pay is charging this product now/)
})
