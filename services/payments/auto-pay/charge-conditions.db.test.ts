import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { afterEach, beforeEach, test } from "node:test"
import { sql } from "#database/sql.ts"
import { createOutbox } from "#ports/mail/outbox.ts"
import { onlyGateway } from "#ports/payment-gateway/gateways-fixture.ts"
import type { PolicyAdmin } from "#ports/policy-admin/port.ts"
import type { Deps } from "#services/deps.ts"
import { productOf } from "#services/products/product-presenter.ts"
import { sharedTimeOf } from "#testing/clock.ts"
import { noEvents } from "#testing/events.ts"
import { saveMethod } from "#testing/pay-now.ts"
import { payerAccount, payerDue, payerPolicy } from "#testing/payers.ts"
import { client, startPaymentsTest, testLocalize } from "../payments-fixture.ts"
import { agreeToAutoPay } from "./agreement-fixture.ts"
import { createAutoPayFailures } from "./auto-pay-failures.ts"
import { insertSuspension } from "./auto-pay-suspensions.store.ts"
import { billingDeps, noticesOf } from "./billing-fixture.ts"
import { createBillingRun } from "./billing-run.ts"

const accountNumber = payerAccount(0)
const policyNumber = payerPolicy(0)
const other = { client, policyNumber }

let at: Awaited<ReturnType<typeof startPaymentsTest>>

beforeEach(async () => {
  at = await startPaymentsTest(2)
  for (const recordId of ["pm0", "pm1"]) {
    await saveMethod(at.database, { recordId, client, accountNumber, sample: "visa" })
  }
  const today = await at.brands.todayOf(client)
  await agreeToAutoPay(at, { client, accountNumber, policyNumber, methodRecordId: "pm0" }, today)
  at.clock.advance({ days: 13 })
})

afterEach(() => at.close())

async function payBy(recordId: string | null) {
  await at.database.rows(
    sql`update policy_admin.billing set payment_method_record_id = ${recordId}
      where client = ${client} and policy_number = ${policyNumber}`,
  )
}

/** Stores a change of auto pay as the service does. Returns its authorization. */
async function change(state: "asked" | "made", recordId: string | null): Promise<string> {
  const id = randomUUID()
  const kind = recordId === null ? "remove" : "payment-method"
  const at0 = at.clock.now()
  await at.database.rows(
    sql`insert into myaccount_core."authorization" (id, client, account_number, policy_number, kind,
        content, version, authorised, agreed_at, actor_kind, actor_userid, subject_userid, ip)
      values (${id}, ${client}, ${accountNumber}, ${policyNumber}, ${kind}, '', '', '{}', ${at0},
        'customer', 'a', 'a', '')`,
  )
  await at.database.rows(
    sql`insert into myaccount_core.auto_pay_change (authorization_id, client, account_number,
        policy_number, seen, wanted, before, after, site_address, state, asked_at)
      values (${id}, ${client}, ${accountNumber}, ${policyNumber}, '{}',
        ${JSON.stringify({ paymentMethodRecordId: recordId })}, '{}', '{}', '', ${state}, ${at0})`,
  )
  return id
}

async function skip() {
  await at.database.rows(
    sql`insert into myaccount_core.auto_pay_skip (id, client, account_number, policy_number,
        product_desc, charge_on, due_dates, amount, method_label, site_address, actor_kind,
        actor_userid, subject_userid, ip, asked_at)
      values (${randomUUID()}, ${client}, ${accountNumber}, ${policyNumber}, '', '2026-03-15',
        array['2026-03-15']::date[], 1, '', '', 'customer', 'a', 'a', '', ${at.clock.now()})`,
  )
}

const races: Record<string, () => Promise<unknown>> = {
  "auto pay was ended": async () => {
    await change("made", null)
    await payBy(null)
  },
  "the method was deleted": async () =>
    await at.database.rows(
      sql`update myaccount_core.payment_method set deleted_at = ${at.clock.now()}
        where client = ${client} and record_id = 'pm0'`,
    ),
  "a change is still open": async () => await change("asked", "pm1"),
  "the method was replaced": async () => {
    await change("made", "pm1")
    await payBy("pm1")
  },
  "the debit was skipped": skip,
}
const earlierRaces: typeof races = {
  ...races,
  "auto pay was suspended": async () =>
    await insertSuspension(at.database, {
      id: randomUUID(),
      ...{ client, accountNumber, policyNumber, methodRecordId: "pm0" },
      paymentId: null,
      reason: "methodGone",
      suspendedAt: at.clock.now(),
    }),
  "the product is no longer active": async () =>
    await at.database.rows(
      sql`update policy_admin.policy set active = false
        where client = ${client} and policy_number = ${policyNumber}`,
    ),
}

/** Creates a run that reads and charges through these account systems. */
function runOn(read: PolicyAdmin, charged: PolicyAdmin) {
  const { database, clock, seal, brands } = at
  const deps = {
    sharedTime: sharedTimeOf(clock).now,
    ...{ database, clock, brands, brandOf: brands.brandOf, policyAdmin: read },
    gateways: onlyGateway(at.gateway),
    outbox: createOutbox({ seal, clock }),
    events: noEvents,
    wakeEmail() {},
    localize: testLocalize,
    log: { info() {}, warn() {}, error() {} },
  } as object as Deps
  const process = at.startProcess({ policyAdmin: charged })
  return createBillingRun(deps, process, createAutoPayFailures(deps))
}

/** An account system where `race` happens once, right after it has answered. */
function overtaken(name: "account" | "autoPayDue", race: () => Promise<unknown>): PolicyAdmin {
  let isOver = false
  const then = async <Result>(answer: Promise<Result>): Promise<Result> => {
    const result = await answer
    if (!isOver) await race()
    isOver = true
    return result
  }
  const { policyAdmin } = at
  const { billing } = policyAdmin
  if (name === "account") {
    return { ...policyAdmin, account: (...of) => then(policyAdmin.account(...of)) }
  }
  const autoPayDue: typeof billing.autoPayDue = (of, today, ...page) => {
    const due = billing.autoPayDue(of, today, ...page)
    // The run first reads what to announce, which is due later.
    return today === "2026-03-15" ? then(due) : due
  }
  return { ...policyAdmin, billing: { ...billing, autoPayDue } }
}

async function chargesNothing(run: ReturnType<typeof runOn>) {
  const report = await run.run()
  assert.deepEqual([report?.accepted, report?.failed], [0, 0])
  assert.deepEqual(await at.database.rows(sql`select 1 from myaccount_core.payment`), [])
  assert.equal((await at.billing(0)).amountDue, payerDue)
}

for (const [name, race] of Object.entries(earlierRaces)) {
  test(`AGREED-04 nothing is charged if ${name} after the run has read the due amount`, async () => {
    await chargesNothing(runOn(overtaken("autoPayDue", race), at.policyAdmin))
  })
}

for (const [name, race] of Object.entries(races)) {
  test(`AGREED-04 nothing is recorded if ${name} after the last read of the product`, async () => {
    await chargesNothing(runOn(at.policyAdmin, overtaken("account", race)))
  })
}

test("AGREED-04 without such a race, the statement that records the charge finds auto pay, method and product unchanged, and stores its authorization", async () => {
  await change("made", null)
  at.clock.advance({ seconds: 1 })
  const authorization = await change("made", "pm0")
  const report = await runOn(at.policyAdmin, at.policyAdmin).run()
  assert.equal(report?.accepted, 1)
  const rows = await at.database.rows<{ authorizationId: string; billNumbers: number[] }>(
    sql`select authorization_id, bill_numbers from myaccount_core.payment
      where client = ${other.client} and policy_number = ${other.policyNumber}`,
  )
  assert.deepEqual(rows, [{ authorizationId: authorization, billNumbers: [1] }])
  assert.equal((await at.billing(0)).amountDue, 0)
})

test("AGREED-05 a skipped bill stays due, and the next bill is charged without it", async () => {
  const dueDates = ["2026-03-15"]
  await at.policyAdmin.skipCharge({ client, accountNumber, policyNumber, dueDates })
  await chargesNothing(runOn(at.policyAdmin, at.policyAdmin))
  at.clock.advance({ days: 31 })
  const run = runOn(at.policyAdmin, at.policyAdmin)
  assert.equal((await run.run())?.accepted, 1)
  assert.equal((await run.run())?.accepted, 0, "the skipped bill is not charged with another day")
  const open = await at.policyAdmin.openBills(client, accountNumber, policyNumber)
  assert.deepEqual(
    open.map(({ dueDate, owed }) => [dueDate, owed]),
    [
      ["2026-03-15", payerDue],
      ["2026-05-15", payerDue],
    ],
  )
})

test("AGREED-02 a charge does not refer to an authorization for another method", async () => {
  await change("made", "pm1")
  assert.equal((await runOn(at.policyAdmin, at.policyAdmin).run())?.accepted, 1)
  const rows = await at.database.rows<{ authorizationId: string | null }>(
    sql`select authorization_id from myaccount_core.payment`,
  )
  assert.deepEqual(rows, [{ authorizationId: null }])
})

test("AUTOPAY-09 a charge that pays a part leaves the rest to the person, on each screen and in the receipt", async () => {
  await at.bill(0, ({ number, premium }) => ({ replaces: number, premium: premium * 3 }))
  await runOn(at.policyAdmin, at.policyAdmin).run()
  const payment = await at.paymentOf(0)
  assert.deepEqual([payment.origin, payment.amount], ["autoPay", payerDue])
  const account = await at.policyAdmin.account(client, accountNumber)
  const [policy] = account?.products ?? []
  assert.ok(policy)
  const today = await at.brands.todayOf(client)
  const notices = await noticesOf(at)({ client, accountNumber }, [policy], today)
  const product = productOf(policy, today, notices)
  const left = "$85.50 of the bill due Mar 15, 2026 is left. Please pay it now."
  assert.equal(product.autoPayNotice?.state, "left")
  const shown = left.replace("Mar 15, 2026", "Sun, Mar 15")
  assert.ok(product.autoPayNotice?.content.join(" ").includes(shown))
  assert.deepEqual(
    [product.paymentStatus, product.amountDue, product.paymentAction.payNowLink.disable],
    ["Due Now", "85.50", "N"],
  )
  const receipts = (await at.mailsTo(0)).filter(({ subject }) => /receipt/i.test(subject))
  assert.equal(receipts.length, 1)
  assert.ok(receipts[0]?.text.replace(/\s+/g, " ").includes(left))
  at.clock.advance({ days: 1 })
  const tomorrow = await at.brands.todayOf(client)
  const again = await noticesOf(at)({ client, accountNumber }, [policy], tomorrow)
  assert.equal(productOf(policy, tomorrow, again).paymentStatus, "Past Due")
  assert.equal(again.get(policyNumber)?.state, "left")
})

test("CONTRACT-04 a due product that does not belong to its account is an error with its number, and others are charged", async () => {
  const payer = { client, accountNumber: payerAccount(1) }
  await saveMethod(at.database, { ...payer, recordId: "pm2", sample: "visa" })
  at.clock.advance({ days: -13 })
  await agreeToAutoPay(
    at,
    { ...payer, policyNumber: payerPolicy(1), methodRecordId: "pm2" },
    await at.brands.todayOf(client),
  )
  at.clock.advance({ days: 13 })
  const short = "1884425000"
  const { billing } = at.policyAdmin
  const policyAdmin: PolicyAdmin = {
    ...at.policyAdmin,
    billing: {
      ...billing,
      async autoPayDue(...asked) {
        const due = await billing.autoPayDue(...asked)
        return due.map((one) =>
          one.policyNumber === policyNumber ? { ...one, policyNumber: short } : one,
        )
      },
    },
  }
  const logged: object[] = []
  const deps = {
    ...billingDeps(at),
    policyAdmin,
    log: { info() {}, warn() {}, error: (data: object) => void logged.push(data) },
  }
  const process = at.startProcess({ policyAdmin })
  const { run } = createBillingRun(deps, process, createAutoPayFailures(deps))
  const today = (await at.brands.todayOf(client)).toString()
  assert.equal((await billing.autoPayDue(client, today, undefined, 9)).length, 2)
  const report = await run()
  assert.deepEqual([report?.accepted, report?.failed], [1, 0], "the other customer is charged")
  assert.deepEqual(logged, [{ client, product: short }])
  const { values } = await deps.adapterMetrics.accountSystemFaults.get()
  const counted = values.filter(({ value }) => value > 0)
  assert.deepEqual(counted, [{ labels: { fault: "noProduct" }, value: 1 }])
})
