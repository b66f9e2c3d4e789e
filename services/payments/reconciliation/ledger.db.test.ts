import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { parse } from "csv-parse/sync"
import { centsOf } from "#contracts/money.ts"
import { sql } from "#database/sql.ts"
import { payerAccount, payerDue, payerPolicy } from "#testing/payers.ts"
import { client, paymentBy, startPaymentsTest } from "../payments-fixture.ts"
import { type ClientLedger, ledgerOf } from "./ledger.ts"
import { ledgerCsv } from "./ledger-csv.ts"
import { netOf } from "./ledger-sums.ts"
import { ledgerText } from "./ledger-text.ts"
import { paymentPages } from "./payment-list-csv.ts"

const samples = [
  "visa.08-2031",
  "mastercard.08-2031",
  "amex.08-2031",
  "declined.08-2031",
  "refunded.08-2031",
  "partly.08-2031",
  "disputed.08-2031",
  "dispute-lost.08-2031",
  "dispute-won.08-2031",
  "bank",
  "bank-poor",
  "bank-disputed",
  "hushed.08-2031",
  "twice.08-2031",
]

type Month = Awaited<ReturnType<typeof startMonth>>
let at: Month

before(async () => {
  at = await startMonth()
})

after(() => at.close())

/** Creates a month of payments with various outcomes. */
async function startMonth() {
  const at = await startPaymentsTest(samples.length + 2)
  const server = at.startProcess()
  for (const [payer, sample] of samples.entries()) {
    await server.submit(paymentBy(payer, sample))
    // Starting at 3 p.m. in New York, one payment every two hours, across several days of the
    // client.
    at.clock.advance({ hours: 2 })
    await at.resolve()
  }
  for (let sweep = 0; sweep < 7; sweep += 1) {
    at.clock.advance({ days: 3 })
    await server.sweep()
  }
  await server.submit(paymentBy(samples.length, "bank"))
  const { status } = await server.submit(paymentBy(samples.length + 1, "away.08-2031"))
  assert.equal(status, "canceled")
  await server.sweep()
  return at
}

async function ledger(from = "2026-03-01", to = "2026-03-31", of = at): Promise<ClientLedger> {
  return await ledgerOf(of, { client, from, to, isForOperator: true })
}

test("LEDGER-01 payments and returns of each day equal the account system's entries to the cent", async () => {
  const entries = await at.database.rows<{ day: string; kind: string; amount: number }>(
    sql`select posted_on as day, kind, sum(amount)::float8 as amount from policy_admin.entry
      where client = ${client} and kind in ('payment', 'return') group by 1, 2`,
  )
  const entered = (kind: string, day: string) =>
    entries.find((entry) => entry.kind === kind && entry.day === day)?.amount ?? 0
  const { rows, totals, posted } = await ledger()
  const days = new Set([...rows.map(({ day }) => day), ...entries.map(({ day }) => day)])
  assert.ok(days.size > 5)
  for (const day of days) {
    const ofDay = rows.filter((row) => row.day === day)
    const paid = ofDay.reduce((sum, { payments }) => sum + payments.amount, 0)
    const back = ofDay.reduce((sum, row) => sum + row.returns.amount + row.disputesLost.amount, 0)
    assert.equal(paid, entered("payment", day), day)
    assert.equal(back + entered("return", day), 0, day)
  }
  assert.deepEqual(posted.payments, totals.payments)
  assert.equal(posted.returns.amount, totals.returns.amount + totals.disputesLost.amount)
})

test("LEDGER-01 each sum matches the payments", async () => {
  const { totals, unsettled, differences } = await ledger()
  const times = (count: number) => ({ count, amount: count * payerDue })
  assert.deepEqual(totals.payments, times(samples.length))
  assert.deepEqual(totals.refunds, { count: 2, amount: payerDue + 200 })
  assert.deepEqual(totals.returns, times(3))
  assert.deepEqual(totals.disputesLost, times(1))
  assert.deepEqual(totals.disputesOpened, times(2))
  // All except the declined one, the debit that was returned before it arrived, and the last one.
  assert.deepEqual(totals.settled, times(samples.length - 2))
  assert.equal(netOf(totals), (samples.length - 5) * payerDue - 200)
  assert.deepEqual(unsettled, [{ method: "bank", count: 1, amount: payerDue }])
  assert.deepEqual(differences, [])
})

test("LEDGER-02 days are the client's days, and parts of a period add up to it", async () => {
  const whole = await ledger()
  const parts = [await ledger("2026-03-01", "2026-03-03"), await ledger("2026-03-04", "2026-03-31")]
  assert.deepEqual(
    parts.flatMap(({ rows }) => rows),
    whole.rows,
  )
  const [first] = parts
  const rows = await at.database.rows<{ amount: string }>(
    sql`select amount from myaccount_core.payment
      where client = ${client} and confirmation_number is not null
        and decided_at < '2026-03-04T05:00:00Z'`,
  )
  const amount = rows.reduce((sum, row) => sum + centsOf(row.amount), 0)
  assert.deepEqual(first?.totals.payments, { count: rows.length, amount })
})

test("LEDGER-03 each payout is the sum of its charges, less returned money, less fees; charges that have not arrived or are not paid out are listed", async () => {
  const { payouts, notPaidOut, totals } = await ledger()
  assert.ok(payouts.length > 2)
  for (const { amount, charges, takenBack, fees, net } of payouts) {
    assert.equal(charges - takenBack - fees, net)
    assert.equal(net, amount, "there is one client")
  }
  const paidOut = payouts.reduce((sum, { net }) => sum + net, 0)
  const [moved] = await at.database.rows<{ amount: number; fee: number }>(
    sql`select sum(amount)::float8 as amount, sum(fee)::float8 as fee
      from myaccount_core.gateway_movement where kind <> 'payout'`,
  )
  assert.equal(paidOut + notPaidOut.amount, (moved?.amount ?? 0) - (moved?.fee ?? 0))
  assert.equal(totals.fees, moved?.fee)
})

test("LEDGER-04 the lines of the CSV add up to the totals", async () => {
  const whole = await ledger()
  const [head, ...lines] = ledgerCsv(whole).trimEnd().split("\r\n")
  assert.equal(head, "Date,Type,Method,Product,Count,Amount,Reference")
  const sumOf = (type: string) =>
    lines
      .map((line) => line.split(","))
      .filter(([, named]) => named === type)
      .reduce((sum, fields) => sum + centsOf(fields[5] ?? ""), 0)
  const { totals } = whole
  assert.equal(sumOf("payment"), totals.payments.amount)
  assert.equal(sumOf("refund"), -totals.refunds.amount)
  assert.equal(sumOf("return"), -totals.returns.amount)
  assert.equal(sumOf("dispute lost"), -totals.disputesLost.amount)
  assert.equal(sumOf("settled"), totals.settled.amount)
  assert.equal(sumOf("fee"), -totals.fees)
  assert.equal(
    sumOf("payout paid"),
    whole.payouts.filter(({ status }) => status === "paid").reduce((sum, { net }) => sum + net, 0),
  )
})

test("LEDGER-07 the list of payments adds up to the ledger, page by page", async () => {
  const csvOf = async (from: string, to: string, pageSize?: number) => {
    let csv = ""
    for await (const page of paymentPages(at, { client, from, to }, pageSize)) csv += page
    return csv
  }
  const linesOf = (csv: string): Record<string, string>[] => parse(csv, { columns: true })
  const csv = await csvOf("2026-03-01", "2026-03-31")
  for (const pageSize of [1, 2, 7]) {
    assert.equal(await csvOf("2026-03-01", "2026-03-31", pageSize), csv)
  }
  const lines = linesOf(csv)
  const sumOf = (some: typeof lines) =>
    some.reduce((sum, { Amount = "" }) => sum + centsOf(Amount), 0)
  const whole = await ledger()
  assert.equal(sumOf(lines), netOf(whole.totals))
  for (const [type, { count, amount }, sign] of [
    ["payment", whole.totals.payments, 1],
    ["refund", whole.totals.refunds, -1],
    ["return", whole.totals.returns, -1],
    ["dispute lost", whole.totals.disputesLost, -1],
  ] as const) {
    const some = lines.filter((line) => line.Type === type)
    assert.ok(count > 0, type)
    assert.deepEqual([some.length, sumOf(some)], [count, sign * amount], type)
  }
  // Each day alone must match the same day in the whole list, and the ledger of that day.
  const days = new Set(lines.map(({ Date: day = "" }) => day))
  for (const day of days) {
    const own = linesOf(await csvOf(day, day))
    assert.deepEqual(
      own,
      lines.filter((line) => line.Date === day),
    )
    assert.equal(sumOf(own), netOf((await ledger(day, day)).totals), day)
  }
  const first = lines.find((line) => line["Plan number"] === payerPolicy(0))
  const person = await at.policyAdmin.person(client, payerAccount(0))
  assert.equal(first?.["Account number"], payerAccount(0))
  assert.equal(first["Last name"], person?.lastName)
  assert.match(first["Confirmation number"] ?? "", /^[A-Z0-9]{8}$/)
  assert.match(first.Posted ?? "", /^2026-03-\d\d$/)
  const settled = lines.filter(({ Type, Settled }) => Type === "payment" && Settled !== "")
  assert.equal(settled.length, whole.totals.settled.count)
  const paidOut = settled.filter(({ Payout }) => Payout !== "")
  assert.ok(paidOut.length > 0)
  assert.deepEqual(linesOf(await csvOf("2026-07-01", "2026-07-31")), [])
})

test("LEDGER-05 the text contains days, totals and payouts", async () => {
  const text = ledgerText(await ledger())
  assert.match(text, /^Ledger of test-client, 2026-03-01 to 2026-03-31, days of America\/New_York/)
  assert.match(text, /^Total +\$598\.50/m)
  assert.match(text, /^\d{4}-\d\d-\d\d payout_\d{8} paid /m)
  assert.match(text, /No differences\./)
})

test("LEDGER-01 for partial refunds, returns, credits, write-offs and reversals, CSV, JSON and ledger equal the entries to the cent", async (t) => {
  const at = await startMonth()
  t.after(() => at.close())
  const server = at.startProcess()
  const ledgerNow = () => ledger("2026-03-01", "2026-03-31", at)
  await adjust(at, server)
  const entries = await at.database.rows<{ kind: string; amount: number }>(
    sql`select e.kind, sum(e.amount)::float8 as amount from policy_admin.entry e
      left join policy_admin.lot_note n using (client, policy_number, lot)
      where client = ${client} and (e.kind <> 'credit' or n.note is not null) group by 1`,
  )
  const entered = (kind: string) => entries.find((one) => one.kind === kind)?.amount ?? 0
  const whole = await ledgerNow()
  const [, ...lines] = ledgerCsv(whole).trimEnd().split("\r\n")
  const inCsv = (type: string) =>
    lines
      .map((line) => line.split(","))
      .filter(([, named]) => named === type)
      .reduce((sum, fields) => sum + centsOf(fields[5] ?? ""), 0)
  const { totals, posted }: ClientLedger = JSON.parse(JSON.stringify(whole))
  const returned = totals.returns.amount + totals.disputesLost.amount
  assert.deepEqual(
    [totals.payments.amount, inCsv("payment"), posted.payments.amount],
    Array(3).fill(entered("payment")),
  )
  assert.deepEqual(
    [-returned, inCsv("return") + inCsv("dispute lost"), -posted.returns.amount],
    Array(3).fill(entered("return")),
  )
  assert.deepEqual(
    [-totals.refunds.amount, inCsv("refund"), -posted.refunds.amount],
    Array(3).fill(entered("refund")),
  )
  assert.equal(totals.refunds.amount, payerDue + 200 + 701 + 805 + 111)
  assert.equal(inCsv("posted payments"), posted.payments.amount)
  assert.equal(inCsv("posted returns"), -posted.returns.amount)
  assert.equal(inCsv("posted refunds"), -posted.refunds.amount)
  assert.deepEqual([posted.credits.amount, inCsv("credit")], [334, 334])
  assert.deepEqual([posted.writeOffs.amount, inCsv("write-off")], [222, 222])
  assert.deepEqual([entered("credit"), entered("writeOff")], [334, 222])
  assert.deepEqual(
    [posted.reversals.amount, -inCsv("reversal"), -entered("correctionReversal")],
    [1, 1, 1],
  )
  for (let day = 0; day < 2; day += 1) {
    await server.sweep()
    assert.deepEqual((await ledgerNow()).differences, [])
    at.clock.advance({ days: 1 })
  }
})

/** Requests refunds of two payments, and credits, a reversal and a write-off of another one. */
async function adjust(at: Month, server: ReturnType<Month["startProcess"]>) {
  const staff = { staffUserid: "agent.osei", ip: "192.0.2.7", subjectUserid: null }
  const asked = { reason: "Goodwill" }
  for (const [payer, amount, reopens] of [
    [0, 701, false],
    [1, 805, true],
    [1, 111, false],
  ] as const) {
    const key = `refund ${payer} ${amount}`
    const payment = await at.paymentOf(payer)
    await server.refunds.request(payment, { ...asked, amount, reopens, key }, staff)
  }
  // The payment of this payer was declined, so the bill is open.
  const declined = { client, accountNumber: payerAccount(3), policyNumber: payerPolicy(3) }
  for (const [kind, billNumber, amount] of [
    ["credit", null, 333],
    ["credit", null, 1],
    ["writeOff", 1, 222],
  ] as const) {
    const key = `${kind} ${amount}`
    const correction = { ...declined, ...asked, kind, billNumber, amount, key }
    const { id } = await server.corrections.request(correction, staff)
    if (amount !== 1) continue
    const details = { ...asked, key: "reversal" }
    await server.corrections.reverse(client, { of: "correction", id }, details, staff)
  }
}

test("LEDGER-05 no format claims the absence of differences before the first sweep, or while sums differ", async (t) => {
  const at = await startPaymentsTest(1)
  t.after(() => at.close())
  const server = at.startProcess()
  await server.submit(paymentBy(0))
  const forms = async (policyAdmin = at.policyAdmin) => {
    const question = { client, from: "2026-03-01", to: "2026-03-31", isForOperator: true }
    const ledger = await ledgerOf({ ...at, policyAdmin }, question)
    const kinds = ledger.differences.map(({ kind, subject, ours, theirs }) => {
      return [kind, subject, ours, theirs]
    })
    return { kinds, text: ledgerText(ledger), csv: ledgerCsv(ledger) }
  }
  const unknown = await forms()
  assert.deepEqual(unknown.kinds, [])
  assert.match(unknown.text, /\n\nDifferences are not known: no sweep has finished\.\n$/)
  assert.match(unknown.csv, /,differences not known,/)
  const lost = { ...at.policyAdmin, postings: async () => [] }
  const before = await forms(lost)
  assert.deepEqual(before.kinds, [["sums", "payments", payerDue, 0]])
  at.clock.advance({ minutes: 1 })
  await server.sweep()
  const agreed = await forms()
  assert.match(agreed.text, /\n\nNo differences\.\n$/)
  assert.doesNotMatch(agreed.csv, /difference/)
  const after = await forms(lost)
  assert.match(after.text, /\n\nDifferences:\n\S+ sums payments: ours \$42\.75, theirs \$0\.00\n$/)
  assert.match(after.csv, /,difference sums,,,,-42\.75,payments\r\n$/)
})
