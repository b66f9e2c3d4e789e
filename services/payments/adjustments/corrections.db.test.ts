import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { ApiError } from "#contracts/messages.ts"
import { sql } from "#database/sql.ts"
import { AccountSystemAway } from "#ports/policy-admin/port.ts"
import { payerAccount, payerDue, payerPolicy } from "#testing/payers.ts"
import { createSlowDatabase } from "#testing/slow-database.ts"
import { client, paymentBy, startPaymentsTest } from "../payments-fixture.ts"
import { decideCorrection } from "./corrections.store.ts"
import type { CorrectionRequest } from "./corrections.ts"

const by = { staffUserid: "agent.osei", ip: "192.0.2.7", subjectUserid: null }
const other = { ...by, staffUserid: "agent.moreau" }
type World = Awaited<ReturnType<typeof startPaymentsTest>>

let at: World
let server: ReturnType<World["startProcess"]>
before(async () => {
  at = await startPaymentsTest(22)
  server = at.startProcess()
})
after(() => at.close())

let keys = 0
function asked(payer: number, change: Partial<CorrectionRequest> = {}): CorrectionRequest {
  keys += 1
  return {
    client,
    accountNumber: payerAccount(payer),
    policyNumber: payerPolicy(payer),
    kind: "credit",
    billNumber: null,
    amount: 1_000,
    reason: "Goodwill",
    key: `correction key ${keys}`,
    ...change,
  }
}
const writeOff = (payer: number, amount: number) =>
  asked(payer, { kind: "writeOff", billNumber: 1, amount, reason: "Too small to collect" })

async function owed(payer: number): Promise<number> {
  const bills = await at.policyAdmin.openBills(client, payerAccount(payer), payerPolicy(payer))
  return bills.reduce((sum, bill) => sum + bill.owed, 0)
}

async function notesOf(payer: number): Promise<string[]> {
  const entries = await at.policyAdmin.entries(client, payerAccount(payer), payerPolicy(payer))
  return [...new Set(entries.map(({ note }) => note).filter((note) => note !== ""))]
}

const refusal = (messageId: string) => (error: unknown) =>
  error instanceof ApiError && error.messageId === messageId

test("CORRECTION-01 a credit lowers the product's debt and is recorded with its reason and the staff member", async () => {
  const credit = await server.corrections.request(asked(1), by)
  assert.deepEqual([credit.status, credit.postedAmount], ["posted", 1_000])
  assert.equal(await owed(1), payerDue - 1_000)
  assert.deepEqual(await notesOf(1), ["Goodwill (agent.osei)"])
  const { amountDue, billingCredit } = await at.billing(1)
  assert.equal(amountDue - billingCredit, payerDue - 1_000)
})

test("CORRECTION-01 the customer gets one email with the amount for each credit and write-off", async () => {
  await server.corrections.request(asked(10), by)
  const again = asked(10, { amount: 700 })
  await Promise.all([server.corrections.request(again, by), server.corrections.request(again, by)])
  await server.corrections.request(writeOff(10, 300), by)
  const emails = await at.mailsTo(10)
  const about = emails.filter(({ subject }) => /credit|less to pay/.test(subject))
  assert.deepEqual(about.map(({ subject }) => /\$[\d.]+/.exec(subject)?.[0]).toSorted(), [
    "$10.00",
    "$3.00",
    "$7.00",
  ])
})

test("CORRECTION-01 the part of a credit beyond the debt lowers the next bill", async () => {
  await server.submit(paymentBy(2))
  await server.corrections.request(asked(2), by)
  assert.equal((await at.billing(2)).billingCredit, 1_000)
})

test("CORRECTION-02 a write-off cancels at most the debt of an open bill", async () => {
  await assert.rejects(
    server.corrections.request(writeOff(3, payerDue + 1), by),
    refusal("correction.tooMuch"),
  )
  const all = await server.corrections.request(writeOff(3, payerDue), by)
  assert.deepEqual(
    [all.status, all.postedAmount, all.billDueDate],
    ["posted", payerDue, "2026-03-15"],
  )
  assert.equal(await owed(3), 0)
  assert.deepEqual(await notesOf(3), ["Too small to collect (agent.osei)"])
  await assert.rejects(
    server.corrections.request(writeOff(3, 1), by),
    refusal("correction.notOpen"),
  )
  const elsewhere = { ...asked(3), accountNumber: payerAccount(4) }
  await assert.rejects(server.corrections.request(elsewhere, by), refusal("request.notFound"))
})

test("CORRECTION-02 a bill that a payment on another server paid after it was read is not written off", async () => {
  const slow = createSlowDatabase(at.database)
  const slowServer = at.startProcess({ database: slow.database })
  slow.meanwhile(() => server.submit(paymentBy(15)))
  const one = writeOff(15, payerDue)
  await assert.rejects(slowServer.corrections.request(one, by), refusal("correction.notOpen"))
  const stored = await server.corrections.of(client, payerAccount(15))
  assert.deepEqual(stored, [])
})

test("CORRECTION-02 a payment does not pay a bill that another server wrote off after it was read", async () => {
  const slow = createSlowDatabase(at.database)
  const slowServer = at.startProcess({ database: slow.database })
  slow.meanwhile(() => server.corrections.request(writeOff(17, 500), by))
  await assert.rejects(slowServer.submit(paymentBy(17)), refusal("payment.amountChanged"))
  assert.equal(await owed(17), payerDue - 500)
  const left = await slowServer.submit(paymentBy(17, undefined, { amount: payerDue - 500 }))
  assert.equal(left.status, "accepted")
  assert.equal(await owed(17), 0)
})

test("CORRECTION-03 one intention of staff makes one credit or write-off, also for parallel requests, and other details are an error", async () => {
  const one = asked(4)
  const all = await Promise.all(
    Array.from({ length: 6 }, () => server.corrections.request(one, by)),
  )
  assert.equal(new Set(all.map(({ id }) => id)).size, 1)
  assert.equal(await owed(4), payerDue - 1_000)
  await assert.rejects(
    server.corrections.request({ ...one, amount: 999 }, by),
    refusal("correction.keyReused"),
  )
})

test("CORRECTION-04 above the client's limit, nothing is posted until another staff member approves", async () => {
  const rules = { approvalAbove: 2_000, gatewayRefundsReopen: false, mostCreditYears: 1 }
  const brands = { ...at.brands, refundRulesOf: async () => rules }
  const { corrections } = at.startProcess({ brands })
  assert.equal((await corrections.request(asked(5, { amount: 1_500 }), by)).status, "posted")
  const parts = await corrections.request(writeOff(5, 600), by)
  assert.equal(parts.status, "waiting", "a credit and a write-off of a product count together")
  assert.equal(await owed(5), payerDue - 1_500)
  await assert.rejects(
    corrections.request(writeOff(5, payerDue - 1_500), by),
    refusal("correction.tooMuch"),
  )
  await assert.rejects(corrections.decide(parts, true, by), refusal("agent.ownApproval"))
  const own = {
    by: by.staffUserid,
    at: at.clock.now(),
    status: "approved",
    claimedUntil: null,
  } as const
  assert.equal(await decideCorrection(at.database, client, parts.id, own), false)
  const decided = await Promise.allSettled(
    Array.from({ length: 4 }, () => corrections.decide(parts, true, other)),
  )
  assert.equal(decided.filter(({ status }) => status === "fulfilled").length, 1)
  assert.equal(await owed(5), payerDue - 2_100)

  const refused = await corrections.request(asked(5), by)
  assert.equal((await corrections.decide(refused, false, other)).status, "refused")
  const late = await corrections.request(asked(5), by)
  at.clock.advance({ hours: 25 })
  await assert.rejects(corrections.decide(late, true, other), refusal("correction.approvalOver"))
  assert.equal(await owed(5), payerDue - 2_100)
  assert.deepEqual(await corrections.waiting([client]), [])
  at.clock.advance({ days: 31 })
  assert.equal((await corrections.request(asked(5), by)).status, "posted", "a month later")
})

test("CORRECTION-04 a request can be approved for less than 24 hours", async () => {
  const rules = { approvalAbove: 0, gatewayRefundsReopen: false, mostCreditYears: 1 }
  const brands = { ...at.brands, refundRulesOf: async () => rules }
  const { corrections } = at.startProcess({ brands })
  const inTime = await corrections.request(asked(18), by)
  at.clock.advance({ hours: 23, minutes: 59 })
  assert.equal((await corrections.decide(inTime, true, other)).status, "posted")
  const late = await corrections.request(asked(19), by)
  at.clock.advance({ hours: 24 })
  await assert.rejects(corrections.decide(late, true, other), refusal("correction.approvalOver"))
})

test("CORRECTION-04 a write-off whose bill was paid before its approval is not made", async () => {
  const rules = { approvalAbove: 0, gatewayRefundsReopen: false, mostCreditYears: 1 }
  const brands = { ...at.brands, refundRulesOf: async () => rules }
  const { corrections } = at.startProcess({ brands })
  const waiting = await corrections.request(writeOff(6, 500), by)
  const { amountDue } = await at.billing(6)
  await server.submit(paymentBy(6, "visa.08-2031", { amount: amountDue }))
  await assert.rejects(corrections.decide(waiting, true, other), refusal("correction.notOpen"))

  const [approved] = await Promise.all([corrections.request(writeOff(7, 500), by)])
  const policyAdmin = {
    ...at.policyAdmin,
    // The customer pays between the check of the bill and the posting.
    async writeOff(posting: Parameters<typeof at.policyAdmin.writeOff>[0]) {
      await server.submit(paymentBy(7))
      return await at.policyAdmin.writeOff(posting)
    },
  }
  const overtaken = at.startProcess({ brands, policyAdmin })
  const { status } = await overtaken.corrections.decide(approved, true, other)
  assert.equal(status, "void")
  assert.deepEqual(await notesOf(7), [])
  const [entry] = await at.database.rows<{ count: number }>(
    sql`select count(*)::float8 as count from audit.entry where action = 'correction.void'`,
  )
  assert.equal(entry?.count, 1)
})

test("CORRECTION-07 the credits of 30 days are limited to the cost of a year or the debt", async () => {
  const year = 12 * payerDue
  const rules = { approvalAbove: 100_000_000, gatewayRefundsReopen: false, mostCreditYears: 1 }
  const brands = { ...at.brands, refundRulesOf: async () => rules }
  const { corrections } = at.startProcess({ brands })
  const give = (amount: number) => corrections.request(asked(14, { amount }), by)
  await assert.rejects(give(100_000_000), refusal("correction.creditTooMuch"))
  await assert.rejects(give(year + 1), refusal("correction.creditTooMuch"))
  assert.equal((await give(year - 100)).status, "posted")
  await assert.rejects(give(101), refusal("correction.creditTooMuch"))
  assert.equal((await give(100)).status, "posted")
  await assert.rejects(give(1), refusal("correction.noCredit"))
  const noYears = { ...rules, mostCreditYears: 0 }
  const onlyOwed = at.startProcess({ brands: { ...at.brands, refundRulesOf: async () => noYears } })
  await assert.rejects(
    onlyOwed.corrections.request(asked(11, { amount: payerDue + 1 }), by),
    refusal("correction.creditTooMuch"),
  )
  const all = await onlyOwed.corrections.request(asked(11, { amount: payerDue }), by)
  assert.equal(all.status, "posted")
})

test("CORRECTION-07 a credit counts for 30 days, for the limit of credits and for dual approval", async () => {
  const year = 12 * payerDue
  const rulesOf = (approvalAbove: number) => {
    const rules = { approvalAbove, gatewayRefundsReopen: false, mostCreditYears: 1 }
    const brands = { ...at.brands, refundRulesOf: async () => rules }
    return at.startProcess({ brands }).corrections
  }
  const free = rulesOf(100_000_000)
  const strict = rulesOf(2_000)
  const give = (amount: number, on = free) => on.request(asked(17, { amount }), by)
  assert.equal((await give(year)).status, "posted")
  assert.equal((await strict.request(asked(16, { amount: 1_999 }), by)).status, "posted")
  assert.equal((await strict.request(asked(16, { amount: 1 }), by)).status, "posted", "the limit")
  // Up to 30 days, and just past them.
  for (const passed of [{ days: 4 }, { days: 25 }, { days: 1 }]) {
    at.clock.advance(passed)
    await assert.rejects(give(1), refusal("correction.noCredit"), JSON.stringify(passed))
    const one = await strict.request(asked(16, { amount: 1 }), by)
    assert.equal(one.status, "waiting", JSON.stringify(passed))
    await strict.withdraw(one, by)
  }
  at.clock.advance({ milliseconds: 1 })
  await assert.rejects(give(year + 1), refusal("correction.creditTooMuch"))
  assert.equal((await give(year)).status, "posted")
  assert.equal((await strict.request(asked(16, { amount: 2_000 }), by)).status, "posted")
  assert.equal((await strict.request(asked(16, { amount: 1 }), by)).status, "waiting")
})

test("CORRECTION-07 an ended product gets credits for open bills only", async () => {
  const policyAdmin = {
    ...at.policyAdmin,
    async policy(...of: Parameters<typeof at.policyAdmin.policy>) {
      const found = await at.policyAdmin.policy(...of)
      return found && { ...found, policy: { ...found.policy, active: false } }
    },
  }
  const { corrections } = at.startProcess({ policyAdmin })
  await assert.rejects(
    corrections.request(asked(12, { amount: payerDue + 1 }), by),
    refusal("correction.creditTooMuch"),
  )
  await corrections.request(asked(12, { amount: payerDue }), by)
  await assert.rejects(
    corrections.request(asked(12, { amount: 1 }), by),
    refusal("correction.noCredit"),
  )
})

test("CORRECTION-08 staff can withdraw their own credit or write-off while it waits for approval, and no one else can", async () => {
  const rules = { approvalAbove: 0, gatewayRefundsReopen: false, mostCreditYears: 1 }
  const brands = { ...at.brands, refundRulesOf: async () => rules }
  const { corrections } = at.startProcess({ brands })
  const waits = await corrections.request(asked(13), by)
  await assert.rejects(corrections.withdraw(waits, other), refusal("correction.approvalOver"))
  assert.equal((await corrections.withdraw(waits, by)).status, "withdrawn")
  for (const again of [
    () => corrections.withdraw(waits, by),
    () => corrections.decide(waits, true, other),
  ]) {
    await assert.rejects(again(), refusal("correction.approvalOver"))
  }
  assert.equal(await owed(13), payerDue)
  assert.equal((await corrections.of(client, payerAccount(13)))[0]?.status, "withdrawn")
})

for (const moment of ["before", "after"] as const) {
  test(`CORRECTION-05 a credit is posted once when a process dies or the account system is lost ${moment} the posting`, async () => {
    const payer = moment === "before" ? 8 : 9
    const policyAdmin = {
      ...at.policyAdmin,
      async postCredit(credit: Parameters<typeof at.policyAdmin.postCredit>[0]) {
        if (moment === "after") await at.policyAdmin.postCredit(credit)
        throw new AccountSystemAway()
      },
    }
    const away = at.startProcess({ policyAdmin })
    const { status } = await away.corrections.request(asked(payer), by)
    assert.equal(status, "approved")
    for (let n = 0; n < 3; n += 1) await at.resolve()
    assert.equal(await owed(payer), payerDue - 1_000)
    const [one] = await server.corrections.of(client, payerAccount(payer))
    assert.equal(one?.status, "posted")
  })
}
