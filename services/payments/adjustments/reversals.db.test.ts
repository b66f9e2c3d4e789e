import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { ApiError } from "#contracts/messages.ts"
import { sql } from "#database/sql.ts"
import { AccountSystemAway } from "#ports/policy-admin/port.ts"
import { payerAccount, payerDue, payerPolicy } from "#testing/payers.ts"
import { client, paymentBy, startPaymentsTest } from "../payments-fixture.ts"

const by = { staffUserid: "agent.osei", ip: "192.0.2.7", subjectUserid: null }
const other = { ...by, staffUserid: "agent.moreau" }
type World = Awaited<ReturnType<typeof startPaymentsTest>>

let at: World
let server: ReturnType<World["startProcess"]>
before(async () => {
  at = await startPaymentsTest(12)
  server = at.startProcess()
})
after(() => at.close())

let keys = 0
function keyed(reason: string) {
  keys += 1
  return { reason, key: `reversal key ${keys}` }
}

async function owed(payer: number): Promise<number> {
  const bills = await at.policyAdmin.openBills(client, payerAccount(payer), payerPolicy(payer))
  return bills.reduce((sum, bill) => sum + bill.owed, 0)
}

function asked(payer: number, kind: "credit" | "writeOff", amount: number) {
  const billNumber = kind === "writeOff" ? 1 : null
  const product = { client, accountNumber: payerAccount(payer), policyNumber: payerPolicy(payer) }
  return { ...product, kind, billNumber, amount, ...keyed("Goodwill") }
}
const give = (payer: number, kind: "credit" | "writeOff", amount: number) =>
  server.corrections.request(asked(payer, kind, amount), by)

const mistake = (id: string) => [{ of: "correction", id } as const, keyed("By mistake")] as const
const refusal = (messageId: string) => (error: unknown) =>
  error instanceof ApiError && error.messageId === messageId

test("CORRECTION-09 a credit is reversed once, also for parallel requests: its bill is owed again", async () => {
  const credit = await give(1, "credit", 1_000)
  const [of, details] = mistake(credit.id)
  const all = await Promise.all(
    Array.from({ length: 4 }, () => server.corrections.reverse(client, of, details, by)),
  )
  assert.equal(new Set(all.map(({ id }) => id)).size, 1)
  assert.deepEqual(
    [all[0]?.status, all[0]?.postedAmount, await owed(1)],
    ["posted", 1_000, payerDue],
  )
  await assert.rejects(
    server.corrections.reverse(client, ...mistake(credit.id), by),
    refusal("correction.notReversible"),
  )
  await assert.rejects(
    server.corrections.reverse(client, ...mistake(all[0]?.id ?? ""), by),
    refusal("request.notFound"),
  )
  const entries = await at.policyAdmin.entries(client, payerAccount(1), payerPolicy(1))
  const reversal = entries.find(({ kind }) => kind === "correctionReversal")
  assert.deepEqual(
    [reversal?.lot, reversal?.cause, reversal?.amount, reversal?.note],
    [credit.id, all[0]?.id, -1_000, "By mistake (agent.osei)"],
  )
})

test("CORRECTION-09 a credit for the next bill is reversed in full, and reversing a write-off opens its bill", async () => {
  await server.submit(paymentBy(2))
  const credit = await give(2, "credit", 1_000)
  assert.equal(await owed(2), 0)
  await server.corrections.reverse(client, ...mistake(credit.id), by)
  assert.equal((await at.billing(2)).billingCredit, 0)
  const writeOff = await give(3, "writeOff", payerDue)
  assert.equal(await owed(3), 0)
  await server.corrections.reverse(client, ...mistake(writeOff.id), by)
  assert.equal(await owed(3), payerDue)
})

test("CORRECTION-09 the customer gets one email about the reversal", async () => {
  const credit = await give(4, "credit", 1_200)
  await server.corrections.reverse(client, ...mistake(credit.id), by)
  const subjects = (await at.mailsTo(4)).map(({ subject }) => subject)
  const about = subjects.filter((subject) => subject.includes("$12.00"))
  assert.equal(about.filter((subject) => subject.startsWith("We took back a credit")).length, 1)
  assert.equal(about.length, 2)
})

test("CORRECTION-09 a reversal counts for dual approval like the posting, and restores the credit limit", async () => {
  const rules = { approvalAbove: 2_000, gatewayRefundsReopen: false, mostCreditYears: 1 }
  const brands = { ...at.brands, refundRulesOf: async () => rules }
  const { corrections } = at.startProcess({ brands })
  const credit = await corrections.request(asked(5, "credit", 1_500), by)
  const waits = await corrections.reverse(client, ...mistake(credit.id), by)
  assert.deepEqual([waits.status, await owed(5)], ["waiting", payerDue - 1_500])
  await assert.rejects(
    corrections.reverse(client, ...mistake(credit.id), by),
    refusal("correction.notReversible"),
  )
  await assert.rejects(corrections.decide(waits, true, by), refusal("agent.ownApproval"))
  assert.equal((await corrections.withdraw(waits, by)).status, "withdrawn")
  const again = await corrections.reverse(client, ...mistake(credit.id), by)
  assert.equal((await corrections.decide(again, true, other)).status, "posted")
  assert.equal(await owed(5), payerDue)
  const year = 12 * payerDue
  const all = await corrections.request(asked(5, "credit", year), by)
  assert.equal(all.status, "waiting", "the credit that was taken back leaves the whole year")
})

test("CORRECTION-09 the bill that a refund left paid is opened once", async () => {
  await server.submit(paymentBy(6))
  await at.resolve()
  const [made] = await server.history(client, payerAccount(6))
  assert.ok(made)
  const { payment } = made
  const refundAsked = {
    amount: 700,
    reason: "Wrong bill",
    reopens: false,
    key: "refund for reversal",
  }
  const refund = await server.refunds.request(payment, refundAsked, by)
  await at.resolve()
  assert.equal(await owed(6), 0)
  const of = { of: "refund", id: refund.id } as const
  const opened = await server.corrections.reverse(client, of, keyed("Pays by check"), by)
  assert.deepEqual([opened.status, opened.reversedKind, await owed(6)], ["posted", "refund", 700])
  await assert.rejects(
    server.corrections.reverse(client, of, keyed("Again"), by),
    refusal("correction.notReversible"),
  )
})

test("CORRECTION-09 reversing a credit after its product was loaded again posts nothing", async () => {
  const credit = await give(7, "credit", 900)
  await at.database.rows(
    sql`update policy_admin.billing set book = gen_random_uuid()
      where client = ${client} and policy_number = ${payerPolicy(7)}`,
  )
  const { status } = await server.corrections.reverse(client, ...mistake(credit.id), by)
  assert.equal(status, "void")
})

test("CORRECTION-09 if the account system is lost after the reversal, the credit is reversed once", async () => {
  const credit = await give(8, "credit", 1_000)
  const policyAdmin = {
    ...at.policyAdmin,
    async reverseCorrection(reversal: Parameters<typeof at.policyAdmin.reverseCorrection>[0]) {
      await at.policyAdmin.reverseCorrection(reversal)
      throw new AccountSystemAway()
    },
  }
  const away = at.startProcess({ policyAdmin })
  const { status, id } = await away.corrections.reverse(client, ...mistake(credit.id), by)
  assert.equal(status, "approved")
  for (let n = 0; n < 3; n += 1) await at.resolve()
  assert.equal(await owed(8), payerDue)
  const posted = await server.corrections.find([client], id)
  assert.deepEqual([posted?.status, posted?.postedAmount], ["posted", 1_000])
})
