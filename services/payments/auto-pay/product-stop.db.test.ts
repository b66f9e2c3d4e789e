import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { after, before, test } from "node:test"
import { sql } from "#database/sql.ts"
import { saveMethod } from "#testing/pay-now.ts"
import { payerAccount, payerDue, payerPolicy } from "#testing/payers.ts"
import { client, startPaymentsTest } from "../payments-fixture.ts"
import { authorizeAutoPay, billingRunOf, noticesOf } from "./billing-fixture.ts"
import { describeProduct, setByPhone } from "./elsewhere-fixture.ts"
import { nextChargeOf } from "./next-charge.ts"

const [agreed, reworded, silent, elsewhere, unaddressed, blank, waiting] = [
  0, 1, 2, 3, 4, 5, 6,
] as const

let at: Awaited<ReturnType<typeof startPaymentsTest>>
let server: ReturnType<typeof at.startProcess>
before(async () => {
  at = await startPaymentsTest(7)
  server = at.startProcess()
})
after(() => at.close())

async function runOn(date: string) {
  const today = await at.brands.todayOf(client)
  at.clock.advance({ days: today.until(date, { largestUnit: "days" }).days })
  return await billingRunOf(at, server).run()
}

async function charged(payer: number): Promise<string[]> {
  const made = await server.history(client, payerAccount(payer))
  return made.map(({ payment }) => `${payment.productDesc} ${payment.amount}`).toReversed()
}

async function takenBack(payer: number): Promise<string[]> {
  const mails = await at.mailsTo(payer)
  return mails
    .filter(({ subject }) => /will not charge|suspended/.test(subject))
    .map(({ subject, text }) => `${subject} ${text.replaceAll(/\s+/g, " ")}`)
}

async function shown(payer: number) {
  const owner = { client, accountNumber: payerAccount(payer) }
  const found = await at.policyAdmin.policy(client, owner.accountNumber, payerPolicy(payer))
  assert.ok(found)
  return await nextChargeOf(at, owner, found.policy, await at.brands.todayOf(client))
}

/** The customer authorizes auto pay again, and the account system has not answered yet. */
async function askAgain(payer: number) {
  const id = randomUUID()
  const ofPayer = { client, policyNumber: payerPolicy(payer) }
  await at.database.rows(
    sql`insert into myaccount_core."authorization"
      select (jsonb_populate_record(a, jsonb_build_object('id', ${id}::text))).*
      from myaccount_core."authorization" a
      where a.client = ${ofPayer.client} and a.policy_number = ${ofPayer.policyNumber}`,
  )
  await at.database.rows(
    sql`insert into myaccount_core.auto_pay_change
      select (jsonb_populate_record(c, jsonb_build_object('authorization_id', ${id}::text,
        'state', 'asked'))).*
      from myaccount_core.auto_pay_change c
      where c.client = ${ofPayer.client} and c.policy_number = ${ofPayer.policyNumber}`,
  )
}

async function differences(): Promise<string[]> {
  const rows = await at.database.rows<{ reference: string }>(
    sql`select reference from myaccount_core.payment_difference
      where kind = 'otherProduct' and resolved_at is null order by reference`,
  )
  return rows.map(({ reference }) => reference)
}

test("NOTICE-12 auto pay never charges another product under the number that was authorized, until it is authorized again", async () => {
  await setPayersOnAutoPay()
  await describeProduct(at, agreed, "Dental")
  await describeProduct(at, elsewhere, "Dental")
  await describeProduct(at, unaddressed, "Term Life Plus")
  await describeProduct(at, reworded, "TERM  LIFE®")
  await describeProduct(at, blank, "")
  await describeProduct(at, waiting, "Dental")
  await askAgain(waiting)
  await at.database.rows(
    sql`update policy_admin.person set email_address = ''
      where account_number = ${payerAccount(unaddressed)}`,
  )
  assert.equal((await shown(agreed)).none, "suspended", "the screens promise nothing any more")
  assert.equal((await shown(reworded)).none, null)
  const stopped = await runOn("2026-03-14")
  assert.deepEqual([stopped?.cancellationsEmailed, stopped?.accepted], [2, 0])
  await runOn("2026-03-15")
  await runOn("2026-03-21")
  for (const payer of [agreed, elsewhere, unaddressed, waiting]) {
    assert.deepEqual(await charged(payer), [])
  }
  assert.deepEqual(await charged(silent), [`Term Life ${payerDue}`])
  assert.deepEqual(await charged(reworded), [`TERM  LIFE® ${payerDue}`])
  assert.deepEqual(await charged(blank), [` ${payerDue}`], "no description names no other product")

  await assertInformed()
  const numbers = [agreed, elsewhere, unaddressed].map((payer) => payerPolicy(payer))
  assert.deepEqual(await differences(), numbers, "at once")
  await server.sweep()
  assert.deepEqual(await differences(), numbers, "as long as they are suspended")

  await assertSuspended(agreed)
  // A card charge without an announcement stops as well, and a new authorization allows it again.
  await runOn("2026-03-25")
  await describeProduct(at, silent, "Term Life Plus")
  await runOn("2026-04-05")
  const [released, ...others] = await takenBack(silent)
  assert.deepEqual(others, [])
  assert.match(released ?? "", /Auto Pay was to charge \$42\.75 on Apr 15, 2026\./)
  await runOn("2026-04-06")
  await authorizeAutoPay(at, silent, `pm${silent}`)
  await setByPhone(at, agreed, null)
  await server.sweep()
  assert.deepEqual(await differences(), [payerPolicy(elsewhere), payerPolicy(unaddressed)])
  await runOn("2026-04-15")
  assert.deepEqual(await charged(silent), [`Term Life ${payerDue}`, `Term Life Plus ${payerDue}`])
  assert.equal((await takenBack(silent)).length, 1)
})

/** Puts the payers on auto pay, all but one by their authorization. */
async function setPayersOnAutoPay() {
  for (const payer of [agreed, reworded, silent, elsewhere, unaddressed, blank, waiting]) {
    const [recordId, accountNumber] = [`pm${payer}`, payerAccount(payer)]
    const sample = payer === elsewhere ? "bank" : "visa"
    await saveMethod(at.database, { recordId, client, accountNumber, sample })
  }
  await setByPhone(at, elsewhere, `pm${elsewhere}`)
  at.clock.advance({ days: 8 })
  for (const payer of [agreed, reworded, silent, unaddressed, blank, waiting]) {
    await authorizeAutoPay(at, payer, `pm${payer}`)
  }
  await runOn("2026-03-11")
}

/** Asserts that each payer who can be informed of the stop reads why. */
async function assertInformed() {
  const [email, ...more] = await takenBack(agreed)
  assert.deepEqual(more, [])
  assert.match(email ?? "", /^Auto Pay will not charge \$42\.75 on Mar 15, 2026: Test/)
  assert.match(email ?? "", /We told you that Auto Pay would charge \$42\.75 on Mar 15, 2026/)
  assert.match(
    email ?? "",
    /It was for Term Life, and this number stands for Dental in our records now\. Auto Pay is suspended for Dental/,
  )
  assert.match((await takenBack(elsewhere)).join(), /Mar 21, 2026.*stands for Dental/)
  assert.deepEqual(await takenBack(unaddressed), [])
  const untold = await at.database.rows<{ subject: string }>(
    sql`select subject from myaccount_core.payment_difference where kind = 'untold'`,
  )
  assert.match(untold.map(({ subject }) => subject).join(), /account \S+ dropped charge \S+$/)
  assert.deepEqual(await takenBack(waiting), [], "a new authorization may be on its way")
}

test("NOTICE-12 a due list that describes a product differently than the product itself stops nothing", async () => {
  const own = await startPaymentsTest(1)
  try {
    const saved = { recordId: "pm0", client, accountNumber: payerAccount(0), sample: "visa" }
    await saveMethod(own.database, saved)
    own.clock.advance({ days: 8 })
    await authorizeAutoPay(own, 0, "pm0")
    const { billing } = own.policyAdmin
    const autoPayDue: typeof billing.autoPayDue = async (...question) => {
      const due = await billing.autoPayDue(...question)
      return due.map((one) => ({ ...one, productDesc: "TL 20" }))
    }
    const policyAdmin = { ...own.policyAdmin, billing: { ...billing, autoPayDue } }
    const process = own.startProcess()
    own.clock.advance({ days: 5 })
    const report = await billingRunOf({ ...own, policyAdmin }, process).run()
    assert.deepEqual([report?.accepted, report?.cancellationsEmailed], [1, 0])
  } finally {
    await own.close()
  }
})

/** Checks that the screens show the reason and the next step. */
async function assertSuspended(payer: number) {
  const owner = { client, accountNumber: payerAccount(payer) }
  const { products = [] } = (await at.policyAdmin.account(client, owner.accountNumber)) ?? {}
  const notices = await noticesOf(at)(owner, products, await at.brands.todayOf(client))
  const { state, content = [] } = notices.get(payerPolicy(payer)) ?? {}
  assert.equal(state, "suspended")
  assert.match(
    content.join(" "),
    /the number of this product stands for another product than the one you authorized\. .* To restart Auto Pay, authorize it/,
  )
}
