import assert from "node:assert/strict"
import { afterEach, beforeEach, test } from "node:test"
import { messages } from "#contracts/messages.ts"
import { sql } from "#database/sql.ts"
import {
  AuthorizationGone,
  ChargeRefused,
  GatewayAway,
  type PaymentGateway,
} from "#ports/payment-gateway/port.ts"
import { payerAccount, payerPolicy } from "#testing/payers.ts"
import { client, startPaymentsTest } from "../payments-fixture.ts"
import { authorizeAutoPay, billingRunOf, noticesOf, setOnAutoPay } from "./billing-fixture.ts"
import { allowRefusedCharges, listRefusedCharges } from "./refused-charges.ts"

let at: Awaited<ReturnType<typeof startPaymentsTest>>
/** What the gateway throws; undefined if it charges. */
let refusal: (() => Error) | undefined
let server: ReturnType<typeof at.startProcess>
let run: ReturnType<typeof billingRunOf>["run"]

beforeEach(async () => {
  at = await startPaymentsTest(1)
  const gateway: PaymentGateway = {
    ...at.gateway,
    charge: (request) => (refusal ? Promise.reject(refusal()) : at.gateway.charge(request)),
  }
  server = at.startProcess({ gateway })
  ;({ run } = billingRunOf(at, server))
})

afterEach(() => at.close())

/** Runs the billing at noon and again in the evening of each of these days. */
async function runDaily(days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    at.clock.advance({ days: 1 })
    await run()
    await at.resolve(server)
  }
}

/** The charges, oldest first, as "MM-DD status reason". */
async function charges(): Promise<string[]> {
  const made = await server.history(client, payerAccount(0))
  return made
    .map(({ payment: { submittedAt, status, reason } }) =>
      [submittedAt.toISOString().slice(5, 10), status, reason].join(" ").trim(),
    )
    .toReversed()
}

async function texts(): Promise<string[]> {
  return (await at.mailsTo(0)).map(({ text }) => text.replaceAll(/\s+/g, " "))
}

/** The open tasks of staff. */
async function tasks(): Promise<string[]> {
  const rows = await at.database.rows<{ detail: string }>(
    sql`select detail from myaccount_core.payment_difference
      where kind = 'notCharged' and subject = ${`${client} product ${payerPolicy(0)}`}
        and resolved_at is null`,
  )
  return rows.map(({ detail }) => detail)
}

/** The notice on dashboard, payment center and Pay Now. */
async function noticeNow(): Promise<string> {
  const owner = { client, accountNumber: payerAccount(0) }
  const account = await at.policyAdmin.account(client, owner.accountNumber)
  assert.ok(account)
  const today = await at.brands.todayOf(client)
  const notices = await noticesOf(at)(owner, account.products, today)
  return notices.get(payerPolicy(0))?.content.join(" ") ?? ""
}

for (const [reason, error, resume] of [
  ["authorizationGone", () => new AuthorizationGone("code"), "authorize"],
  ["methodRefused", () => new ChargeRefused("method", "code"), "account"],
  ["amountRefused", () => new ChargeRefused("amount", "code"), "amount"],
] as const) {
  test(`FAILURE-12 auto pay stops after ${reason}, with one email and a notice, until it is authorized again`, async () => {
    const recordId = await setOnAutoPay(at, 0, "bank")
    at.clock.advance({ days: 12 })
    refusal = error
    await runDaily(20)
    assert.deepEqual(await charges(), [`03-15 declined ${reason}`])
    const why = messages[`payment.why.${reason}`].content
    const [email = "", ...others] = await texts()
    assert.deepEqual(others, [])
    for (const text of [email, await noticeNow()]) {
      assert.ok(text.includes(`: ${why}.`), text)
      assert.ok(text.includes(messages[`autoPay.resume.${resume}`].content), text)
    }
    assert.equal((await tasks()).length, 1)
    refusal = undefined
    await authorizeAutoPay(at, 0, recordId)
    await runDaily(1)
    assert.deepEqual(await charges(), [`03-15 declined ${reason}`, "04-04 pending"])
    assert.deepEqual(await tasks(), [])
  })
}

for (const [reason, refusedFor] of [
  ["accountRefused", "account"],
  ["refused", "unknown"],
] as const) {
  test(`FAILURE-16 a charge that ends as ${reason} is made again on the next day, and then stops until it is authorized again`, async () => {
    const recordId = await setOnAutoPay(at, 0, "visa")
    at.clock.advance({ days: 12 })
    refusal = () => new ChargeRefused(refusedFor, "code")
    const why = messages[`payment.why.${reason}`].content
    await runDaily(1)
    await run()
    const first = await texts()
    assert.equal(first.length, 1)
    assert.ok(
      first[0]?.includes(`: ${why}.`) && first[0].includes("will try again on the next day"),
    )
    assert.deepEqual(await tasks(), [`${refusedFor}: code`])
    assert.equal(await noticeNow(), "")
    await runDaily(19)
    const canceled = ["03-15", "03-15", "03-16"].map((day) => `${day} canceled ${reason}`)
    assert.deepEqual(await charges(), canceled)
    const [, second = "", ...others] = await texts()
    assert.deepEqual(others, [])
    assert.match(second, /Auto Pay is suspended\./)
    assert.ok((await noticeNow()).includes(`Auto Pay stopped on Mon, Mar 16: ${why}.`))
    assert.deepEqual(await tasks(), [`${refusedFor}: code`])
    refusal = undefined
    await authorizeAutoPay(at, 0, recordId)
    await runDaily(1)
    assert.deepEqual(await charges(), [...canceled, "04-04 accepted"])
    assert.deepEqual(await tasks(), [])
  })
}

test("FAILURE-16 after operators settled the refusal, auto pay continues with the next bill, which it announces", async () => {
  await setOnAutoPay(at, 0, "visa")
  at.clock.advance({ days: 12 })
  refusal = () => new ChargeRefused("account", "capability_not_active")
  await runDaily(3)
  const [task] = await listRefusedCharges(at.database)
  assert.deepEqual(
    [task?.client, task?.policyNumber, task?.detail],
    [client, payerPolicy(0), "account: capability_not_active"],
  )
  refusal = undefined
  assert.equal(await allowRefusedCharges(at.database, client, at.clock.now()), 1)
  assert.equal(await allowRefusedCharges(at.database, client, at.clock.now()), 0)
  await runDaily(29)
  assert.deepEqual((await charges()).slice(2), ["04-15 accepted"])
  assert.match((await texts()).at(-2) ?? "", /will charge \$85\.50/)
  assert.deepEqual(await listRefusedCharges(at.database), [])
})

test("FAILURE-16 a refusal that ends after one day changes nothing", async () => {
  await setOnAutoPay(at, 0, "visa")
  at.clock.advance({ days: 12 })
  refusal = () => new ChargeRefused("account", "code")
  await runDaily(1)
  refusal = undefined
  await runDaily(1)
  assert.deepEqual(await charges(), ["03-15 canceled accountRefused", "03-16 accepted"])
  assert.deepEqual(await tasks(), [])
})

test("FAILURE-16 charges that are not made on two days because of an outage are a task of staff, and go on", async () => {
  await setOnAutoPay(at, 0, "visa")
  at.clock.advance({ days: 12 })
  refusal = () => new GatewayAway("away")
  for (const day of [1, 2, 3]) {
    at.clock.advance({ days: 1 })
    await run()
    at.clock.advance({ hours: 13 })
    await at.resolve(server)
    at.clock.advance({ hours: -13 })
    assert.deepEqual(await tasks(), day === 1 ? [] : [`tooLate: on ${day} days`])
  }
  refusal = undefined
  await runDaily(1)
  const late = ["03-15", "03-16", "03-17"].map((day) => `${day} canceled tooLate`)
  assert.deepEqual(await charges(), [...late, "03-18 accepted"])
  assert.deepEqual(await tasks(), [])
})
