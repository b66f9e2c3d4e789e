import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { after, before, beforeEach, test } from "node:test"
import { sql } from "#database/sql.ts"
import type { KeptMethod, MethodReport, PaymentGateway } from "#ports/payment-gateway/port.ts"
import { auditLog } from "#testing/audit-trail.ts"
import { paymentBody, saveMethod } from "#testing/pay-now.ts"
import { policyNumber } from "../auto-pay/auto-pay-fixture.ts"
import { type BankAccounts, mailsAbout, startBankAccounts } from "./bank-account-fixture.ts"
import { findMethod } from "./payment-methods.store.ts"

const recordId = "T-BANK"
const monthlyByBank = { frequencyCode: "M", paymentMethodRecordId: recordId }
const bank: KeptMethod = {
  reference: `sample.bank.${recordId}`,
  kind: "bank",
  cardType: "",
  lastFour: "6789",
  expirationDate: "",
  institution: "Sandbox Bank",
  maskedRoutingNumber: "*****0000",
}
const blocked = { method: bank, blocked: "account_closed" } as const
const lifted = { method: bank, blocked: "" } as const
let accounts: BankAccounts

before(async () => {
  accounts = await startBankAccounts()
})

after(() => accounts.close())

beforeEach(async () => {
  const { database } = accounts.app
  await accounts.at.restore()
  await database.rows(sql`update myaccount_core.payment_method set authorization_gone = false,
    blocked_reason = '' where gateway_reference = ${bank.reference}`)
  await database.rows(sql`update myaccount_core.auto_pay_suspension set ended_at = suspended_at`)
})

/** The gateway's present answer about the account is `told`. */
function answering(told: Omit<MethodReport, "method">): Partial<PaymentGateway> {
  return { readMethod: async () => ({ method: bank, ...told }) }
}

async function agreed() {
  return (await accounts.at.agreed(monthlyByBank)).body
}

async function methodNow() {
  const method = await accounts.at.methodOf(recordId)
  assert.ok(method)
  return method
}

async function suspensions() {
  const rows = await accounts.app.database.rows<{ reason: string }>(
    sql`select reason from myaccount_core.auto_pay_suspension
      where policy_number = ${policyNumber} and ended_at is null`,
  )
  return rows.map(({ reason }) => reason)
}

async function entries(action: string) {
  return (await auditLog(accounts.app.database, "harbor")).filter((one) => one.action === action)
}

test("METHODS-15 a blocked account suspends auto pay with one email, and cannot be chosen until the block is lifted", async () => {
  const process = accounts.startProcess()
  const body = await paymentBody(accounts.at.siobhan, policyNumber, recordId)
  await process.change(await agreed())
  const before = (await entries("paymentMethod.change")).length
  for (let copy = 0; copy < 3; copy += 1) await process.report(blocked)
  assert.deepEqual(await suspensions(), ["account_closed"])
  assert.equal((await entries("paymentMethod.change")).length, before + 1)
  assert.equal((await entries("autoPay.suspend")).length, 1)
  const mails = await mailsAbout(accounts.app, "cannot be charged")
  assert.equal(mails.length, 1)
  assert.match(
    mails[0]?.text ?? "",
    /Checking ending in 6789[\s\S]*the account is closed[\s\S]*Auto\s+Pay\s+is\s+suspended/,
  )
  const shown = await methodNow()
  assert.deepEqual(
    [shown.isBlocked, shown.blockedMessage.split(" Please")[0]],
    ["Y", "Checking ending in 6789 cannot be charged: the account is closed."],
  )
  const product = await accounts.at.productNow()
  assert.equal(product.autoPayNotice?.state, "suspended")
  await assert.rejects(process.change(await agreed()), { messageId: "autoPay.methodBlocked" })
  await assert.rejects(process.pay(body, randomUUID()), { messageId: "payment.methodBlocked" })

  for (let copy = 0; copy < 2; copy += 1) await process.report(lifted)
  assert.equal((await methodNow()).isBlocked, "N")
  const [lift, ...others] = await mailsAbout(accounts.app, "can be used again")
  assert.deepEqual(others, [])
  assert.match(lift?.text ?? "", /stays\s+suspended\s+until\s+you\s+authorize\s+Auto\s+Pay\s+again/)
  assert.deepEqual(await suspensions(), ["account_closed"])
  await process.change(await agreed())
  assert.deepEqual(await suspensions(), [])
})

test("METHODS-15 a report that does not mention a block or an authorization leaves them", async () => {
  const process = accounts.startProcess({ gateway: answering({ isAuthorizationGone: true }) })
  await process.report({ ...blocked, isAuthorizationGone: true })
  await process.report({ method: bank })
  const { isBlocked, isAuthorizationEnded } = await methodNow()
  assert.deepEqual([isBlocked, isAuthorizationEnded], ["Y", "Y"])
})

test("METHODS-15 a lift that overtakes its block is found by the daily sweep", async () => {
  const process = accounts.startProcess({ gateway: answering({ blocked: "" }) })
  await process.report(lifted)
  await process.report(blocked)
  assert.equal((await methodNow()).isBlocked, "Y")
  await process.sweep.run()
  assert.equal((await methodNow()).isBlocked, "N")
})

test("METHODS-15 a late report about an earlier authorization changes nothing", async () => {
  const renewed = accounts.startProcess({ gateway: answering({ isAuthorizationGone: false }) })
  await renewed.report({ method: bank, isAuthorizationGone: true })
  assert.equal((await methodNow()).isAuthorizationEnded, "N")
  const ended = accounts.startProcess({ gateway: answering({ isAuthorizationGone: true }) })
  await accounts.endAuthorization(recordId)
  await ended.report({ method: bank, isAuthorizationGone: false })
  assert.equal((await methodNow()).isAuthorizationEnded, "Y")
})

test("METHODS-14 an authorization that ended suspends auto pay with an email, and the sweep finds a new one", async () => {
  const process = accounts.startProcess({ gateway: answering({ isAuthorizationGone: true }) })
  await process.change(await agreed())
  for (let copy = 0; copy < 2; copy += 1) {
    await process.report({ method: bank, isAuthorizationGone: true })
  }
  assert.deepEqual(await suspensions(), ["authorizationGone"])
  assert.equal((await mailsAbout(accounts.app, "has ended")).length, 1)
  const { autoPayNotice } = await accounts.at.productNow()
  assert.match(autoPayNotice?.content.join(" ") ?? "", /your authorization for this bank account/)
  const swept = accounts.startProcess({ gateway: answering({ isAuthorizationGone: false }) })
  await swept.sweep.run()
  assert.equal((await methodNow()).isAuthorizationEnded, "N")
})

test("METHODS-15 a report about a card never blocks it", async () => {
  const card = { ...bank, kind: "card", cardType: "VS", lastFour: "4242" } as const
  const method = { ...card, reference: "sample.visa.08-2031.T-CARD", expirationDate: "08/2031" }
  const process = accounts.startProcess()
  await process.report({ method, blocked: "account_unusable", isAuthorizationGone: true })
  const shown = await accounts.at.methodOf("T-CARD")
  assert.deepEqual([shown?.isBlocked, shown?.isAuthorizationEnded], ["N", "N"])
})

test("METHODS-15 a block concerns every client's method with the same reference, and a mark only its own", async () => {
  const other = { client: "electricians", accountNumber: "IE5510023", recordId: "T-OTHER" }
  const { database } = accounts.app
  await saveMethod(database, { ...other, sample: "bank" })
  await database.rows(sql`update myaccount_core.payment_method
    set gateway_reference = ${bank.reference} where record_id = ${other.recordId}`)
  const theirs = () => findMethod(database, other.client, other.accountNumber, other.recordId)
  await accounts.endAuthorization(recordId)
  assert.equal((await theirs())?.authorizationGone, false)
  await accounts.startProcess().report(blocked)
  assert.deepEqual(
    [(await theirs())?.blockedReason, (await methodNow()).isBlocked],
    ["account_closed", "Y"],
  )
  await database.rows(sql`delete from myaccount_core.payment_method
    where record_id = ${other.recordId}`)
})

test("METHODS-15 an account that is blocked while auto pay is being changed to it is not used", async () => {
  await accounts.endAuthorization(recordId)
  const process = accounts.startProcess({
    gateway: {
      async renew(...asked) {
        await accounts.startProcess().report(blocked)
        return await accounts.gateway.renew(...asked)
      },
    },
  })
  await assert.rejects(process.change(await agreed()), { messageId: "autoPay.changed" })
  assert.equal((await accounts.at.productNow()).currentPaymentMethodRecordId, "00")
})
