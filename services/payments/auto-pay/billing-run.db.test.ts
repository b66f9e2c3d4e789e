import assert from "node:assert/strict"
import { afterEach, beforeEach, describe, test } from "node:test"
import { messages } from "#contracts/messages.ts"
import { sql } from "#database/sql.ts"
import { GatewayAway, type PaymentGateway } from "#ports/payment-gateway/port.ts"
import type { Deps } from "#services/deps.ts"
import { sharedTimeOf } from "#testing/clock.ts"
import { openBooks } from "#testing/opened-books.store.ts"
import { payerAccount, payerDue, payerPolicy } from "#testing/payers.ts"
import type { PaymentProcessing } from "../paying/payment-processing.ts"
import { client, paymentBy, startPaymentsTest } from "../payments-fixture.ts"
import { billingRunOf, noticesOf, setOnAutoPay } from "./billing-fixture.ts"
import { billingJob } from "./billing-job.ts"
import type { BillingRun } from "./billing-run.ts"

type Fixture = Awaited<ReturnType<typeof startPaymentsTest>>
let at: Fixture
let server: ReturnType<typeof at.startProcess>

const runOf = (payments: PaymentProcessing) => billingRunOf(at, payments)
const putOnAutoPay = (payer: number, sample: string, expirationDate?: string) =>
  setOnAutoPay(at, payer, sample, expirationDate)

async function paymentsOf(payer: number) {
  return await server.history(client, payerAccount(payer))
}

async function subjectsTo(payer: number): Promise<string[]> {
  return (await at.mailsTo(payer)).map(({ subject }) => subject)
}

beforeEach(async () => {
  at = await startPaymentsTest(12)
  server = at.startProcess()
})

afterEach(() => at.close())

test("auto pay charges the due amount on its day, and the next period's bill on its own day", async () => {
  await putOnAutoPay(0, "visa")
  const { run } = runOf(server)
  assert.equal((await run())?.accepted, 0, "nothing is due before its day")
  at.clock.advance({ days: 13 })
  assert.equal((await run())?.accepted, 1)
  const [first] = await paymentsOf(0)
  assert.equal(first?.payment.origin, "autoPay")
  assert.equal(at.charges(first?.payment.id ?? "").length, 1)
  assert.equal((await at.billing(0)).dueDate, "2026-04-15")
  assert.equal((await at.billing(0)).amountDue, 0)
  const receipts = () => subjectsTo(0)
  assert.deepEqual(await receipts(), ["Receipt for your payment of $42.75 to Test"])

  at.clock.advance({ days: 5 })
  assert.equal((await run())?.billsIssued, 12, "a period is billed also to people who owe one")
  assert.equal((await run())?.billsIssued, 0)
  assert.equal((await at.billing(0)).amountDue, payerDue)
  at.clock.advance({ days: 26 })
  assert.equal((await run())?.accepted, 1)
  assert.equal((await run())?.accepted, 0)
  assert.equal((await paymentsOf(0)).length, 2)
  assert.equal((await at.billing(0)).dueDate, "2026-05-15")
})

test("the email about a declined charge contains the day of the next try, and there are three tries in all", async () => {
  await putOnAutoPay(0, "poor")
  const { run } = runOf(server)
  at.clock.advance({ days: 13 })
  const dates = ["Mar 18, 2026", "Mar 22, 2026", ""]
  for (const [index, days] of [0, 3, 4].entries()) {
    at.clock.advance({ days })
    const first = await run()
    assert.deepEqual([first?.declined, first?.declinesTold], [1, 1])
    const again = await run()
    assert.deepEqual([again?.declined, again?.declinesTold, again?.skipped], [0, 0, 1])
    const mails = await at.mailsTo(0)
    assert.equal(mails.length, index + 1)
    const text = mails.at(-1)?.text ?? ""
    assert.ok(text.includes(messages["payment.why.insufficientFunds"].content), text)
    assert.match(
      text,
      dates[index]
        ? new RegExp(`We will charge \\$[0-9.]+ on ${dates[index]}`)
        : /and your next bill/,
    )
  }
  at.clock.advance({ days: 20 })
  assert.equal((await run())?.declined, 0)
  assert.equal((await at.billing(0)).amountDue, payerDue)
})

test("an amount that gateways reject as too small is carried to the next bill", async () => {
  for (const [payer, amount] of [
    [0, 49],
    [1, 50],
  ] as const) {
    await openBooks(at.database, client, [payerPolicy(payer)], { amountDue: amount })
    await putOnAutoPay(payer, "visa")
  }
  const { run } = runOf(server)
  at.clock.advance({ days: 13 })
  const first = await run()
  assert.deepEqual([first?.accepted, first?.skipped], [1, 1])
  assert.deepEqual(await paymentsOf(0), [])
  assert.deepEqual(await subjectsTo(0), [])
  assert.equal((await at.billing(0)).amountDue, 49)
  const { amountDue } = await at.billing(1)
  assert.equal(amountDue, 0)
  at.clock.advance({ days: 21 })
  await run()
  at.clock.advance({ days: 10 })
  assert.equal((await run())?.accepted, 2)
  const amounts = [await paymentsOf(0), await paymentsOf(1)].map(([last]) => last?.payment.amount)
  assert.deepEqual(amounts, [49 + payerDue, payerDue])
})

test("AGREED-11 auto pay is announced and charged where the account system issues its own bills", async () => {
  const { issueBills, ...billing } = at.policyAdmin.billing
  const policyAdmin = { ...at.policyAdmin, billing }
  await putOnAutoPay(0, "bank")
  const { run } = billingRunOf({ ...at, policyAdmin }, at.startProcess({ policyAdmin }))
  at.clock.advance({ days: 13 })
  assert.equal((await run())?.accepted, 1)
  await issueBills?.(client, "2026-03-20")
  at.clock.advance({ days: 21 })
  const { billsIssued, chargesAnnounced } = (await run()) ?? {}
  assert.deepEqual([billsIssued, chargesAnnounced], [0, 1])
  at.clock.advance({ days: 10 })
  assert.equal((await run())?.accepted, 1)
  assert.equal((await at.billing(0)).amountDue, 0)
})

test("a run that lasts past midnight charges the bills that were due on its day", async () => {
  await putOnAutoPay(0, "visa")
  const owed = { dueDate: "2026-03-15", pastDueAmount: 1_000, amountDue: payerDue }
  await openBooks(at.database, client, [payerPolicy(0)], owed)
  at.clock.advance({ days: 13 + 31 })
  const report = await runOf(server).runOf(client, Temporal.PlainDate.from("2026-04-14"))
  assert.equal(report?.accepted, 1)
  const [made] = await paymentsOf(0)
  assert.equal(made?.payment.amount, 1_000)
  const bills = await at.policyAdmin.openBills(client, payerAccount(0), payerPolicy(0))
  assert.deepEqual(
    bills.map(({ dueDate, owed }) => [dueDate, owed]),
    [["2026-04-15", payerDue]],
  )
})

test("a missed try is made up for, once", async () => {
  await putOnAutoPay(0, "poor")
  at.clock.advance({ days: 13 + 5 })
  const { run } = runOf(server)
  assert.equal((await run())?.declined, 1)
  assert.match((await at.mailsTo(0))[0]?.text ?? "", /We will charge \$42\.75 on Mar 22, 2026/)
})

test("an outage of the gateway is not a decline: the same key is charged later that day", async () => {
  await putOnAutoPay(0, "away")
  const { run } = runOf(server)
  at.clock.advance({ days: 13 })
  const first = await run()
  assert.deepEqual([first?.declined, first?.undecided, first?.declinesTold], [0, 1, 0])
  await at.resolve()
  const made = await paymentsOf(0)
  assert.equal(made.length, 1)
  assert.equal(await at.timeline(made[0]?.payment.id ?? ""), "submitted accepted")
  assert.deepEqual(await subjectsTo(0), ["Receipt for your payment of $42.75 to Test"])
})

test("an outage of a whole day does not use up an attempt and sends no email", async () => {
  await putOnAutoPay(0, "visa")
  let isAway = true
  const gateway: PaymentGateway = {
    ...at.gateway,
    charge(charge) {
      return isAway ? Promise.reject(new GatewayAway("revoked key")) : at.gateway.charge(charge)
    },
  }
  const other = at.startProcess({ gateway })
  const { run } = runOf(other)
  at.clock.advance({ days: 13 })
  assert.equal((await run())?.undecided, 1)
  at.clock.advance({ hours: 13 })
  await at.resolve()
  assert.deepEqual(
    (await paymentsOf(0)).map(({ payment }) => [payment.status, payment.reason]),
    [["canceled", "tooLate"]],
  )
  assert.equal((await run())?.declinesTold, 0)
  assert.deepEqual(await subjectsTo(0), [])
  isAway = false
  at.clock.advance({ days: 1 })
  await at.resolve()
  assert.equal((await run())?.accepted, 1)
  const { pastDueAmount, dueDate } = await at.billing(0)
  assert.deepEqual([pastDueAmount, dueDate], [0, "2026-04-15"], "only the next bill is left")
})

test("overlapping runs charge each due amount once and send each email once", async () => {
  for (let payer = 0; payer < 10; payer += 1) {
    await putOnAutoPay(payer, payer % 5 === 4 ? "declined" : "visa")
  }
  at.clock.advance({ days: 13 })
  const runs = [server, at.startProcess(), at.startProcess()].map((one) => runOf(one))
  const reports = await Promise.all([...runs, ...runs].map(({ run }) => run()))
  const sum = (count: "accepted" | "declined" | "undecided" | "failed" | "declinesTold") =>
    reports.reduce((total, report) => total + (report?.[count] ?? 0), 0)
  assert.deepEqual(
    [sum("accepted"), sum("declined"), sum("undecided"), sum("failed"), sum("declinesTold")],
    [8, 2, 0, 0, 2],
    "the reports add up to what was made",
  )
  await at.resolve()
  await runOf(server).run()
  for (let payer = 0; payer < 10; payer += 1) {
    const made = await paymentsOf(payer)
    assert.equal(made.length, 1, `payer ${payer}`)
    assert.equal((await at.billing(payer)).amountDue, payer % 5 === 4 ? payerDue : 0)
  }
  assert.equal((await subjectsTo(4)).length, 1)
})

test("a returned bill is charged again after the email, and the next bill not before its due date", async () => {
  await putOnAutoPay(0, "visa")
  const { run } = runOf(server)
  at.clock.advance({ days: 13 })
  await run()
  const [first] = await paymentsOf(0)
  assert.ok(first)
  const other = { reason: "other", reference: "charge", refundedAmount: 0 } as const
  at.clock.advance({ days: 6 })
  await run()
  await server.report({ key: first.payment.id, status: "returned", ...other })
  const owed = await at.billing(0)
  assert.deepEqual([owed.pastDueAmount, owed.amountDue], [payerDue, payerDue])
  const [told] = (await at.mailsTo(0)).slice(-1)
  assert.match(told?.text ?? "", /charge \$42\.75 on Mar 23, 2026/)
  assert.equal((await run())?.accepted, 0)
  at.clock.advance({ days: 2 })
  assert.equal((await run())?.accepted, 1)
  const [second] = await paymentsOf(0)
  assert.equal(second?.payment.amount, payerDue)
  assert.equal((await run())?.accepted, 0)
  assert.equal((await at.billing(0)).dueDate, "2026-04-15")
  at.clock.advance({ days: 23 })
  assert.equal((await run())?.accepted, 1)
})

test("people who do not pay are billed for each period, and auto pay charges the amount due by then", async () => {
  await putOnAutoPay(0, "poor")
  const { run } = runOf(server)
  at.clock.advance({ days: 13 })
  assert.equal((await run())?.declined, 1)
  for (const days of [3, 4, 14, 10]) {
    at.clock.advance({ days })
    await run()
  }
  const [payment] = await paymentsOf(0)
  assert.deepEqual([payment?.payment.status, payment?.payment.amount], ["declined", 2 * payerDue])
  const bills = await at.policyAdmin.openBills(client, payerAccount(0), payerPolicy(0))
  assert.deepEqual(
    bills.map(({ dueDate }) => dueDate),
    ["2026-03-15", "2026-04-15"],
  )
})

describe("a run that is killed", () => {
  for (const moment of ["before the charge", "after the charge", "before the posting"] as const) {
    test(`${moment} loses nothing and charges nothing twice`, async () => {
      for (let payer = 0; payer < 4; payer += 1) await putOnAutoPay(payer, "visa")
      at.clock.advance({ days: 13 })
      await runOf(at.startDying(moment)).run()
      await at.resolve()
      await runOf(server).run()
      await at.resolve()
      for (let payer = 0; payer < 4; payer += 1) {
        const made = await paymentsOf(payer)
        assert.deepEqual(
          made.map(({ payment }) => payment.status),
          ["accepted"],
        )
        assert.equal(at.charges(made[0]?.payment.id ?? "").length, 1)
        assert.equal((await at.billing(payer)).amountDue, 0)
      }
    })
  }
})

test("a person who has already paid is not charged again", async () => {
  await putOnAutoPay(0, "visa")
  await server.submit(paymentBy(0))
  at.clock.advance({ days: 13 })
  const report = await runOf(server).run()
  assert.deepEqual([report?.accepted, report?.failed], [0, 0])
  assert.equal((await paymentsOf(0)).length, 1)
})

/**
 * Returns the email and the notice for payer 0 when auto pay cannot charge the product's method.
 */
async function readAboutMethod() {
  at.clock.advance({ days: 13 })
  const { run } = runOf(server)
  assert.deepEqual([(await run())?.skipped, await paymentsOf(0)], [1, []])
  await run()
  const mails = await at.mailsTo(0)
  const about = mails.filter(({ text }) => /did not charge/.test(text))
  assert.equal(about.length, 1)
  return { text: about[0]?.text ?? "", notice: await noticeTo(0) }
}

const setMethod = (recordId: string) =>
  at.database.rows(
    sql`update policy_admin.billing set payment_method_record_id = ${recordId}
      where policy_number = ${payerPolicy(0)}`,
  )

test("FAILURE-10 a method that the customer deleted suspends auto pay, and the texts mention the deletion", async () => {
  const recordId = await putOnAutoPay(0, "visa")
  await at.database.rows(
    sql`update myaccount_core.payment_method set deleted_at = ${at.clock.now()}
      where record_id = ${recordId}`,
  )
  const { text, notice } = await readAboutMethod()
  assert.match(text, /did not charge .*: this payment method was deleted\./)
  assert.match(text, /choose another payment method/)
  assert.equal(notice?.state, "suspended")
})

test("FAILURE-10 the owner of a transferred product who never had a method gets no text about a deleted one", async () => {
  await setMethod(await putOnAutoPay(1, "visa"))
  const { text, notice } = await readAboutMethod()
  assert.match(text, /did not charge .*: no payment method of yours is saved for this product\./)
  assert.match(text, /If you want to use Auto Pay, add a payment method/)
  assert.doesNotMatch(text, /deleted|another payment method|start Auto Pay again|restart/)
  assert.equal(notice?.state, "suspended")
})

test("FAILURE-10 after a split, texts do not describe a method of the other account as deleted", async () => {
  await putOnAutoPay(0, "visa")
  await setMethod(await putOnAutoPay(1, "visa"))
  const { text, notice } = await readAboutMethod()
  assert.match(text, /did not charge .* saved under another account\./)
  assert.doesNotMatch(text, /deleted/)
  assert.equal(notice?.state, "suspended")
})

test("FAILURE-10 a method that was never ours triggers neither a demand for payment nor a suspension", async () => {
  await setMethod("agreed by phone")
  const { text, notice } = await readAboutMethod()
  assert.match(text, /did not charge .* is not saved on this site\./)
  assert.match(text, /the payment may be collected from it.*please call us before you pay/s)
  assert.doesNotMatch(text, /deleted|suspended|pay \$[\d.]+ now/i)
  assert.equal(notice?.state, "elsewhere")
  assert.doesNotMatch(notice.told, /deleted|suspended|pay \$[\d.]+ now/i)
  const suspended = sql`select 1 from myaccount_core.auto_pay_suspension`
  assert.deepEqual(await at.database.rows(suspended), [])
})

test("METHODS-10 auto pay by an account that could not be verified is suspended, and the customer is notified", async () => {
  const recordId = await putOnAutoPay(0, "bank")
  const { run } = runOf(server)
  await run()
  await at.database.rows(
    sql`update myaccount_core.payment_method
      set verify_at = 'https://gateway.example/deposits', verification_failed = true
      where record_id = ${recordId}`,
  )
  at.clock.advance({ days: 13 })
  assert.deepEqual([(await run())?.skipped, await paymentsOf(0)], [1, []])
  await run()
  const mails = (await at.mailsTo(0)).filter(({ text }) => /could not be verified/.test(text))
  assert.equal(mails.length, 1)
  assert.match(mails[0]?.text ?? "", /did not charge/)
  assert.equal((await noticeTo(0))?.state, "suspended")
})

test("NOTICE-06 a customer is notified once that a card expires within 30 days and before the next charge", async () => {
  await putOnAutoPay(0, "visa", "03/2026")
  await putOnAutoPay(1, "visa", "04/2026")
  const unused = await putOnAutoPay(2, "visa", "03/2026")
  await at.database.rows(
    sql`update policy_admin.billing set payment_method_record_id = null
      where payment_method_record_id = ${unused}`,
  )
  const { run } = runOf(server)
  assert.equal((await run())?.cardsWarnedOf, 0, "the charge of 03/15 comes before")
  at.clock.advance({ days: 13 })
  const report = await run()
  assert.deepEqual([report?.accepted, report?.cardsWarnedOf], [2, 1])
  assert.equal((await run())?.cardsWarnedOf, 0)
  const mail = (await at.mailsTo(0)).find(({ subject }) => subject.includes("expires soon"))
  const told =
    "VISA ending in 4242 expires on Mar 31, 2026, and Auto Pay charges it next on Apr 15, 2026. Please enter its new expiration date or choose another payment method so that your coverage continues."
  const text = (mail?.text ?? "").replaceAll(/\s+/g, " ")
  assert.ok(text.includes(told), text)
  const shown = told.replace("Mar 31, 2026", "Tue, Mar 31").replace("Apr 15, 2026", "Wed, Apr 15")
  assert.deepEqual(await noticeTo(0), {
    state: "expiring",
    title: "Your card expires soon",
    told: shown,
  })
  assert.equal(await noticeTo(1), undefined)
  assert.match(mail?.text ?? "", /Next charge: \$42\.75 on Apr 15, 2026/)
  for (const payer of [1, 2]) {
    assert.ok((await subjectsTo(payer)).every((subject) => !subject.includes("expires")))
  }
})

/** The notice on this payer's screens. */
async function noticeTo(payer: number) {
  const owner = { client, accountNumber: payerAccount(payer) }
  const account = await at.policyAdmin.account(client, owner.accountNumber)
  const notices = await noticesOf(at)(
    owner,
    account?.products ?? [],
    Temporal.PlainDate.from("2026-03-15"),
  )
  const notice = notices.get(payerPolicy(payer))
  return notice && { state: notice.state, title: notice.title, told: notice.content.join(" ") }
}

describe("the job bills on schedule", () => {
  async function start(runOf: BillingRun["runOf"]) {
    const { database, clock, brands } = at
    const log = { info() {}, warn() {} }
    await billingJob(
      { database, sharedTime: sharedTimeOf(clock).now, brands, log } as object as Deps,
      { runOf },
    ).run(AbortSignal.any([]))
  }

  test("one process does the day's run; another takes over from one that failed", async () => {
    let runs = 0
    const billing = runOf(server)
    const counted: BillingRun["runOf"] = async (...day) => {
      runs += 1
      return await billing.runOf(...day)
    }
    const killed = start(async () => {
      throw new Error("killed")
    })
    await assert.rejects(killed, /killed/)
    await start(counted)
    assert.equal(runs, 0, "it may still be running")
    at.clock.advance({ minutes: 31 })
    await Promise.all([start(counted), start(counted)])
    assert.equal(runs, 1)
    await start(counted)
    assert.equal(runs, 1)
    at.clock.advance({ days: 1 })
    await start(counted)
    assert.equal(runs, 2)
  })
})
