import assert from "node:assert/strict"
import { after, before, beforeEach, test } from "node:test"
import type { PaymentGateway } from "#ports/payment-gateway/port.ts"
import type { PolicyAdmin } from "#ports/policy-admin/port.ts"
import { type AccountSystem, createAccountSystem } from "#testing/account-system.ts"
import { payerAccount, payerDue, payerPolicy } from "#testing/payers.ts"
import { client, paymentBy, startPaymentsTest } from "../payments-fixture.ts"

const by = { staffUserid: "agent.osei", ip: "192.0.2.7", subjectUserid: null }
const report = { reason: "", key: "", reference: "charge", refundedAmount: 0 } as const

const credited = { kind: "credit", billNumber: null, amount: 500, reason: "A delay" } as const

let at: Awaited<ReturnType<typeof startPaymentsTest>>
let accountSystem: AccountSystem
let server: ReturnType<typeof at.startProcess>
let payer = 0
/** Runs after each answer of the gateway. */
let afterGateway = () => {}

before(async () => {
  at = await startPaymentsTest(30)
  accountSystem = createAccountSystem(at.database)
  const then = <Asked, Answer>(work: (asked: Asked) => Promise<Answer>) => {
    return async (asked: Asked) => {
      const answer = await work(asked)
      afterGateway()
      return answer
    }
  }
  const gateway: PaymentGateway = {
    ...at.gateway,
    charge: then(at.gateway.charge),
    refund: then(at.gateway.refund),
  }
  server = at.startProcess({ gateway, policyAdmin: accountSystem.policyAdmin })
})
after(() => at.close())
beforeEach(() => {
  payer += 1
  afterGateway = () => {}
  accountSystem.comeBack()
})

/**
 * The two ways in which an account system is unavailable: it does nothing, or its answers are lost.
 */
const ways: Record<string, (...functions: (keyof PolicyAdmin)[]) => void> = {
  "goes away": (...functions) => accountSystem.goAway(...functions),
  "loses its answers": (...functions) => accountSystem.loseAnswers(...functions),
}

/** The postings for the payer's first product, in order. */
async function posted(): Promise<[kind: string, cents: number][]> {
  const entries = await at.policyAdmin.entries(client, payerAccount(payer), payerPolicy(payer))
  const byCause = Map.groupBy(entries, ({ cause, kind }) => `${kind} ${cause}`)
  return [...byCause.values()]
    .map((all): [string, number] => [
      all[0]?.kind ?? "",
      all.reduce((sum, { amount }) => sum + amount, 0),
    ])
    .filter(([kind]) => kind !== "opening" && kind !== "application")
}

/** Cents that the payer's first product owes. */
async function owed(): Promise<number> {
  const bills = await at.policyAdmin.openBills(client, payerAccount(payer), payerPolicy(payer))
  return bills.reduce((sum, bill) => sum + bill.owed, 0)
}

async function resolveTwice() {
  await at.resolve(server)
  at.clock.advance({ minutes: 11 })
  await at.resolve(server)
}

async function comeBack() {
  afterGateway = () => {}
  accountSystem.comeBack()
  await resolveTwice()
}

for (const [way, leave] of Object.entries(ways)) {
  test(`KEPT-08 a payment is posted once when the account system ${way} after the charge`, async () => {
    afterGateway = () => leave()
    const paid = await server.submit(paymentBy(payer, "visa.08-2031"))
    assert.equal(paid.status, "accepted")
    assert.ok(paid.confirmationNumber)
    await resolveTwice()
    assert.equal((await at.payment(paid.id)).appliedAt, null)
    assert.deepEqual(await at.mailsTo(payer), [], "a receipt says that it is posted")
    await comeBack()
    assert.deepEqual(await posted(), [["payment", payerDue]])
    assert.equal(at.charges(paid.id).length, 1)
    assert.equal((await at.billing(payer)).amountDue, 0)
    assert.ok((await at.payment(paid.id)).appliedAt)
    assert.ok((await at.mailsTo(payer)).length <= 1)
  })

  test(`KEPT-08 a return that arrives while the account system ${way} is posted after its payment`, async () => {
    afterGateway = () => leave()
    const { id } = await server.submit(paymentBy(payer, "bank"))
    await server.report({ ...report, key: id, status: "settled" })
    const returned = { ...report, key: id, status: "returned", reason: "account_closed" } as const
    await server.report(returned).catch(() => undefined)
    await server.report(returned).catch(() => undefined)
    await resolveTwice()
    assert.equal((await at.payment(id)).reversedAt, null)
    await comeBack()
    assert.equal((await at.payment(id)).status, "returned")
    assert.deepEqual(await posted(), [
      ["payment", payerDue],
      ["return", -payerDue],
    ])
    assert.equal((await at.billing(payer)).amountDue, payerDue)
    const subjects = (await at.mailsTo(payer)).map(({ subject }) => subject)
    assert.equal(subjects.filter((one) => /return/i.test(one)).length, 1, subjects.join(", "))
  })

  test(`KEPT-08 a refund is posted once when the account system ${way} after the gateway made it`, async () => {
    const { id } = await server.submit(paymentBy(payer, "visa.08-2031"))
    afterGateway = () => leave()
    const asked = { amount: 1_000, reason: "Paid twice", reopens: true, key: `refund of ${payer}` }
    await server.refunds.request(await at.payment(id), asked, by)
    await resolveTwice()
    await comeBack()
    assert.deepEqual(await posted(), [
      ["payment", payerDue],
      ["refund", -1_000],
    ])
    assert.equal(await owed(), 1_000)
    const refunds = await at.gateway.refundsOf((await at.payment(id)).gatewayReference)
    assert.deepEqual(
      refunds.map(({ amount }) => amount),
      [1_000],
    )
  })

  test(`KEPT-08 a refund of a payment that is not posted waits for it when the account system ${way}`, async () => {
    afterGateway = () => leave()
    const { id } = await server.submit(paymentBy(payer, "visa.08-2031"))
    const asked = { amount: 1_000, reason: "Paid twice", reopens: true, key: `refund of ${payer}` }
    await server.refunds.request(await at.payment(id), asked, by)
    await resolveTwice()
    await comeBack()
    const all = await posted()
    assert.deepEqual(
      all.toSorted(([one], [other]) => one.localeCompare(other)),
      [
        ["payment", payerDue],
        ["refund", -1_000],
      ],
    )
    assert.equal(await owed(), 1_000)
  })

  test(`KEPT-08 a credit and its reversal are posted once when the account system ${way}`, async () => {
    const product = { client, accountNumber: payerAccount(payer), policyNumber: payerPolicy(payer) }
    leave("postCredit", "reverseCorrection")
    const credit = await server.corrections.request(
      { ...product, ...credited, key: `credit of ${payer}` },
      by,
    )
    await resolveTwice()
    await comeBack()
    assert.deepEqual(await posted(), [["credit", 500]])
    assert.equal(await owed(), payerDue - 500)
    assert.ok(credit)
  })
}

test("KEPT-08 payments of several products are posted once each after a long outage", async () => {
  const payers = [payer, payer + 1, payer + 2]
  payer += 2
  afterGateway = () => accountSystem.goAway()
  const paid = []
  for (const one of payers) {
    accountSystem.comeBack()
    paid.push(await server.submit(paymentBy(one, "visa.08-2031", { key: `outage ${one}` })))
  }
  // Longer than the time after which an uncharged payment is canceled.
  for (let hours = 0; hours < 30; hours += 6) {
    at.clock.advance({ hours: 6 })
    await at.resolve(server)
  }
  await comeBack()
  for (const [index, { id }] of paid.entries()) {
    assert.ok((await at.payment(id)).appliedAt)
    assert.equal((await at.billing(payers[index] ?? 0)).amountDue, 0)
    assert.equal(at.charges(id).length, 1)
  }
})
