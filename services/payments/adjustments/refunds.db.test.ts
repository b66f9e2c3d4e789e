import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { ApiError } from "#contracts/messages.ts"
import type { PaymentGateway, Refund } from "#ports/payment-gateway/port.ts"
import { openBooks } from "#testing/opened-books.store.ts"
import { payerDue, payerPolicy } from "#testing/payers.ts"
import { client, paymentBy, startPaymentsTest } from "../payments-fixture.ts"
import { decideRefund, findRefunds, releaseRefund } from "./refunds.store.ts"

const by = { staffUserid: "agent.osei", ip: "192.0.2.7", subjectUserid: null }
const other = { ...by, staffUserid: "agent.moreau" }
type World = Awaited<ReturnType<typeof startPaymentsTest>>

let at: World
let server: ReturnType<World["startProcess"]>
/** A process of a client with other rules: approval above $20, and gateway refunds reopen bills. */
let strict: typeof server
before(async () => {
  at = await startPaymentsTest(40)
  server = at.startProcess()
  const rules = { approvalAbove: 2_000, gatewayRefundsReopen: true, mostCreditYears: 1 }
  strict = at.startProcess({ brands: { ...at.brands, refundRulesOf: async () => rules } })
})
after(() => at.close())

let payer = 0
let keys = 0

/** A payment of the next payer with this sample method. */
async function paid(sample?: string) {
  payer += 1
  const { id } = await server.submit(paymentBy(payer, sample))
  return { id, payer }
}

function askFor(amount: number, change: { reopens?: boolean; key?: string } = {}) {
  keys += 1
  return { amount, reason: "Paid twice", reopens: false, key: `refund key ${keys}`, ...change }
}

async function refund(id: string, amount: number, change = {}, on = server) {
  return await on.refunds.request(await at.payment(id), askFor(amount, change), by)
}

/** The gateway's refunds of a payment that have not failed. */
async function atGateway(id: string): Promise<Refund[]> {
  const all = await at.gateway.refundsOf((await at.payment(id)).gatewayReference)
  return all.filter(({ status }) => status !== "failed")
}

/** Cents that the account system has deducted from a payment. */
async function postedOf(id: string): Promise<number> {
  const own = (await findRefunds(at.database, client, [id])).map((one) => one.id)
  const postings = await at.policyAdmin.postings(client, "2000-01-01", "2040-01-01")
  return postings
    .filter((one) => one.kind === "refund" && own.includes(one.id))
    .reduce((sum, { amount }) => sum + amount, 0)
}

async function stateOf(id: string) {
  const { status, refunded } = await at.payment(id)
  return [status, refunded, await postedOf(id)]
}

/** Sends the current state at the gateway as a report. */
async function report(id: string, on = server) {
  const { methodReference: reference } = await at.payment(id)
  const charge = await at.gateway.find({ key: id, reference })
  assert.ok(charge)
  const { amount: _, ...told } = charge
  await on.report(told)
}

const refusal = (messageId: string) => (error: unknown) =>
  error instanceof ApiError && error.messageId === messageId

async function refundMails(of: number): Promise<string[]> {
  const subjects = (await at.mailsTo(of)).map(({ subject }) => subject)
  return subjects.filter((subject) => subject.includes("refund")).toSorted()
}

test("REFUND-01 a payment is refunded in parts and in full, and a credit pays its bills", async () => {
  const { id, payer: one } = await paid()
  const first = await refund(id, 1_000)
  assert.deepEqual([first.status, first.gatewayReference !== ""], ["succeeded", true])
  assert.deepEqual(await stateOf(id), ["partlyRefunded", 1_000, 1_000])
  await refund(id, payerDue - 1_000)
  assert.deepEqual(await stateOf(id), ["refunded", payerDue, payerDue])
  assert.equal((await at.billing(one)).amountDue, 0)
  assert.deepEqual(await refundMails(one), [
    "Your refund of $10.00 from Test",
    "Your refund of $32.75 from Test",
  ])
  await report(id)
  assert.equal((await findRefunds(at.database, client, [id])).length, 2)
  assert.equal((await refundMails(one)).length, 2)
})

test("REFUND-02 a refund that reopens the bill makes its amount due again", async () => {
  const { id, payer: one } = await paid()
  await refund(id, 1_500, { reopens: true })
  const { amountDue, billingCredit } = await at.billing(one)
  assert.deepEqual([amountDue - billingCredit, await postedOf(id)], [1_500, 1_500])
})

test("REFUND-03 a refund is never larger than what is left, also for parallel requests", async () => {
  const { id } = await paid()
  await assert.rejects(refund(id, payerDue + 1), refusal("refund.tooMuch"))
  const asked = await Promise.allSettled([1, 2, 3, 4].map(() => refund(id, 1_500)))
  assert.equal(asked.filter(({ status }) => status === "fulfilled").length, 2)
  assert.deepEqual(await stateOf(id), ["partlyRefunded", 3_000, 3_000])
  assert.equal((await atGateway(id)).length, 2)
})

for (const [part, amount] of [
  ["a part", 700],
  ["the whole", payerDue],
] as const) {
  test(`REFUND-03 the same key refunds ${part} of a payment once, however often it is sent, also in parallel`, async () => {
    const { id } = await paid()
    const payment = await at.payment(id)
    const asked = askFor(amount)
    const refunds = await Promise.all(
      Array.from({ length: 8 }, () => server.refunds.request(payment, asked, by)),
    )
    assert.equal(new Set(refunds.map((one) => one.id)).size, 1)
    assert.equal((await server.refunds.request(payment, asked, by)).id, refunds[0]?.id)
    assert.equal((await atGateway(id)).length, 1)
    const changed = server.refunds.request(payment, { ...asked, amount: amount - 1 }, by)
    await assert.rejects(changed, refusal("refund.keyReused"))
  })
}

test("REFUND-03 a pending debit, a declined and a returned payment are not refunded", async () => {
  const debit = await paid("bank")
  await assert.rejects(refund(debit.id, 100), refusal("refund.notSettled"))
  const declined = await paid("poor.08-2031")
  await assert.rejects(refund(declined.id, 100), refusal("refund.notPossible"))
  const returned = await paid()
  const { gatewayReference: reference } = await at.payment(returned.id)
  const told = { status: "returned", reason: "account_closed", refundedAmount: 0 } as const
  await server.report({ key: returned.id, reference, ...told })
  await assert.rejects(refund(returned.id, 100), refusal("refund.notPossible"))
})

test("REFUND-04 above the client's limit, nothing is refunded until another staff member approves", async () => {
  const { id } = await paid()
  const small = await refund(id, 1_500, {}, strict)
  assert.equal(small.status, "succeeded")
  const parts = await refund(id, 600, {}, strict)
  assert.equal(parts.status, "waiting", "the parts together are above the limit")
  assert.equal((await atGateway(id)).length, 1)
  await assert.rejects(strict.refunds.decide(parts, true, by), refusal("agent.ownApproval"))
  const own = {
    by: by.staffUserid,
    at: at.clock.now(),
    status: "approved",
    claimedUntil: null,
  } as const
  assert.equal(await decideRefund(at.database, client, parts.id, own), false)
  const decided = await Promise.allSettled(
    Array.from({ length: 6 }, () => strict.refunds.decide(parts, true, other)),
  )
  assert.equal(decided.filter(({ status }) => status === "fulfilled").length, 1)
  const withdrawn = strict.refunds.withdraw(parts, by)
  await assert.rejects(withdrawn, refusal("refund.approvalOver"), "the money is sent")
  const statuses = (await findRefunds(at.database, client, [id])).map(({ status }) => status)
  assert.deepEqual(statuses, ["succeeded", "succeeded"])
  assert.deepEqual(await stateOf(id), ["partlyRefunded", 2_100, 2_100])

  const refused = await refund(id, 700, {}, strict)
  assert.equal((await strict.refunds.decide(refused, false, other)).status, "refused")
  await assert.rejects(strict.refunds.decide(refused, true, other), refusal("refund.approvalOver"))
  const late = await refund(id, 700, {}, strict)
  at.clock.advance({ hours: 25 })
  await assert.rejects(strict.refunds.decide(late, true, other), refusal("refund.approvalOver"))
  assert.deepEqual(await stateOf(id), ["partlyRefunded", 2_100, 2_100])
  assert.equal(
    (await refund(id, 2_175, {}, strict)).status,
    "waiting",
    "what has expired blocks nothing",
  )
})

test("REFUND-04 refunds of exactly the limit need no approval, and one cent more does", async () => {
  const statusOf = async (amounts: number[]) => {
    const { id } = await paid()
    const made: string[] = []
    for (const amount of amounts) made.push((await refund(id, amount, {}, strict)).status)
    return made
  }
  assert.deepEqual(await statusOf([2_000, 1]), ["succeeded", "waiting"])
  assert.deepEqual(await statusOf([2_001]), ["waiting"])
  assert.deepEqual(await statusOf([1_999, 1, 1]), ["succeeded", "succeeded", "waiting"])
})

test("REFUND-04 a request can be approved for less than 24 hours", async () => {
  const ask = async () => await refund((await paid()).id, 2_001, {}, strict)
  const inTime = await ask()
  at.clock.advance({ hours: 23, minutes: 59 })
  assert.equal((await strict.refunds.decide(inTime, true, other)).status, "succeeded")
  const late = await ask()
  at.clock.advance({ hours: 24 })
  await assert.rejects(strict.refunds.decide(late, true, other), refusal("refund.approvalOver"))
  await assert.rejects(strict.refunds.withdraw(late, by), refusal("refund.approvalOver"))
  const again = { ...inTime, status: "succeeded" } as const
  await assert.rejects(strict.refunds.decide(again, true, other), refusal("refund.approvalOver"))
})

/** Two payments of the next payer. */
async function paidTwice(): Promise<[string, string]> {
  const { id, payer: one } = await paid()
  await openBooks(at.database, client, [payerPolicy(one)], { amountDue: payerDue })
  const second = await server.submit(paymentBy(one, "visa.08-2031", { key: `second ${one}` }))
  return [id, second.id]
}

test("REFUND-04 refunds of one account count together, and only on the client's day", async () => {
  const timeZone = await at.brands.timeZoneOf(client)
  const now = () => Temporal.Instant.fromEpochMilliseconds(at.clock.now().getTime())
  const local = now().toZonedDateTimeISO(timeZone)
  const midnight = local.add({ days: 1 }).startOfDay()
  const seconds = Math.floor(local.until(midnight).total("seconds")) - 60
  at.clock.advance({ seconds })
  const [first, second] = await paidTwice()
  assert.equal((await refund(first, 1_999, {}, strict)).status, "succeeded")
  assert.equal((await refund(second, 1, {}, strict)).status, "succeeded", "exactly the limit")
  const over = await refund(second, 1, {}, strict)
  assert.equal(over.status, "waiting")
  await strict.refunds.withdraw(over, by)
  const [others] = await paidTwice()
  assert.equal((await refund(others, 2_000, {}, strict)).status, "succeeded", "another account")

  at.clock.advance({ seconds: 90 })
  assert.equal((await at.brands.todayOf(client)).toString(), midnight.toPlainDate().toString())
  assert.equal((await refund(first, 2, {}, strict)).status, "waiting", "one payment, any day")
  assert.equal((await refund(second, 1_998, {}, strict)).status, "waiting", "what waits counts too")
  const [third, fourth] = await paidTwice()
  assert.equal((await refund(third, 1_000, {}, strict)).status, "succeeded")
  at.clock.advance({ days: 1 })
  assert.equal((await refund(fourth, 2_000, {}, strict)).status, "succeeded", "a new day")
})

test("REFUND-04 parallel refunds of two payments of one account count toward one limit", async () => {
  const [first, second] = await paidTwice()
  const asked = await Promise.all([
    refund(first, 1_500, {}, strict),
    refund(second, 1_500, {}, strict),
  ])
  assert.deepEqual(asked.map(({ status }) => status).toSorted(), ["succeeded", "waiting"])
})

const moments = [
  "before the refund",
  "after the refund",
  "before the posting",
  "after the posting",
] as const

for (const moment of moments) {
  test(`REFUND-05 a process that dies ${moment} leaves one refund, which another process finishes`, async () => {
    const { id, payer: one } = await paid()
    const key = `dies ${moment}`
    const dying = startDying(moment)
    await refund(id, 1_200, { key, reopens: true }, dying).catch(() => undefined)
    for (let n = 0; n < 3; n += 1) await at.resolve()
    assert.deepEqual(await stateOf(id), ["partlyRefunded", 1_200, 1_200])
    assert.equal((await atGateway(id)).length, 1)
    assert.equal((await refundMails(one)).length, 1)
    const { amountDue, billingCredit } = await at.billing(one)
    assert.equal(amountDue - billingCredit, 1_200)
  })
}

/** A process that dies at this point of a refund and writes nothing afterward. */
function startDying(moment: (typeof moments)[number]) {
  let dead = false
  const die = () => {
    dead = true
    throw new Error("This process is gone.")
  }
  const { database, gateway, policyAdmin } = at
  return at.startProcess({
    database: {
      ...database,
      rows: async (statement) => (dead ? die() : await database.rows(statement)),
      transaction: async (work) => (dead ? die() : await database.transaction(work)),
    },
    gateway: {
      ...gateway,
      async refund(request) {
        if (moment === "before the refund") die()
        const made = await gateway.refund(request)
        return moment === "after the refund" ? die() : made
      },
    } as PaymentGateway,
    policyAdmin: {
      ...policyAdmin,
      async refundPayment(posting) {
        if (moment === "before the posting") die()
        await policyAdmin.refundPayment(posting)
        if (moment === "after the posting") die()
      },
    },
  })
}

test("REFUND-05 a refund whose reply is lost is made once", async () => {
  const { id } = await paid("refund-hushed.08-2031")
  const asked = refund(id, 900)
  for (let n = 0; n < 3; n += 1) await at.resolve()
  await asked
  for (let n = 0; n < 3; n += 1) await at.resolve()
  assert.deepEqual(await stateOf(id), ["partlyRefunded", 900, 900])
  assert.equal((await atGateway(id)).length, 1)
})

test("REFUND-06 a refund that takes days is posted once it succeeds, and the customer is notified at once", async () => {
  const { id, payer: one } = await paid("refund-slow.08-2031")
  assert.equal((await refund(id, 800)).status, "accepted")
  assert.deepEqual(await stateOf(id), ["partlyRefunded", 800, 0])
  assert.equal((await refundMails(one)).length, 1)
  at.clock.advance({ days: 2 })
  await report(id)
  assert.deepEqual(await stateOf(id), ["partlyRefunded", 800, 800])
  assert.equal((await refundMails(one)).length, 1)
})

test("REFUND-05 a process whose claim has expired does not end the claim of another process", async () => {
  const { id } = await paid("refund-slow.08-2031")
  const { tries, ...claim } = await refund(id, 800)
  await releaseRefund(at.database, { ...claim, tries: tries - 1 }, null)
  at.clock.advance({ days: 2 })
  for (let n = 0; n < 3; n += 1) await at.resolve()
  assert.deepEqual(await stateOf(id), ["partlyRefunded", 800, 800])
})

test("REFUND-06 a refund that fails is corrected everywhere, and can be requested again", async () => {
  const { id, payer: one } = await paid("refund-fails.08-2031")
  await refund(id, payerDue, { reopens: true })
  assert.deepEqual(await stateOf(id), ["refunded", payerDue, payerDue])
  assert.equal((await at.billing(one)).amountDue, payerDue)
  at.clock.advance({ days: 2 })
  for (let copy = 0; copy < 2; copy += 1) await report(id)
  assert.deepEqual(await stateOf(id), ["settled", 0, 0])
  assert.equal((await at.billing(one)).amountDue, 0)
  assert.deepEqual(await refundMails(one), [
    "Your refund from Test did not go through",
    "Your refund of $42.75 from Test",
  ])
  assert.equal((await refund(id, 100)).status, "succeeded")
})

test("REFUND-06 a refund that the gateway rejects is shown as failed and moves no money", async () => {
  const { id, payer: one } = await paid()
  const { gatewayReference: charge } = await at.payment(id)
  await at.gateway.refund({ key: "at the gateway, unknown here", charge, amount: payerDue })
  assert.equal((await refund(id, 100)).status, "failed")
  assert.equal(await postedOf(id), 0)
  assert.deepEqual(await refundMails(one), [])
})

test("REFUND-07 a refund made on the gateway's own pages is recorded once, in any order, and reopens the bill only if the client's settings require it", async () => {
  const { id, payer: one } = await paid()
  const { gatewayReference: charge } = await at.payment(id)
  await at.gateway.refund({ key: "outside", charge, amount: 600 })
  await Promise.all([report(id, strict), report(id, strict), report(id, strict)])
  assert.deepEqual(await stateOf(id), ["partlyRefunded", 600, 600])
  const { amountDue, billingCredit } = await at.billing(one)
  assert.equal(amountDue - billingCredit, 600)
})

test("REFUND-08 a lost dispute after a partial refund makes only the rest due again", async () => {
  const { id, payer: one } = await paid()
  await refund(id, 1_000)
  const { gatewayReference: reference } = await at.payment(id)
  const told = { reference, reason: "not_authorized", refundedAmount: 1_000 } as const
  await server.report({ key: id, status: "disputeLost", ...told })
  const { amountDue, billingCredit } = await at.billing(one)
  assert.equal(amountDue - billingCredit, payerDue - 1_000)
  const lost = (await at.mailsTo(one)).find(({ subject }) => subject.includes("taken back"))
  assert.match(lost?.text ?? "", /\$32\.75/)
})

test("REFUND-11 the error mentions the waiting request, and its requester can withdraw it", async () => {
  const { id } = await paid()
  const waits = await refund(id, payerDue, {}, strict)
  assert.equal(waits.status, "waiting")
  await assert.rejects(refund(id, 100, {}, strict), refusal("refund.waits"))
  await assert.rejects(strict.refunds.withdraw(waits, other), refusal("refund.approvalOver"))
  assert.equal((await strict.refunds.withdraw(waits, by)).status, "withdrawn")
  await assert.rejects(strict.refunds.decide(waits, true, other), refusal("refund.approvalOver"))
  assert.deepEqual(await atGateway(id), [])
  await assert.rejects(strict.refunds.withdraw(waits, by), refusal("refund.approvalOver"))
  assert.equal((await refund(id, payerDue)).status, "succeeded")
  await assert.rejects(refund(id, 1), refusal("refund.allRefunded"))
  const debit = await paid("bank")
  await assert.rejects(refund(debit.id, 1), refusal("refund.notSettled"))
})

test("REFUND-03 a bank debit of more than 180 days ago is refused without asking the gateway", async () => {
  const { id } = await paid("bank")
  const { gatewayReference: reference } = await at.payment(id)
  await server.report({ key: id, reference, status: "settled", reason: "", refundedAmount: 0 })
  at.clock.advance({ days: 181 })
  await assert.rejects(refund(id, 100), refusal("refund.tooOld"))
  assert.deepEqual(await findRefunds(at.database, client, [id]), [])
})
