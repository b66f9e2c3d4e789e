import assert from "node:assert/strict"
import { afterEach, beforeEach, test } from "node:test"
import { failedPostings } from "#commands/payments/failed-postings.ts"
import type { Workplace } from "#server/commands/operator-command.ts"
import { type AccountSystem, createAccountSystem } from "#testing/account-system.ts"
import { payerAccount, payerDue, payerPolicy } from "#testing/payers.ts"
import { client, paymentBy, startPaymentsTest } from "../payments-fixture.ts"
import { listPostingFailures } from "./posting-failures.ts"

const by = { staffUserid: "agent.osei", ip: "192.0.2.7", subjectUserid: null }
const report = { reason: "", key: "", reference: "charge", refundedAmount: 0 } as const

let at: Awaited<ReturnType<typeof startPaymentsTest>>
let accountSystem: AccountSystem
let server: ReturnType<typeof at.startProcess>

// The list of posting failures covers a whole database, so each test has its own.
beforeEach(async () => {
  at = await startPaymentsTest(2)
  accountSystem = createAccountSystem(at.database)
  server = at.startProcess({ policyAdmin: accountSystem.policyAdmin })
})
afterEach(() => at.close())

const refused = async () => (await listPostingFailures(at.database)).map(({ subject }) => subject)

async function differences(kind: string): Promise<number> {
  const { values } = await server.metrics.differences.get()
  return values.find(({ labels }) => labels.kind === kind)?.value ?? 0
}

async function command(values = {}) {
  const place = { database: at.database, clock: at.clock } as Partial<Workplace> as Workplace
  return await failedPostings.work({ words: [], values }, place)
}

/** Corrects the cause and tries again, as the operator does. */
async function correct(): Promise<void> {
  accountSystem.comeBack()
  const { code, text } = await command()
  assert.equal(code, 1)
  assert.match(text, /test-client {2}(payment|return|refund|credit) .*422 invalid amount$/m)
  await command({ retry: true })
  await at.resolve(server)
}

test("CONTRACT-12 a payment that the account system rejects stays accepted, is listed at once, retried rarely, and posted once after a correction", async () => {
  accountSystem.refuse("applyPayment")
  const before = await differences("refused")
  const { id, status } = await server.submit(paymentBy(0, "visa.08-2031"))
  assert.equal(status, "accepted", "the customer has paid")
  const [listed] = await listPostingFailures(at.database)
  const posting = { client, subject: `payment ${id}`, paymentId: id, amount: payerDue }
  const detail = "applyPayment 422 invalid amount"
  const now = at.clock.now()
  assert.deepEqual(listed, { ...posting, detail, firstAt: now, lastAt: now })
  const isSaid = (line: object) => "posting" in line && line.posting === `payment ${id}`
  assert.deepEqual(server.logged.filter(isSaid), [{ posting: `payment ${id}`, detail }])

  const asked = () => accountSystem.calls.filter((name) => name === "applyPayment").length
  for (let tenth = 0; tenth < 6 * 6; tenth += 1) {
    at.clock.advance({ minutes: 10 })
    await at.resolve(server)
  }
  assert.ok(asked() >= 8 && asked() <= 16, `${asked()} tries in six hours`)
  assert.equal((await differences("refused")) - before, 1, "counted once")
  await server.sweep()
  assert.deepEqual(await refused(), [`payment ${id}`], "the sweep leaves it")

  await correct()
  assert.ok((await at.payment(id)).appliedAt)
  assert.deepEqual(await refused(), [])
  assert.equal((await at.billing(0)).amountDue, 0)
  assert.equal(at.charges(id).length, 1)
})

test("CONTRACT-12 a rejected return, refund and credit are listed, and posted once after a correction", async () => {
  const { id } = await server.submit(paymentBy(0, "bank"))
  await server.report({ ...report, key: id, status: "settled" })
  accountSystem.refuse("returnPayment", "refundPayment", "postCredit")
  const returned = { ...report, key: id, status: "returned", reason: "account_closed" } as const
  await server.report(returned).catch(() => undefined)
  await at.resolve(server)
  const paid = await server.submit(paymentBy(1, "visa.08-2031"))
  const refund = { amount: 1_000, reason: "Paid twice", reopens: true, key: "a refused refund" }
  await server.refunds.request(await at.payment(paid.id), refund, by)
  const product = { client, accountNumber: payerAccount(1), policyNumber: payerPolicy(1) }
  const credit = { kind: "credit", billNumber: null, amount: 500, reason: "A delay" } as const
  await server.corrections.request({ ...product, ...credit, key: "a refused credit" }, by)
  await at.resolve(server)
  const kinds = (await refused()).map((subject) => subject.split(" ")[0])
  assert.deepEqual(kinds.toSorted(), ["credit", "refund", "return"])

  await correct()
  assert.deepEqual(await refused(), [])
  assert.ok((await at.payment(id)).reversedAt)
  const entries = await at.policyAdmin.entries(client, product.accountNumber, product.policyNumber)
  const sums = Map.groupBy(entries, ({ kind }) => kind)
  const sumOf = (kind: "refund" | "credit") =>
    (sums.get(kind) ?? []).reduce((sum, { amount }) => sum + amount, 0)
  assert.deepEqual([sumOf("refund"), sumOf("credit")], [-1_000, 500])
})
