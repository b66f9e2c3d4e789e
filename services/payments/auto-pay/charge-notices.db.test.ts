import assert from "node:assert/strict"
import { afterEach, beforeEach, test } from "node:test"
import { sql } from "#database/sql.ts"
import { dateInWords } from "#platform/text/dates.ts"
import { productOf } from "#services/products/product-presenter.ts"
import { openBooks } from "#testing/opened-books.store.ts"
import { saveMethod } from "#testing/pay-now.ts"
import { payerAccount, payerDue, payerPolicy } from "#testing/payers.ts"
import { client, paymentBy, startPaymentsTest } from "../payments-fixture.ts"
import { ledgerOf } from "../reconciliation/ledger.ts"
import { billingRunOf, noticesOf, setOnAutoPay } from "./billing-fixture.ts"
import { nextChargeOf } from "./next-charge.ts"
import { findUnsentChargeNotices } from "./unsent-charge-notices.store.ts"

let at: Awaited<ReturnType<typeof startPaymentsTest>>
let server: ReturnType<typeof at.startProcess>

beforeEach(async () => {
  at = await startPaymentsTest(2)
  server = at.startProcess()
})

afterEach(() => at.close())

const day = (date: string) => Temporal.PlainDate.from(date)

/** Runs the billing for each of these days of March and April 2026. */
async function runOn(...dates: string[]) {
  for (const date of dates) {
    const today = await at.brands.todayOf(client)
    at.clock.advance({ days: today.until(day(date), { largestUnit: "days" }).days })
    await billingRunOf(at, server).run()
  }
}

/** Sets payer 1 to auto pay as loaded data does: without an agreement here. Unsubscribed. */
async function load(sample: string, balance: Parameters<typeof openBooks>[3] = {}) {
  const accountNumber = payerAccount(1)
  await saveMethod(at.database, { recordId: "pm1", client, accountNumber, sample })
  await at.database.rows(
    sql`update policy_admin.billing set payment_method_record_id = 'pm1',
        payment_method_label = ${sample === "bank" ? "Checking ending in 6789" : "VISA ending in 4242"}
      where client = ${client} and policy_number = ${payerPolicy(1)}`,
  )
  await openBooks(at.database, client, [payerPolicy(1)], { amountDue: payerDue, ...balance })
}

async function charged(payer = 1): Promise<string[]> {
  const made = await server.history(client, payerAccount(payer))
  const zone = "America/New_York"
  return made
    .map(({ payment }) => {
      const { submittedAt, amount } = payment
      const at0 = Temporal.Instant.fromEpochMilliseconds(submittedAt.getTime())
      return `${at0.toZonedDateTimeISO(zone).toPlainDate()} ${amount}`
    })
    .toReversed()
}

async function notices(payer = 1) {
  const mails = await at.mailsTo(payer)
  return mails.filter(({ subject }) => subject.startsWith("Auto Pay will charge"))
}

async function shown(payer = 1): Promise<string> {
  const account = await at.policyAdmin.account(client, payerAccount(payer))
  assert.ok(account?.products[0])
  const owner = { client, accountNumber: payerAccount(payer) }
  const today = await at.brands.todayOf(client)
  const { next, deferred } = await nextChargeOf(at, owner, account.products[0], today)
  return `${next?.date} ${next?.amount}${deferred ? ` of ${(next?.amount ?? 0) + deferred}` : ""}`
}

/** Payer 1's product on the screens. */
async function product() {
  const owner = { client, accountNumber: payerAccount(1) }
  const account = await at.policyAdmin.account(client, owner.accountNumber)
  const [policy] = account?.products ?? []
  assert.ok(policy)
  const today = await at.brands.todayOf(client)
  return productOf(policy, today, await noticesOf(at)(owner, [policy], today))
}

test("NOTICE-01 NOTICE-11 a debit of a bank account is announced ten days before, once, with all details", async () => {
  await load("bank")
  await runOn("2026-03-04")
  assert.deepEqual(await notices(), [])
  assert.equal(await shown(), "2026-03-15 4275")
  await runOn("2026-03-05", "2026-03-05", "2026-03-06", "2026-03-14")
  const [notice, ...more] = await notices()
  assert.deepEqual(more, [])
  assert.equal(notice?.subject, "Auto Pay will charge $42.75 on Mar 15, 2026: Test")
  for (const body of [notice?.text ?? "", notice?.html ?? ""]) {
    assert.match(body, /On Mar 15, 2026, Auto Pay will charge \$42\.75 to Checking ending in 6789/)
    assert.match(body, /Term Life/)
    assert.match(
      body.replaceAll(/\s+/g, " "),
      /Banks are closed on Mar 15, 2026, so your bank makes this payment on the next business day, Mar 16, 2026\./,
    )
    assert.match(body, /change or turn off Auto Pay, or skip this payment, .* until Mar 14, 2026/)
    assert.doesNotMatch(body, /unsubscribe/i)
  }
  assert.deepEqual(await charged(), [])
  await runOn("2026-03-15")
  assert.deepEqual(await charged(), ["2026-03-15 4275"])
  await runOn("2026-04-05")
  assert.match(
    (await notices())[1]?.text ?? "",
    /The amount is the same as your last Auto Pay charge, \$42\.75 on Mar 15, 2026/,
  )
})

/**
 * Changes the method of payer 1 in the account system, as after a phone call, without notifying us.
 */
async function changedByPhone(recordId: string) {
  await at.database.rows(
    sql`update policy_admin.billing set payment_method_record_id = ${recordId},
        payment_method_label = ${recordId} where client = ${client} and policy_number = ${payerPolicy(1)}`,
  )
}

for (const [changedOn, chargedOn] of [
  ["2026-03-06", "2026-03-16"],
  ["2026-03-14", "2026-03-24"],
  ["2026-03-15", "2026-03-25"],
] as const) {
  test(`NOTICE-10 a bank account that was set by phone on ${changedOn} gets its own notice and is debited ten days later`, async () => {
    await load("bank")
    await saveMethod(at.database, {
      ...{ recordId: "pm2", client, accountNumber: payerAccount(1), sample: "bank" },
    })
    await runOn("2026-03-05")
    await runOn(...["2026-03-13"].filter((date) => date < changedOn))
    await changedByPhone("pm2")
    const today = await at.brands.todayOf(client)
    at.clock.advance({ days: today.until(day(changedOn), { largestUnit: "days" }).days })
    assert.equal(await shown(), `${chargedOn} 4275`, "the screens give the day before the run")
    await runOn(changedOn)
    const subjects = (await notices()).map(({ subject }) => subject)
    const on = dateInWords(chargedOn)
    assert.deepEqual(subjects.slice(1), [`Auto Pay will charge $42.75 on ${on}: Test`])
    assert.equal(await shown(), `${chargedOn} 4275`)
    await runOn(day(chargedOn).subtract({ days: 1 }).toString())
    assert.deepEqual(await charged(), [])
    await runOn(chargedOn)
    assert.deepEqual(await charged(), [`${chargedOn} 4275`])
    assert.equal((await notices()).length, 2)
  })
}

test("NOTICE-10 a card that was set by phone gets its own notice, also for the same amount as last time", async () => {
  await load("bank")
  await saveMethod(at.database, {
    ...{ recordId: "pm2", client, accountNumber: payerAccount(1), sample: "visa" },
  })
  await runOn("2026-03-05", "2026-03-15", "2026-04-05")
  await changedByPhone("pm2")
  await runOn("2026-04-06")
  assert.equal(await shown(), "2026-04-16 4275")
  await runOn("2026-04-15", "2026-04-16")
  assert.deepEqual(await charged(), ["2026-03-15 4275", "2026-04-16 4275"])
  assert.equal((await notices()).length, 3)
})

test("NOTICE-10 a method that was changed by phone and changed back gets a new notice", async () => {
  await load("bank")
  await saveMethod(at.database, {
    ...{ recordId: "pm2", client, accountNumber: payerAccount(1), sample: "bank" },
  })
  await runOn("2026-03-05")
  await changedByPhone("pm2")
  await runOn("2026-03-06")
  await changedByPhone("pm1")
  await runOn("2026-03-08", "2026-03-15", "2026-03-17")
  assert.deepEqual(await charged(), [])
  await runOn("2026-03-18")
  assert.deepEqual(await charged(), ["2026-03-18 4275"])
  assert.equal((await notices()).length, 3)
})

test("NOTICE-01 a card that is charged the same amount as last time gets no notice; a different amount does", async () => {
  await setOnAutoPay(at, 0, "visa")
  await runOn("2026-03-05", "2026-03-15", "2026-03-20", "2026-04-05", "2026-04-15")
  assert.deepEqual(await notices(0), [])
  assert.deepEqual(await charged(0), ["2026-03-15 4275", "2026-04-15 4275"])
  await at.database.rows(
    sql`update policy_admin.frequency set amount = 50.25, fee = 0
      where client = ${client} and policy_number = ${payerPolicy(0)}`,
  )
  await runOn("2026-05-05")
  const [notice] = await notices(0)
  assert.match(notice?.subject ?? "", /\$50\.25 on May 15, 2026/)
  assert.match(
    notice?.text ?? "",
    /\$7\.50 more than your last Auto Pay charge, \$42\.75 on Apr 15/,
  )
  await runOn("2026-05-15")
  assert.deepEqual((await charged(0)).at(-1), "2026-05-15 5025")
})

test("NOTICE-02 an amount that rises after its notice is charged as announced, and the rest with the next bill", async () => {
  await load("bank")
  await runOn("2026-03-05")
  await openBooks(at.database, client, [payerPolicy(1)], { amountDue: payerDue + 1_000 })
  assert.equal(await shown(), "2026-03-15 4275 of 5275")
  await runOn("2026-03-15", "2026-03-16", "2026-03-20")
  assert.deepEqual(await charged(), ["2026-03-15 4275"])
  assert.equal(await shown(), "2026-04-15 5275")
  await runOn("2026-04-05")
  const [, next] = await notices()
  assert.match(next?.subject ?? "", /\$52\.75 on Apr 15, 2026/)
  assert.match(next?.text ?? "", /includes what is still owed on the bill due on Mar 15, 2026/)
  await runOn("2026-04-15", "2026-04-16")
  assert.deepEqual((await charged()).slice(1), ["2026-04-15 5275"])
})

test("NOTICE-02 NOTICE-03 an amount that falls after its notice is charged at the lower amount", async () => {
  await load("bank")
  await runOn("2026-03-05")
  await openBooks(at.database, client, [payerPolicy(1)], { amountDue: 2_000 })
  assert.equal(await shown(), "2026-03-15 2000")
  await runOn("2026-03-15")
  assert.deepEqual(await charged(), ["2026-03-15 2000"])
})

test("NOTICE-02 a charge is not made before the announced day, and a late run catches up", async () => {
  await load("bank")
  await runOn("2026-03-05")
  await openBooks(at.database, client, [payerPolicy(1)], {
    amountDue: payerDue,
    dueDate: "2026-03-10",
  })
  await runOn("2026-03-10", "2026-03-14")
  assert.deepEqual(await charged(), [])
  await runOn("2026-03-19")
  assert.deepEqual(await charged(), ["2026-03-19 4275"])
})

test("NOTICE-05 a bill that is due sooner than it can be announced is announced at once and charged ten days later", async () => {
  await load("visa", { dueDate: "2026-03-04" })
  assert.equal(await shown(), "2026-03-12 4275", "before the run of this day")
  await runOn("2026-03-02")
  assert.match((await notices())[0]?.subject ?? "", /\$42\.75 on Mar 12, 2026/)
  assert.match((await notices())[0]?.text ?? "", /You do not need to do anything\./)
  await runOn("2026-03-04", "2026-03-11")
  assert.equal(await shown(), "2026-03-12 4275")
  const { paymentStatus, paymentAction, dueAmounts, autoPayNotice } = await product()
  assert.equal(paymentStatus, "Auto Pay")
  assert.equal(paymentAction.changeAutoPayOrFrequency.disable, "N")
  assert.ok(dueAmounts.every(({ isPastDue }) => isPastDue === "N"))
  assert.deepEqual(autoPayNotice?.content, [
    "Auto Pay will charge $42.75 to VISA ending in 4242 on Thu, Mar 12.",
    "You do not need to do anything.",
  ])
  assert.deepEqual(await charged(), [])
  await runOn("2026-03-12")
  assert.deepEqual(await charged(), ["2026-03-12 4275"])
  assert.equal((await notices()).length, 1)
})

test("NOTICE-01 a notice offers no change of auto pay while something is past due", async () => {
  await load("bank", { dueDate: "2026-02-15", pastDueAmount: payerDue })
  const [policyNumber, accountNumber] = [payerPolicy(1), payerAccount(1)]
  const [late] = await at.policyAdmin.openBills(client, accountNumber, policyNumber)
  assert.ok(late)
  const skip = { client, accountNumber, policyNumber, dueDates: [late.dueDate] }
  await at.policyAdmin.skipCharge(skip)
  await runOn("2026-03-05")
  const [notice] = await at.mailsTo(1)
  const body = (notice?.text ?? "").replaceAll(/\s+/g, " ")
  assert.match(body, /You can turn off Auto Pay, or skip this payment, .* until Mar 14, 2026/)
  assert.match(
    body,
    new RegExp(
      `You skipped the bill of \\$42\\.75 due on ${dateInWords(late.dueDate)}, so Auto Pay does not charge it\\. Please pay it`,
    ),
  )
  assert.doesNotMatch(body, /You do not need to do anything/)
  const { paymentStatus, autoPayNotice } = await product()
  assert.equal(paymentStatus, "Past Due")
  assert.deepEqual(autoPayNotice?.content, [
    "Auto Pay will charge $42.75 to Checking ending in 6789 on Sun, Mar 15.",
    "Banks are closed on Sun, Mar 15, so your bank makes this payment on the next business day, Mon, Mar 16.",
  ])
})

test("NOTICE-01 a notice compares with the last charge that was not returned", async () => {
  await load("bank")
  await runOn("2026-03-05", "2026-03-15")
  const { id } = await at.paymentOf(1)
  const returned = { status: "returned", reason: "insufficient_funds" } as const
  await server.report({ key: id, reference: "charge", refundedAmount: 0, ...returned })
  await server.submit(paymentBy(1))
  await runOn("2026-04-05")
  const [, notice] = await notices()
  assert.match(notice?.subject ?? "", /\$42\.75 on Apr 15, 2026/)
  assert.doesNotMatch(notice?.text ?? "", /last Auto Pay charge/)
})

test("NOTICE-04 the confirmation of auto pay, with amount and date, is the notice of its first charge; auto pay that ended charges nothing", async () => {
  at.clock.advance({ days: 11 })
  await setOnAutoPay(at, 0, "bank")
  assert.equal(await shown(0), "2026-03-15 4275")
  await runOn("2026-03-13", "2026-03-15")
  assert.deepEqual(await notices(0), [])
  assert.deepEqual(await charged(0), ["2026-03-15 4275"])
})

test("NOTICE-01 overlapping or killed runs send one notice", async () => {
  await load("bank")
  at.clock.advance({ days: 3 })
  const runs = [server, at.startProcess(), at.startProcess()].map((one) => billingRunOf(at, one))
  await Promise.all([...runs, ...runs].map(({ run }) => run()))
  assert.equal((await notices()).length, 1)
})

test("NOTICE-02 suspended auto pay announces nothing", async () => {
  await setOnAutoPay(at, 0, "visa")
  await runOn("2026-03-05", "2026-03-15")
  assert.deepEqual(await charged(0), ["2026-03-15 4275"])
  const { id } = await at.paymentOf(0)
  const lost = { status: "disputeLost", reason: "other" } as const
  await server.report({ key: id, reference: "charge", refundedAmount: 0, ...lost })
  await server.submit(paymentBy(0, "visa.08-2031", { key: "by hand" }))
  await runOn("2026-04-05", "2026-04-15")
  const announced = await at.database.rows(
    sql`select charge_on from myaccount_core.announced_charge where charge_on > '2026-04-01'`,
  )
  assert.deepEqual(announced, [])
})

test("NOTICE-08 a charge that no email announced is counted, and shown to staff until it is made", async () => {
  await load("bank")
  await at.database.rows(
    sql`update policy_admin.person set email_address = '' where account_number = ${payerAccount(1)}`,
  )
  await runOn("2026-03-05", "2026-03-06")
  assert.deepEqual(await notices(), [])
  const untold = async () => await findUnsentChargeNotices(at.database, client, payerAccount(1))
  assert.deepEqual(await untold(), [
    { policyNumber: payerPolicy(1), amount: payerDue, chargeOn: "2026-03-15" },
  ])
  const { values } = await server.metrics.unsentChargeNotices.get()
  assert.deepEqual(values, [{ labels: { client }, value: 1 }])
  const month = { client, from: "2026-03-01", to: "2026-03-31", isForOperator: true }
  assert.equal((await ledgerOf(at, month)).unsentChargeNotices, 1)
  await runOn("2026-03-15")
  assert.deepEqual(await charged(), ["2026-03-15 4275"])
  assert.deepEqual(await untold(), [])
})

test("NOTICE-08 a retry that no email announced is counted, and shown to staff", async () => {
  await setOnAutoPay(at, 0, "poor")
  await at.database.rows(
    sql`update policy_admin.person set email_address = '' where account_number = ${payerAccount(0)}`,
  )
  await runOn("2026-03-15")
  assert.deepEqual(await findUnsentChargeNotices(at.database, client, payerAccount(0)), [
    { policyNumber: payerPolicy(0), amount: payerDue, chargeOn: "2026-03-18" },
  ])
  const { values } = await server.metrics.unsentChargeNotices.get()
  assert.deepEqual(values, [{ labels: { client }, value: 1 }])
  const month = { client, from: "2026-03-01", to: "2026-03-31", isForOperator: true }
  assert.equal((await ledgerOf(at, month)).unsentChargeNotices, 1)
})
