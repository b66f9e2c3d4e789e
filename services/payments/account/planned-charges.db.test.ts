import assert from "node:assert/strict"
import { afterEach, beforeEach, test } from "node:test"
import { ApiError } from "#contracts/messages.ts"
import { decimalOf } from "#contracts/money.ts"
import { createPaymentMetrics } from "#platform/http/payment-metrics.ts"
import { shownDate } from "#platform/text/dates.ts"
import { later } from "#platform/time.ts"
import { beginBillingRun } from "#testing/billing-runs.store.ts"
import { openBooks } from "#testing/opened-books.store.ts"
import { saveMethod } from "#testing/pay-now.ts"
import { payerAccount, payerDue, payerPolicy } from "#testing/payers.ts"
import {
  authorizeAutoPay,
  billingDeps,
  billingRunOf,
  noticesOf,
  setOnAutoPay,
} from "../auto-pay/billing-fixture.ts"
import { chargeQuotesOf, plannedChargeOf } from "../auto-pay/charge-quote-presenter.ts"
import { createAutoPaySkips } from "../auto-pay/skips.ts"
import { createPostingFailures } from "../paying/posting-failures.ts"
import { client, paymentBy, startPaymentsTest } from "../payments-fixture.ts"

const skipCall = "PUT /myaccount-core/autoPay/skip"
const owner = { client, accountNumber: payerAccount(0) }
const policyNumber = payerPolicy(0)

let at: Awaited<ReturnType<typeof startPaymentsTest>>
let server: ReturnType<typeof at.startProcess>

beforeEach(async () => {
  at = await startPaymentsTest(1)
  server = at.startProcess()
})

afterEach(() => at.close())

/** Runs the billing for each of these days. */
async function runOn(...dates: string[]) {
  for (const date of dates) {
    const today = await at.brands.todayOf(client)
    at.clock.advance({
      days: today.until(Temporal.PlainDate.from(date), { largestUnit: "days" }).days,
    })
    await billingRunOf(at, server).run()
  }
}

async function policyNow() {
  const account = await at.policyAdmin.account(client, owner.accountNumber)
  const policy = account?.products[0]
  assert.ok(policy)
  return policy
}

async function planned() {
  const today = await at.brands.todayOf(client)
  return await plannedChargeOf(billingDeps(at), owner, await policyNow(), today)
}

/** Skips the charge of this day, as the page does. Returns the ids of the messages. */
async function skip(chargeDate: string): Promise<string[]> {
  const deps = billingDeps(at)
  const postingFailures = createPostingFailures(deps, createPaymentMetrics())
  const { handlers } = createAutoPaySkips(deps, noticesOf(at), postingFailures)
  const session = { ...owner, userid: "payer", staffUserid: null }
  const body = { policyNumber, chargeDate }
  const site = { origin: "http://test.localhost" }
  const call = { session, body, site, ip: "" } as object
  try {
    const reply = await handlers[skipCall](
      call as Parameters<(typeof handlers)[typeof skipCall]>[0],
    )
    return reply.messages.map(({ messageId }) => messageId)
  } catch (error) {
    if (error instanceof ApiError) return [error.messageId]
    throw error
  }
}

test("NOTICE-07 an amount that is too small to charge is carried to the next bill, as screen and notice state", async () => {
  const { accountNumber } = owner
  await setOnAutoPay(at, 0, "bank")
  await openBooks(at.database, client, [policyNumber], { amountDue: 30 })
  await runOn("2026-03-05", "2026-03-15")
  const charge = await planned()
  assert.deepEqual(
    [charge?.paymentAmount, charge?.dueDate, charge?.carriedAmount],
    ["43.05", "04/15/2026", "0.30"],
  )
  await runOn("2026-04-05")
  const [notice] = (await at.mailsTo(0)).filter(({ subject }) =>
    subject.includes("$43.05 on Apr 15"),
  )
  const text = (notice?.text ?? "").replaceAll(/\s+/g, " ")
  assert.match(
    text,
    /It includes \$0\.30 of the bill due on Mar 15, 2026, which is too little to charge alone\./,
  )
  await runOn("2026-04-15")
  const [made] = await server.history(client, accountNumber)
  assert.equal(made?.payment.amount, 30 + payerDue)
})

test("AGREED-07 AGREED-05 a charge can be skipped exactly while the screen offers it, and shows its amount, date and method, also when nothing is due", async () => {
  await setOnAutoPay(at, 0, "poor")
  assert.equal((await planned())?.canSkip, "Y")
  at.clock.advance({ days: 13 })
  const today = await planned()
  assert.deepEqual([today?.dueDate, today?.canSkip], ["03/15/2026", "N"])
  assert.deepEqual(await skip("03/15/2026"), ["autoPay.skipTooLate"])
  await billingRunOf(at, server).run()
  const retry = await planned()
  assert.deepEqual(
    [retry?.dueDate, retry?.paymentAmount, retry?.canSkip],
    ["03/18/2026", "42.75", "Y"],
  )
  assert.deepEqual(await skip("03/15/2026"), ["autoPay.skipChanged"])
  at.clock.advance({ days: 2 })
  assert.deepEqual(await skip("03/18/2026"), ["autoPay.skipped"], "the day before")
  assert.deepEqual(await skip("03/18/2026"), ["autoPay.skipped"], "the same call again")
  await runOn("2026-03-18", "2026-03-22")
  assert.equal((await server.history(client, owner.accountNumber)).length, 1)
  assert.equal((await planned())?.dueDate, "04/15/2026")
})

test("AGREED-08 after a failed charge, a new agreement contains the day of the next try", async () => {
  await setOnAutoPay(at, 0, "poor")
  await runOn("2026-03-15")
  const { accountNumber } = owner
  await saveMethod(at.database, { recordId: "other", client, accountNumber, sample: "visa" })
  const day = Temporal.PlainDate.from("2026-03-15")
  const quotes = await chargeQuotesOf(billingDeps(at), owner, await policyNow(), day)
  const shown = quotes.filter(({ billingMode }) => billingMode === "M")
  assert.deepEqual(
    shown.map(({ isAutoPay, dueDate }) => [isAutoPay, dueDate]),
    [
      ["Y", "03/18/2026"],
      ["N", "03/15/2026"],
    ],
  )
  await authorizeAutoPay(at, 0, "other")
  await runOn("2026-03-16", "2026-03-17")
  assert.equal((await server.history(client, accountNumber)).length, 1)
  await runOn("2026-03-18")
  assert.equal((await server.history(client, accountNumber))[0]?.payment.status, "accepted")
})

test("AGREED-08 a charge that is agreed to after today's run shows the next day, when it is made", async () => {
  const { accountNumber } = owner
  await runOn("2026-03-15")
  await beginBillingRun(at.database, client, "2026-03-15", later(at.clock.now(), { minutes: 5 }))
  await saveMethod(at.database, { recordId: "card", client, accountNumber, sample: "visa" })
  const day = Temporal.PlainDate.from("2026-03-15")
  const quotes = await chargeQuotesOf(billingDeps(at), owner, await policyNow(), day)
  const [shown] = quotes.filter(({ billingMode, isAutoPay }) => billingMode + isAutoPay === "MY")
  assert.equal(shown?.dueDate, "03/16/2026")
  await authorizeAutoPay(at, 0, "card")
  assert.equal((await planned())?.dueDate, "03/16/2026")
  await runOn("2026-03-16")
  assert.equal((await server.history(client, accountNumber))[0]?.payment.amount, payerDue)
})

test("AGREED-05 after a return, an announced charge shows the day of the next try, when it is made", async () => {
  const { accountNumber } = owner
  await setOnAutoPay(at, 0, "bank")
  await runOn("2026-03-15", "2026-04-05", "2026-04-14")
  assert.equal((await planned())?.dueDate, "04/15/2026")
  const [made] = await server.history(client, accountNumber)
  assert.ok(made)
  const told = { key: made.payment.id, reference: "charge", refundedAmount: 0 } as const
  await server.report({ ...told, status: "returned", reason: "insufficient_funds" })
  const charge = await planned()
  assert.equal(charge?.dueDate, "04/16/2026")
  await runOn("2026-04-15")
  assert.equal((await server.history(client, accountNumber)).length, 1)
  assert.deepEqual(await planned(), charge)
  await runOn("2026-04-16")
  const [retried] = await server.history(client, accountNumber)
  assert.equal(decimalOf(retried?.payment.amount ?? 0), charge?.paymentAmount)
})

test("AGREED-07 FAILURE-03 after the third failed debit, no charge is shown and none can be skipped until the debt is paid", async () => {
  const { accountNumber } = owner
  await setOnAutoPay(at, 0, "bank")
  for (const date of ["2026-03-15", "2026-03-19", "2026-03-23"]) {
    await runOn(date)
    const [made] = await server.history(client, accountNumber)
    assert.ok(made)
    const told = { key: made.payment.id, reference: "charge", refundedAmount: 0 } as const
    await server.report({ ...told, status: "returned", reason: "insufficient_funds" })
  }
  for (const date of ["2026-03-24", "2026-04-05", "2026-04-20"]) {
    await runOn(date)
    assert.equal(await planned(), undefined, date)
    const heldDay = (await at.brands.todayOf(client)).add({ days: 10 }).toString()
    assert.deepEqual(await skip(shownDate(heldDay)), ["autoPay.nothingToSkip"])
  }
  assert.deepEqual((await policyNow()).billing.skippedDueDates, [])
  const { amountDue, pastDueAmount } = await at.billing(0)
  await server.submit(paymentBy(0, "visa.08-2031", { amount: amountDue + pastDueAmount }))
  assert.equal((await planned())?.dueDate, "06/15/2026", "the bill of May is paid as well")
})
