import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { afterEach, beforeEach, test } from "node:test"
import { sql } from "#database/sql.ts"
import { productOf, withoutRecorded } from "#services/products/product-presenter.ts"
import { payerAccount, payerDue, payerPolicy } from "#testing/payers.ts"
import { client, startPaymentsTest } from "../payments-fixture.ts"
import { insertSuspension } from "./auto-pay-suspensions.store.ts"
import { billingDeps, billingRunOf, noticesOf, setOnAutoPay } from "./billing-fixture.ts"
import { describeProduct, endProduct, setByPhone } from "./elsewhere-fixture.ts"
import { plannedChargesOf } from "./planned-charges-presenter.ts"

const owner = { client, accountNumber: payerAccount(0) }
const policyNumber = payerPolicy(0)
const by = { staffUserid: "agent.osei", ip: "192.0.2.7", subjectUserid: null }

let at: Awaited<ReturnType<typeof startPaymentsTest>>
let server: ReturnType<typeof at.startProcess>

beforeEach(async () => {
  at = await startPaymentsTest(2)
  server = at.startProcess()
  await setOnAutoPay(at, 0, "visa")
  at.clock.advance({ days: 13 })
})
afterEach(() => at.close())

/** The product as screens show it, and its planned charge; undefined after its end. */
async function screen() {
  const account = await at.policyAdmin.account(client, owner.accountNumber)
  const policies = account?.products.filter(({ active }) => active) ?? []
  const today = await at.brands.todayOf(client)
  const notices = await noticesOf(at)(owner, policies, today)
  const [policy] = withoutRecorded(policies, notices)
  if (!policy) return undefined
  const planned = await plannedChargesOf(billingDeps(at), owner, [policy], today)
  return { product: productOf(policy, today, notices), charge: planned[0] }
}

/** The current screen, and the cents that the billing run charges right afterward. */
async function screenAndCharge() {
  const shown = await screen()
  const before = await server.history(client, owner.accountNumber)
  await billingRunOf(at, server).run()
  await at.resolve()
  const all = await server.history(client, owner.accountNumber)
  const made = all.slice(0, all.length - before.length).map(({ payment }) => payment.amount)
  return { shown, made }
}

const updateMethod = (change: ReturnType<typeof sql>) => at.database.rows(change)

/** A change before the charge, and the text of the notice after it. Nothing is charged. */
const hindrances: Record<
  string,
  { happens: () => Promise<unknown>; notice: RegExp; isTheirs?: boolean }
> = {
  "the method was deleted": {
    happens: () =>
      updateMethod(sql`update myaccount_core.payment_method set deleted_at = ${at.clock.now()}`),
    notice: /^Auto Pay cannot charge you: this payment method was deleted\. Please pay the bill/,
  },
  "the method is saved under another account": {
    happens: () =>
      updateMethod(
        sql`update myaccount_core.payment_method set account_number = ${payerAccount(1)}`,
      ),
    notice:
      /^Auto Pay cannot charge you: no payment method of yours is saved.* Please pay the bill/,
  },
  "the method was agreed by phone": {
    happens: () => setByPhone(at, 0, "phone-1"),
    notice: /not saved on this site\. If you chose this payment method by phone/,
    // The client may charge it itself, so the customer is not asked to pay.
    isTheirs: false,
  },
  "the number stands for another product": {
    happens: () => describeProduct(at, 0, "Dental"),
    notice: /stands for another product.* Please pay the bill/,
  },
  "auto pay is suspended": {
    happens: () =>
      insertSuspension(at.database, {
        ...{ id: randomUUID(), ...owner, policyNumber, methodRecordId: "pm0" },
        ...{ paymentId: null, reason: "methodGone", suspendedAt: at.clock.now() },
      }),
    notice: /Auto Pay is suspended\. .* Pay \$42\.75/,
  },
  "the charge was skipped": {
    happens: () => at.policyAdmin.skipCharge({ ...owner, policyNumber, dueDates: ["2026-03-15"] }),
    notice: /^$/,
  },
}

for (const [name, { happens, notice, isTheirs = true }] of Object.entries(hindrances)) {
  test(`AUTOPAY-09 no screen promises a charge that the billing run does not make: ${name}`, async () => {
    await happens()
    const { shown, made } = await screenAndCharge()
    assert.deepEqual(made, [])
    assert.ok(shown)
    const { product, charge } = shown
    assert.ok(charge === undefined || charge.dueDate > "03/15/2026")
    assert.deepEqual(
      [product.paymentStatus, product.amountDue, product.paymentAction.payNowLink.disable],
      isTheirs ? ["Due Now", "42.75", "N"] : ["Auto Pay", "42.75", "Y"],
    )
    const text = product.autoPayNotice?.content.join(" ") ?? ""
    assert.match(text, notice)
    assert.doesNotMatch(text, /You do not need to (pay|do anything)\.|with your next bill/)
  })
}

test("AUTOPAY-09 the planned charge on screens is the one that the run makes, and a raised part is shown before it", async () => {
  await at.bill(0, ({ number, premium }) => ({ replaces: number, premium: premium * 3 }))
  const { shown, made } = await screenAndCharge()
  assert.deepEqual(made, [payerDue])
  const { dueDate, paymentAmount, deferredAmount } = shown?.charge ?? {}
  assert.deepEqual([dueDate, paymentAmount, deferredAmount], ["03/15/2026", "42.75", "85.50"])
  assert.equal(shown?.product.paymentStatus, "Auto Pay")
})

test("AUTOPAY-09 a bill that a refund opens again on its due date is left to the person", async () => {
  const { made } = await screenAndCharge()
  assert.deepEqual(made, [payerDue])
  const [paid] = await server.history(client, owner.accountNumber)
  assert.ok(paid)
  const asked = { amount: payerDue, reason: "Asked", reopens: true, key: "refund key 1" }
  await server.refunds.request(paid.payment, asked, by)
  const { shown, made: again } = await screenAndCharge()
  assert.deepEqual(again, [])
  const { product } = shown ?? {}
  assert.deepEqual(
    [product?.paymentStatus, product?.paymentAction.payNowLink.disable],
    ["Due Now", "N"],
  )
  assert.deepEqual(product?.autoPayNotice?.content, [
    "Auto Pay has no charge planned for $42.75 that you owe. If you do not pay it, Auto Pay charges it with your next bill, and we email you first.",
  ])
})

test("AUTOPAY-09 the rest of a bill is left to the person while a payment for it is being recorded", async () => {
  await at.bill(0, ({ number, premium }) => ({ replaces: number, premium: premium * 3 }))
  await screenAndCharge()
  await at.database.rows(
    sql`update myaccount_core.payment set shown_at = null, next_try_at = ${at.clock.now()}`,
  )
  const shown = await screen()
  assert.equal(shown?.product.paymentStatus, "Due Now")
  assert.match(shown?.product.autoPayNotice?.content.join(" ") ?? "", /recorded.*\$85\.50 of the/)
})

test("AUTOPAY-09 a product that has ended is neither shown nor charged", async () => {
  await endProduct(at, 0)
  const { shown, made } = await screenAndCharge()
  assert.deepEqual([shown, made], [undefined, []])
})
