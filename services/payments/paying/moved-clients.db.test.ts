import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { sql } from "#database/sql.ts"
import { createGateways, type PaymentGateway } from "#ports/payment-gateway/port.ts"
import { type OpenedStripe, openStripe } from "#ports/payment-gateway/stripe/stripe-fixture.ts"
import { createTestClock } from "#testing/clock.ts"
import { saveMethod } from "#testing/pay-now.ts"
import { payerAccount, payerPolicy, payers } from "#testing/payers.ts"
import { agreeToAutoPay } from "../auto-pay/agreement-fixture.ts"
import { billingDeps } from "../auto-pay/billing-fixture.ts"
import { movedMethodsJob } from "../methods/moved-methods.ts"
import { createMethodReports } from "../methods/payment-method-reports.ts"
import { findMethod } from "../methods/payment-methods.store.ts"
import { paymentBy, startPaymentsWorld } from "../payments-fixture.ts"
import { findPayment } from "./payments.store.ts"

type World = Awaited<ReturnType<typeof startPaymentsWorld>>

const clients = ["fund", "guild"] as const
type Client = (typeof clients)[number]

let stripe: OpenedStripe
let accounts: Record<Client, ReturnType<OpenedStripe["addAccount"]>>
let at: World
let server: ReturnType<World["startProcess"]>
/** The account of each client, which a test may exchange. */
const named = new Map<string, string>()
let runJob: () => Promise<void>

before(async () => {
  stripe = await openStripe()
  accounts = { fund: stripe.addAccount("fund"), guild: stripe.addAccount("guild") }
  const zones = { fund: "America/New_York", guild: "America/Chicago" }
  at = await startPaymentsWorld(zones, () => payers(3), createTestClock())
  for (const client of clients) named.set(client, accounts[client].gateway.name)
  const all = [stripe.gateway, accounts.fund.gateway, accounts.guild.gateway]
  const gateways = gatewaysOf(all)
  server = at.startProcess({ gateways })
  const deps = { ...billingDeps(at), gateways }
  const job = movedMethodsJob(deps, createMethodReports(deps))
  runJob = async () => await job.run(new AbortController().signal)
})
after(async () => {
  await at.close()
  await stripe.close()
})

function gatewaysOf(all: readonly PaymentGateway[]) {
  return createGateways(all, async (client) => named.get(client) ?? "stripe")
}

function swap(): void {
  const { fund, guild } = Object.fromEntries(named)
  named.set("fund", `${guild}`)
  named.set("guild", `${fund}`)
}

/** Saves a card of the client's first payer in one of the accounts. */
async function saveCard(client: Client, recordId: string, account: Client): Promise<string> {
  const { gateway, keepCard } = accounts[account]
  const reference = await keepCard()
  await saveMethod(at.database, {
    client,
    recordId,
    accountNumber: payerAccount(0),
    sample: "visa",
  })
  await at.database.rows(
    sql`update myaccount_core.payment_method
      set gateway = ${gateway.name}, gateway_reference = ${reference}
      where client = ${client} and record_id = ${recordId}`,
  )
  return reference
}

async function pay(client: Client, account: Client, reference: string, payer: number) {
  const { gateway } = accounts[account]
  const request = paymentBy(payer, "visa", { client, key: `${client} ${account} ${payer}` })
  const method = { ...request.method, gateway: gateway.name, reference }
  return await server.submit({ ...request, method })
}

const chargedIn = (account: Client) =>
  accounts[account]
    .intents()
    .filter(({ latest_charge: charge }) => charge !== null)
    .map(({ metadata }) => metadata.my_account_key)

async function now(client: Client, id: string) {
  const payment = await findPayment(at.database, client, id)
  assert.ok(payment)
  return payment
}

const methodOf = async (client: Client, recordId: string) =>
  await findMethod(at.database, client, payerAccount(0), recordId)

const suspended = async () =>
  await at.database.rows<{ client: string; reason: string }>(
    sql`select client, reason from myaccount_core.auto_pay_suspension order by client`,
  )

test("ACCOUNTS-03 ACCOUNTS-04 ACCOUNTS-05 two clients that exchange their accounts: each payment stays with its account, each new charge goes to the new one", async () => {
  const cards = {
    fund: await saveCard("fund", "pm fund", "fund"),
    guild: await saveCard("guild", "pm guild", "guild"),
  }
  for (const client of clients) {
    const product = { client, accountNumber: payerAccount(0), policyNumber: payerPolicy(0) }
    const today = await at.brands.todayOf(client)
    await agreeToAutoPay(at, { ...product, methodRecordId: `pm ${client}` }, today)
  }
  const first = {
    fund: await pay("fund", "fund", cards.fund, 1),
    guild: await pay("guild", "guild", cards.guild, 1),
  }
  assert.deepEqual([first.fund.status, first.guild.status], ["settled", "settled"])
  assert.deepEqual(chargedIn("fund"), [first.fund.id])
  assert.deepEqual(chargedIn("guild"), [first.guild.id])

  swap()
  // The methods are in the earlier accounts, which charge nothing new.
  const blocked = await pay("fund", "fund", cards.fund, 2)
  assert.deepEqual([blocked.status, blocked.reason], ["canceled", "otherAccount"])
  assert.deepEqual(chargedIn("fund"), [first.fund.id])
  for (let round = 0; round < 2; round += 1) await runJob()
  for (const client of clients) {
    assert.equal((await methodOf(client, `pm ${client}`))?.blockedReason, "otherAccount")
  }
  assert.deepEqual(
    await suspended(),
    clients.map((client) => ({ client, reason: "otherAccount" })),
  )
  const mails = (await at.mailsTo(0)).filter(({ subject }) => subject.includes("again"))
  assert.deepEqual(
    mails.map(({ subject }) => subject),
    Array(2).fill("Please add a payment method to your Test account again"),
  )
  assert.match(mails[0]?.text ?? "", /Auto Pay is suspended for .*Please add VISA ending in 4242/s)

  // A refund and a report go to the account of the payment.
  const part = { amount: 1_000, reason: "Paid twice", reopens: false, key: "a refund of the fund" }
  const by = { staffUserid: "agent.osei", ip: "192.0.2.7", subjectUserid: null }
  const refund = await server.refunds.request(await now("fund", first.fund.id), part, by)
  assert.equal(refund.status, "succeeded")
  const told = await accounts.fund.gateway.refundsOf(
    (await now("fund", first.fund.id)).gatewayReference,
  )
  assert.deepEqual(
    told.map(({ key, amount }) => [key, amount]),
    [[refund.id, 1_000]],
  )

  // New methods and charges are the new account's.
  const added = await saveCard("fund", "pm added", "guild")
  const second = await pay("fund", "guild", added, 2)
  assert.equal(second.status, "settled")
  assert.deepEqual(chargedIn("guild"), [first.guild.id, second.id])
  assert.equal((await now("fund", second.id)).gateway, "stripe:acct_guild")
})

test("ACCOUNTS-02 a report of one account changes no payment and no method of another, even if it names them", async () => {
  const [payment] = await at.database.rows<{ id: string; reference: string }>(
    sql`select id, gateway_reference as reference from myaccount_core.payment
      where client = 'guild' and gateway = 'stripe:acct_guild' order by number limit 1`,
  )
  assert.ok(payment)
  const returned = { status: "returned", reason: "account_closed", refundedAmount: 0 } as const
  for (const key of [payment.id, ""]) {
    await server.report({ key, reference: payment.reference, ...returned }, "stripe:acct_fund")
  }
  assert.equal((await now("guild", payment.id)).status, "settled")
  const unmatched = await at.database.rows<{ gateway: string; key: string }>(
    sql`select gateway, key from myaccount_core.unmatched_report order by key desc`,
  )
  assert.deepEqual(
    unmatched.map(({ gateway, key }) => [gateway, key]),
    [
      ["stripe:acct_fund", payment.id],
      ["stripe:acct_fund", ""],
    ],
  )
})

test("ACCOUNTS-06 the sweep reads the books of each account apart, and one that is away does not stop the others", async () => {
  at.clock.advance({ minutes: 1 })
  const rows = () =>
    at.database.rows<{ gateway: string; client: string; count: string }>(
      sql`select gateway, client, count(*)::text as count from myaccount_core.gateway_movement
        where kind = 'charge' group by 1, 2 order by 1, 2`,
    )
  const away = { movements: () => assert.fail("away") }
  const all = [{ ...accounts.fund.gateway, ...away }, accounts.guild.gateway]
  const half = at.startProcess({ gateways: gatewaysOf(all) })
  await assert.rejects(half.sweep())
  assert.deepEqual(await rows(), [
    { gateway: "stripe:acct_guild", client: "fund", count: "1" },
    { gateway: "stripe:acct_guild", client: "guild", count: "1" },
  ])
  // The next round on this day sweeps the other account alone.
  const { fund, guild } = accounts
  const done = { ...guild.gateway, movements: () => assert.fail("swept again") }
  await at.startProcess({ gateways: gatewaysOf([fund.gateway, done]) }).sweep(at.clock.now())
  assert.deepEqual(await rows(), [
    { gateway: "stripe:acct_fund", client: "fund", count: "1" },
    { gateway: "stripe:acct_guild", client: "fund", count: "1" },
    { gateway: "stripe:acct_guild", client: "guild", count: "1" },
  ])
})

test("ACCOUNTS-05 after the clients have exchanged their accounts again, the earlier methods can be charged", async () => {
  swap()
  await runJob()
  for (const client of clients) {
    assert.equal((await methodOf(client, `pm ${client}`))?.blockedReason, "")
  }
  assert.equal((await methodOf("fund", "pm added"))?.blockedReason, "otherAccount")
})
