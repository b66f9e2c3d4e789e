import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import fc from "fast-check"
import { sql } from "#database/sql.ts"
import { unsealEmail } from "#ports/mail/outbox.ts"
import type { GatewayReport } from "#ports/payment-gateway/port.ts"
import type { PersonRecord } from "#ports/policy-admin/embedded/people.load.ts"
import { AccountSystemRefused, type Policy } from "#ports/policy-admin/port.ts"
import { billingChangeBlock } from "#services/products/allowed-actions.ts"
import { totalDue } from "#services/products/due-status.ts"
import { productOf, withoutRecorded } from "#services/products/product-presenter.ts"
import { beginBillingRun } from "#testing/billing-runs.store.ts"
import { createTestClock } from "#testing/clock.ts"
import { saveMethod } from "#testing/pay-now.ts"
import { payerAccount, payerPolicy, payers } from "#testing/payers.ts"
import { createPostingFailures } from "../paying/posting-failures.ts"
import { client, paymentBy, startPaymentsWorld } from "../payments-fixture.ts"
import { authorizeChange } from "./authorized-change-fixture.ts"
import { billingDeps, billingRunOf, noticesOf } from "./billing-fixture.ts"
import { plannedChargeOf } from "./charge-quote-presenter.ts"
import { canSkip, nextChargeOf } from "./next-charge.ts"
import { insertSkip } from "./skips.store.ts"
import { createAutoPaySkips } from "./skips.ts"

export const announcedZone = "America/New_York"
/** A January with bills on its last days: the next month, February, is short. */
const firstDay = "2027-01-02T12:00:00Z"

const prices = {
  M: { label: "Monthly", amount: 4_275, fee: 125 },
  Q: { label: "Quarterly", amount: 12_640, fee: 100 },
  S: { label: "Semiannual", amount: 25_011, fee: 75 },
  A: { label: "Annual", amount: 49_999, fee: 0 },
}
/** Two cards, two bank accounts, and a card that is declined. Null means without auto pay. */
const samples = ["visa", "visa", "bank", "bank", "poor"]

const setting = fc.record({
  code: fc.constantFrom(...(Object.keys(prices) as (keyof typeof prices)[])),
  method: fc.option(fc.nat({ max: samples.length - 1 }), { freq: 8 }),
})
const act = fc.oneof(
  // Several changes for one bill, one after the other.
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("change" as const),
      to: fc.array(setting, { minLength: 1, maxLength: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("refused" as const), to: setting }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("pay" as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("skip" as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("report" as const),
      status: fc.constantFrom("returned", "disputeLost", "refunded", "inquiry"),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("price" as const), cents: fc.nat({ max: 500 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("phone" as const), method: fc.nat({ max: 3 }) }),
  },
)
type Act = typeof act extends fc.Arbitrary<infer Made> ? Made : never

/**
 * The history of one product: its first bill, and its operations with the days that pass before
 * each.
 */
export function historyOf(acts: number) {
  return fc.record({
    dueOn: fc.constantFrom(10, 15, 27, 29, 30, 31),
    isPastDue: fc.constantFrom(false, false, false, true),
    /** The auto pay method on the first day, if nothing is past due then. */
    first: fc.nat({ max: 3 }),
    acts: fc.array(fc.record({ after: fc.nat({ max: 20 }), act }), {
      minLength: acts / 2,
      maxLength: acts,
      size: "max",
    }),
  })
}
export type History = Parameters<Parameters<ReturnType<typeof historyOf>["map"]>[0]>[0]

function personOf(record: PersonRecord, { dueOn, isPastDue }: History): PersonRecord {
  const [product] = record.products
  assert.ok(product)
  const billing = {
    ...product.policy.billing,
    frequencies: Object.entries(prices).map(([code, price]) => ({ code, ...price })),
    hasBillingFee: true,
    dueDate: `2027-01-${dueOn}`,
    amountDue: prices.M.amount,
    pastDueAmount: isPastDue ? prices.M.amount : 0,
  }
  return { ...record, products: [{ ...product, policy: { ...product.policy, billing } }] }
}

export interface NextShown {
  /** Plain date, YYYY-MM-DD. */
  date: string
  /** Cents. */
  amount: number
}

/**
 * Creates a product for each of these histories. After each operation, screens and texts are
 * compared.
 */
export async function startAnnounced(histories: readonly History[]) {
  const at = await startPaymentsWorld(
    { [client]: announcedZone },
    () =>
      payers(histories.length).map((record, payer) =>
        personOf(record, histories[payer] as History),
      ),
    createTestClock(firstDay),
  )
  const server = at.startProcess()
  const deps = billingDeps(at)
  const refusing = {
    ...deps,
    policyAdmin: {
      ...at.policyAdmin,
      changeBilling: () => Promise.reject(new AccountSystemRefused("changeBilling 422")),
    },
  }
  const skips = createAutoPaySkips(deps, noticesOf(at), createPostingFailures(deps, server.metrics))
  const billing = billingRunOf(at, server)
  let keys = 0

  const ownerOf = (payer: number) => ({ client, accountNumber: payerAccount(payer) })
  const recordIdOf = (payer: number, method: number) => `method ${payer} ${method}`

  /** Runs the billing job of a day: a charge agreed to after it started is made on the next day. */
  async function run(): Promise<void> {
    const today = await at.brands.todayOf(client)
    await beginBillingRun(at.database, client, today.toString(), at.clock.now())
    await billing.run()
  }

  async function policyOf(payer: number): Promise<Policy> {
    const account = await at.policyAdmin.account(client, payerAccount(payer))
    assert.ok(account?.products[0])
    return account.products[0]
  }

  /**
   * Whether the screens show that auto pay pays this product's debt. Then no charge may be missing,
   * and none of its bills may have to wait for the next one.
   */
  async function isLeftToAutoPay(payer: number): Promise<boolean> {
    const { policy, today, notices } = await screenOf(payer)
    const [shownPolicy = policy] = withoutRecorded([policy], notices)
    const product = productOf(shownPolicy, today, notices)
    const isCharging = notices.get(policy.policyNumber)?.state === "charging"
    const isPromised = product.paymentStatusDisplayStyle === "autopay" && !isCharging
    if (!isPromised || totalDue(shownPolicy.billing) < 50) return false
    const planned = await plannedChargeOf(at, ownerOf(payer), policy, today)
    const title = `payer ${payer} on ${today}: ${JSON.stringify(product)}`
    assert.ok(planned, title)
    const dates = planned.dueDates
    const [oldest] = product.dueAmounts
    assert.ok(
      oldest && (dates.includes(oldest.dueDate) || planned.deferredAmount !== "0.00"),
      title,
    )
    return true
  }

  /** The next auto pay charge as the screens show it; undefined if auto pay charges nothing. */
  async function shown(payer: number): Promise<NextShown | undefined> {
    const policy = await policyOf(payer)
    const today = await at.brands.todayOf(client)
    const planned = await plannedChargeOf(at, ownerOf(payer), policy, today)
    const { next, none } = await nextChargeOf(at, ownerOf(payer), policy, today)
    const isOn =
      next !== undefined && none === null && policy.billing.paymentMethodRecordId !== null
    assert.equal(planned !== undefined, isOn)
    return isOn ? { date: next.date, amount: next.amount } : undefined
  }

  async function screenOf(payer: number) {
    const today = await at.brands.todayOf(client)
    const policy = await policyOf(payer)
    const notices = await noticesOf(at)(ownerOf(payer), [policy], today)
    return { policy, today, notices }
  }

  async function stateOf(payer: number) {
    const { notices, ...screen } = await screenOf(payer)
    return { ...screen, state: notices.get(payerPolicy(payer))?.state }
  }

  /** Makes one change, if the product can be changed. Returns the next charge in its agreement. */
  async function change(
    payer: number,
    { code, method }: { code: string; method: number | null },
    isRefused = false,
  ) {
    const { policy, today, state } = await stateOf(payer)
    const { frequencyCode, paymentMethodRecordId: before } = policy.billing
    const recordId = method === null ? null : recordIdOf(payer, method)
    const isPlainEnd = recordId === null && code === frequencyCode
    const isSame = recordId === before && code === frequencyCode && state !== "suspended"
    const isBlocked = !isPlainEnd && billingChangeBlock(policy.billing, today, state) !== null
    if (isSame || isBlocked) return undefined
    const shownBefore = await shown(payer)
    const mails = (await at.mailsTo(payer)).length
    const wanted = { frequencyCode: code, paymentMethodRecordId: recordId, paymentMethodLabel: "" }
    const product = { ...ownerOf(payer), policyNumber: payerPolicy(payer) }
    const made = await authorizeChange(
      isRefused ? refusing : deps,
      product,
      wanted,
      isRefused ? "refused" : "done",
    )
    const [mail] = (await at.mailsTo(payer)).slice(mails)
    if (isRefused) {
      assert.deepEqual(await shown(payer), shownBefore, "a refused change leaves the screens")
      assert.equal(mail, undefined)
      return undefined
    }
    const { next, texts } = made
    return { next, texts: [...texts, mail?.text ?? ""], isOn: recordId !== null }
  }

  async function pay(payer: number) {
    const { amountDue, pastDueAmount, adjustment, billingCredit } = await at.billing(payer)
    const amount = amountDue + pastDueAmount - adjustment - billingCredit
    if (amount < 50) return
    keys += 1
    await server.submit(paymentBy(payer, "visa.08-2031", { amount, key: `key ${keys}` }))
  }

  async function skip(payer: number) {
    const { policy, today } = await stateOf(payer)
    const owner = ownerOf(payer)
    const { next, method, none } = await nextChargeOf(at, owner, policy, today)
    if (!next || !method || none !== null || !canSkip(next, today)) return
    await insertSkip(at.database, {
      ...{ id: randomUUID(), ...owner, policyNumber: payerPolicy(payer), productDesc: "Term Life" },
      ...{
        chargeOn: next.date,
        dueDates: [...next.dueDates],
        billNumbers: [],
        amount: next.amount,
      },
      ...{ methodLabel: method.label, siteAddress: "http://test.localhost" },
      ...{ actorKind: "customer", actorUserid: "a", subjectUserid: "a", ip: "" },
      askedAt: at.clock.now(),
    })
    assert.equal(await skips.finish(client, owner.accountNumber), "done")
  }

  async function report(payer: number, status: string) {
    const [last] = await server.history(client, payerAccount(payer))
    if (!last?.payment.confirmationNumber) return
    const reason = status === "returned" || status === "disputeLost" ? "insufficient_funds" : ""
    const refundedAmount = status === "refunded" ? last.payment.amount : 0
    const told = { key: last.payment.id, reference: "charge", refundedAmount, reason }
    await server.report({ ...told, status } as GatewayReport)
  }

  /** Sets another monthly price in the account system, starting with the next bill. */
  async function changePrice(payer: number, cents: number) {
    await at.database.rows(
      sql`update policy_admin.frequency set amount = ${4_000 + cents}::numeric / 100
        where client = ${client} and policy_number = ${payerPolicy(payer)} and code = 'M'`,
    )
  }

  /**
   * Ends auto pay on the site and sets it up again by phone, so that no authorization of ours
   * announces it.
   */
  async function setUpByPhone(payer: number, method: number) {
    const { frequencyCode } = await at.billing(payer)
    if (!(await change(payer, { code: frequencyCode, method: null }))) return
    await at.database.rows(
      sql`update policy_admin.billing set payment_method_record_id = ${recordIdOf(payer, method)}
        where client = ${client} and policy_number = ${payerPolicy(payer)}`,
    )
  }

  for (const [payer] of histories.entries()) {
    for (const [method, sample] of samples.entries()) {
      const recordId = recordIdOf(payer, method)
      await saveMethod(at.database, { ...ownerOf(payer), recordId, sample })
    }
  }

  return {
    ...at,
    run,
    shown,
    isLeftToAutoPay,
    change,
    async do(payer: number, act: Exclude<Act, { kind: "change" }>): Promise<void> {
      if (act.kind === "refused") await change(payer, act.to, true)
      if (act.kind === "pay") await pay(payer)
      if (act.kind === "skip") await skip(payer)
      if (act.kind === "report") await report(payer, act.status)
      if (act.kind === "price") await changePrice(payer, act.cents)
      if (act.kind === "phone") await setUpByPhone(payer, act.method)
    },
    async emails() {
      const rows = await at.database.rows<{ id: string; sealed: Buffer; createdAt: Date }>(
        sql`select id, sealed, created_at from mail.outbox order by created_at`,
      )
      return rows.map(({ id, sealed, createdAt }) => ({
        ...unsealEmail(at.seal, id, sealed),
        createdAt,
      }))
    },
  }
}
export type AnnouncedWorld = Awaited<ReturnType<typeof startAnnounced>>
