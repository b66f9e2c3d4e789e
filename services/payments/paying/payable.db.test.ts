import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { ApiError } from "#contracts/messages.ts"
import { sql } from "#database/sql.ts"
import { dateInWords } from "#platform/text/dates.ts"
import { later } from "#platform/time.ts"
import { loadPeople } from "#ports/policy-admin/embedded/people.load.ts"
import { AccountSystemAway } from "#ports/policy-admin/port.ts"
import { totalDue } from "#services/products/due-status.ts"
import { withoutRecorded } from "#services/products/product-presenter.ts"
import { auditLog } from "#testing/audit-trail.ts"
import { forgetPostings } from "#testing/forgotten-postings.store.ts"
import { payerAccount, payerDue, payerPolicy, payers } from "#testing/payers.ts"
import { createStatusOf } from "../account/payment-status.ts"
import { billingDeps, billingRunOf, noticesOf, setOnAutoPay } from "../auto-pay/billing-fixture.ts"
import { nextChargeOf } from "../auto-pay/next-charge.ts"
import { client, paymentBy, startPaymentsTest } from "../payments-fixture.ts"
import { findContradictions } from "./contradictions.ts"

const [forgotten, byAutoPay, late, parallel, stored, swept, released, loaded, withLater] = [
  0, 1, 2, 3, 4, 5, 6, 7, 8,
]
const [waiting, shownLate] = [9, 10]
const by = { staffUserid: "agent.osei", ip: "192.0.2.7", subjectUserid: null }
const other = { ...by, staffUserid: "agent.moreau" }

let at: Awaited<ReturnType<typeof startPaymentsTest>>
let server: ReturnType<typeof at.startProcess>
before(async () => {
  at = await startPaymentsTest(11)
  server = at.startProcess()
})
after(() => at.close())

async function forget(...ids: string[]) {
  await forgetPostings(at.database, client, ids)
}

async function refusalOf(work: Promise<unknown>): Promise<ApiError> {
  const error = await work.then(
    () => assert.fail("It was not refused."),
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof ApiError)
  return error
}

function refused(messageId: string) {
  return (error: unknown) => error instanceof ApiError && error.messageId === messageId
}

function charges(): number {
  return at.sandbox.charges().length
}

test("PAYNOW-11 a bill whose payment the account system lost is not charged again, and the error contains the payment", async () => {
  const paid = await server.submit(paymentBy(forgotten))
  const before = charges()
  await forget(paid.id)
  assert.equal((await at.billing(forgotten)).amountDue, payerDue, "open again")
  const again = paymentBy(forgotten, "visa.08-2031", { key: "again" })
  const { messageId, values } = await refusalOf(server.submit(again))
  assert.equal(messageId, "payment.billPaid")
  const { phoneNumber } = await at.brands.brandOf(client, "")
  const today = await at.brands.todayOf(client)
  assert.deepEqual(values, {
    payments: `${paid.confirmationNumber} of $42.75 from ${dateInWords(today.toString())}`,
    bills: "bill due Mar 15, 2026",
    phoneNumber,
  })
  assert.equal(charges(), before)
})

test("PAYNOW-11 auto pay does not charge such a bill, and one email contains the payment", async () => {
  await setOnAutoPay(at, byAutoPay, "visa")
  const { run } = billingRunOf(at, server)
  await run()
  const paid = await server.submit(paymentBy(byAutoPay))
  await forget(paid.id)
  const before = charges()
  at.clock.advance({ days: 13 })
  const report = await run()
  assert.deepEqual([report?.accepted, report?.skipped, report?.cancellationsEmailed], [0, 1, 1])
  const again = await run()
  assert.deepEqual([again?.accepted, again?.failed, again?.cancellationsEmailed], [0, 0, 0])
  assert.equal(charges(), before)
  const mails = (await at.mailsTo(byAutoPay)).filter(({ subject }) =>
    subject.includes("not charge"),
  )
  assert.equal(mails.length, 1)
  const text = mails[0]?.text.replaceAll(/\s+/g, " ") ?? ""
  assert.ok(text.includes(`We have your payment ${paid.confirmationNumber} of $42.75`), text)
  assert.match(text, /call us at \S+/)
})

test("PAYNOW-11 auto pay announces, shows and charges the next bill, and leaves out the paid one", async () => {
  await setOnAutoPay(at, withLater, "visa")
  const { run } = billingRunOf(at, server)
  const paid = await server.submit(paymentBy(withLater))
  await forget(paid.id)
  await server.sweep()
  const before = charges()
  let charged = 0
  for (let day = 0; day < 60 && charged === 0; day += 1) {
    at.clock.advance({ days: 1 })
    const mine = (await at.mailsTo(withLater)).length
    await run()
    const account = await at.policyAdmin.account(client, payerAccount(withLater))
    const policy = account?.products[0]
    assert.ok(policy)
    const today = await at.brands.todayOf(client)
    const owner = { client, accountNumber: payerAccount(withLater) }
    const { next } = await nextChargeOf(billingDeps(at), owner, policy, today)
    assert.ok((next?.amount ?? 0) < 2 * payerDue, "the paid bill is no part of it")
    assert.ok(!next?.dueDates.includes("2026-03-15"))
    for (const { text } of (await at.mailsTo(withLater)).slice(mine)) {
      assert.doesNotMatch(text, /\$8\d\.\d\d/)
    }
    charged = (await at.paymentOf(withLater)).origin === "autoPay" ? 1 : 0
  }
  assert.equal(charged, 1)
  assert.ok(charges() > before)
  const { amount, pays } = await at.paymentOf(withLater)
  assert.deepEqual([amount, pays?.map(({ dueDate }) => dueDate)], [payerDue, ["2026-04-15"]])
})

test("PAYNOW-11 an accepted payment that the account system shows late counts from its posting on", async () => {
  const account = await at.policyAdmin.account(client, payerAccount(late))
  const stale = await at.policyAdmin.openBills(client, payerAccount(late), payerPolicy(late))
  const behind = at.startProcess({
    policyAdmin: {
      ...at.policyAdmin,
      account: async () => account,
      openBills: async () => stale,
      entries: async () => [],
    },
  })
  const amount = stale.reduce((sum, { owed }) => sum + owed, 0)
  const paid = await behind.submit({ ...paymentBy(late), amount })
  const before = charges()
  const again = { ...paymentBy(late, "visa.08-2031", { key: "too early" }), amount }
  const { messageId } = await refusalOf(behind.submit(again))
  assert.equal(messageId, "payment.alreadyOpen")
  assert.equal(charges(), before)
  const found = await findContradictions(at, client, [paid.id])
  assert.ok(found.every(({ paymentId }) => paymentId !== paid.id))
})

test("PAYNOW-16 while a posting waits, a newer bill can be paid, and each payment settles its own bill", async () => {
  const applyPayment = () => Promise.reject(new AccountSystemAway("away"))
  const away = at.startProcess({ policyAdmin: { ...at.policyAdmin, applyPayment } })
  const owed = (await at.policyAdmin.openBills(client, payerAccount(waiting), payerPolicy(waiting)))
    .map((bill) => bill.owed)
    .reduce((sum, cents) => sum + cents, 0)
  const first = await away.submit({ ...paymentBy(waiting), amount: owed })
  assert.equal(first.status, "accepted")
  await at.bill(waiting)
  const bills = await at.policyAdmin.openBills(client, payerAccount(waiting), payerPolicy(waiting))
  const newer = bills.at(-1)
  assert.ok(newer)
  const all = { ...paymentBy(waiting, "visa.08-2031", { key: "all" }), amount: owed + newer.owed }
  assert.equal((await refusalOf(away.submit(all))).messageId, "payment.amountChanged")
  const own = { ...paymentBy(waiting, "visa.08-2031", { key: "newer" }), amount: newer.owed }
  const { pays, billNumbers, status } = await away.submit(own)
  assert.equal(status, "accepted")
  assert.deepEqual(
    [pays?.map(({ number }) => number), billNumbers],
    [[newer.number], [newer.number]],
  )
  const again = { ...paymentBy(waiting, "visa.08-2031", { key: "again" }), amount: newer.owed }
  assert.equal((await refusalOf(away.submit(again))).messageId, "payment.alreadyOpen")
  const account = await at.policyAdmin.account(client, payerAccount(waiting))
  const today = await at.brands.todayOf(client)
  const notices = await noticesOf(at)(
    { client, accountNumber: payerAccount(waiting) },
    account?.products ?? [],
    today,
  )
  const [shown] = withoutRecorded(account?.products ?? [], notices)
  assert.equal(shown && totalDue(shown.billing), 0)
  const [texts] = [...notices.values()].map(({ content }) => content)
  assert.equal(texts?.length, 2)
  await at.resolve()
  assert.equal((await at.billing(waiting)).amountDue, 0)
})

test("PAYNOW-16 a payment that no read shows for a day is no longer being recorded, and stays paid", async () => {
  const entries = async () => []
  const behind = at.startProcess({ policyAdmin: { ...at.policyAdmin, entries } })
  const paid = await behind.submit(paymentBy(shownLate))
  const { nextTryAt: lookAt } = await rowOf(paid.id)
  assert.ok(lookAt)
  await behind.run({ ...(await at.payment(paid.id)), tries: 1 })
  assert.equal((await at.payment(paid.id)).shownAt, null)
  await at.database.rows(
    sql`update myaccount_core.payment set applied_at = applied_at - interval '25 hours' where id = ${paid.id}`,
  )
  await behind.run(await at.payment(paid.id))
  const after = await rowOf(paid.id)
  assert.deepEqual([after.nextTryAt, after.shownAt], [null, null])
  const found = await findContradictions(at, client, [paid.id])
  assert.ok(found.every(({ paymentId }) => paymentId !== paid.id))
})

async function rowOf(id: string) {
  const [row] = await at.database.rows<{ nextTryAt: Date | null; shownAt: Date | null }>(
    sql`select next_try_at, shown_at from myaccount_core.payment where id = ${id}`,
  )
  assert.ok(row)
  return row
}

test("PAYNOW-11 of parallel payments on two servers after a lost posting, none is charged", async () => {
  const paid = await server.submit(paymentBy(parallel))
  await forget(paid.id)
  const before = charges()
  const servers = [server, at.startProcess()]
  const tries = Array.from({ length: 6 }, (_, index) =>
    refusalOf(
      (servers[index % 2] ?? server).submit(
        paymentBy(parallel, "visa.08-2031", { key: `parallel ${index}` }),
      ),
    ),
  )
  const messages = (await Promise.all(tries)).map(({ messageId }) => messageId)
  assert.deepEqual([...new Set(messages)], ["payment.billPaid"])
  assert.equal(charges(), before)
})

test("PAYNOW-12 a load with an as-of time after the payment counts it: the rest can be paid, but not the whole bill again", async () => {
  /** Loads a bill of `amountDue` cents, `minutes` from now. */
  async function load(amountDue: number, minutes: number) {
    const record = payers(loaded + 1)[loaded]
    assert.ok(record?.products[0])
    record.products[0].policy.billing.amountDue = amountDue
    const asOf = later(new Date(), { minutes })
    return await at.database.transaction((tx) => loadPeople(tx, client, [record], { asOf }))
  }
  const pay = async (amount: number, key: string) =>
    await server.submit({ ...paymentBy(loaded, "visa.08-2031", { key }), amount })
  const paid = await pay(payerDue, "monday")
  // The bill was raised after the office had entered the payment.
  await load(1_200, 1)
  assert.equal((await at.billing(loaded)).amountDue, 1_200)
  const rest = await pay(1_200, "rest")
  assert.equal(rest.status, "accepted")
  const before = charges()
  await load(payerDue, 2)
  const { values } = await refusalOf(pay(payerDue, "again"))
  assert.ok(values.payments?.includes(String(paid.confirmationNumber)))
  await load(payerDue + 100, 3)
  assert.equal((await refusalOf(pay(payerDue + 100, "raised"))).messageId, "payment.billPaid")
  assert.equal(charges(), before)
})

test("RECONCILE-10 a payment with a bill that the account system shows as open is a difference of the ledger and a problem on the status page: a rejected payment stores it, a sweep finds it before anyone pays, and it ends when the posting is back or the payment is released", async () => {
  const ledgered = async () =>
    (
      await at.database.rows<{ subject: string; ours: number }>(
        sql`select subject, ours::float8 as ours from myaccount_core.payment_difference
          where kind = 'billPaid' and resolved_at is null`,
      )
    ).filter(({ subject }) => subjects.includes(subject))
  const first = await server.submit(paymentBy(stored))
  const second = await server.submit(paymentBy(swept))
  const subjects = [first, second].map(
    ({ confirmationNumber }) => `${client} payment ${confirmationNumber}, bill due 2026-03-15`,
  )
  await forget(first.id, second.id)
  await refusalOf(server.submit(paymentBy(stored, "visa.08-2031", { key: "stored" })))
  assert.deepEqual(await ledgered(), [{ subject: subjects[0], ours: payerDue }])
  at.clock.advance({ minutes: 1 })
  await server.sweep()
  assert.deepEqual((await ledgered()).map(({ subject }) => subject).toSorted(), subjects.toSorted())
  const facts = await createStatusOf(at.database)([client], {
    late: new Date(),
    recent: new Date(),
  })
  assert.ok(facts.waiting.contradicted >= 2 && facts.waiting.contradictedSince)
  for (const { id, accountNumber, policyNumber, amount } of [first, second]) {
    const posting = { client, paymentId: id, accountNumber, policyNumber, amount }
    await at.policyAdmin.applyPayment({ ...posting, paidOn: "2026-03-02" })
  }
  at.clock.advance({ minutes: 1 })
  await server.sweep()
  assert.deepEqual(await ledgered(), [])
})

test("CORRECTION-10 staff release a payment with dual approval, and the bill can be paid once", async () => {
  const paid = await server.submit(paymentBy(released))
  const of = { of: "payment", id: paid.id } as const
  const why = { reason: "Paid back by check", key: "release" }
  await assert.rejects(server.corrections.reverse(client, of, why, by), refused("request.notFound"))
  await forget(paid.id)
  const again = paymentBy(released, "visa.08-2031", { key: "after release" })
  await refusalOf(server.submit(again))
  const contradicted = await server.corrections.contradicted(client, payerAccount(released), [])
  assert.deepEqual(
    contradicted.map(({ id, amount }) => [id, amount]),
    [[paid.id, payerDue]],
  )
  const waits = await server.corrections.reverse(client, of, why, by)
  assert.equal(waits.status, "waiting", "also below the limit for approval")
  const payer = { ...by, staffUserid: "agent.kim" }
  await at.database.rows(
    sql`update myaccount_core.payment set agent_userid = ${payer.staffUserid} where id = ${paid.id}`,
  )
  await assert.rejects(server.corrections.decide(waits, true, payer), refused("agent.ownCause"))
  const second = { ...why, key: "second" }
  await assert.rejects(
    server.corrections.reverse(client, of, second, by),
    refused("correction.notReversible"),
  )
  assert.equal((await refusalOf(server.submit(again))).messageId, "payment.billPaid")
  await assert.rejects(server.corrections.decide(waits, true, by), refused("agent.ownApproval"))
  assert.equal((await server.corrections.decide(waits, true, other)).status, "posted")
  const charged = await server.submit(again)
  assert.equal(charged.status, "accepted")
  await forget(charged.id)
  const third = paymentBy(released, "visa.08-2031", { key: "third" })
  const { values } = await refusalOf(server.submit(third))
  assert.ok(values.payments?.startsWith(String(charged.confirmationNumber)))
  const actions = (await auditLog(at.database, client)).map(({ action }) => action)
  assert.ok(actions.includes("staff.release"))
  const subjects = (await at.mailsTo(released)).map(({ subject }) => subject)
  assert.equal(
    subjects.filter((subject) => subject.startsWith("We checked your payment")).length,
    1,
  )
})
