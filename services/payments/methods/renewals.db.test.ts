import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { after, before, beforeEach, test } from "node:test"
import { renewedDebitText } from "#contracts/payments/payment-method-rules.ts"
import { sql } from "#database/sql.ts"
import {
  AuthorizationGone,
  GatewayAway,
  GatewaySilent,
  type KeepTerms,
  MethodGone,
  type PaymentGateway,
  TokenRefused,
} from "#ports/payment-gateway/port.ts"
import { auditLog } from "#testing/audit-trail.ts"
import { paymentBody } from "#testing/pay-now.ts"
import { policyNumber } from "../auto-pay/auto-pay-fixture.ts"
import { findPaymentByKey } from "../paying/payments.store.ts"
import { type BankAccounts, mailsAbout, startBankAccounts } from "./bank-account-fixture.ts"

const recordId = "T-BANK"
const monthlyByBank = { frequencyCode: "M", paymentMethodRecordId: recordId }
const text = renewedDebitText("Checking ending in 6789", "Harbor Mutual", "(800) 555-0142")
let accounts: BankAccounts

before(async () => {
  accounts = await startBankAccounts()
})

after(() => accounts.close())

beforeEach(async () => {
  const { at, app } = accounts
  await at.restore()
  await app.database.rows(sql`delete from myaccount_core.payment_method_request`)
  await app.database.rows(sql`update myaccount_core.payment_method set authorization_gone = false,
    verify_at = '' where record_id = ${recordId}`)
  await accounts.endAuthorization(recordId)
})

/** A gateway that refuses the account until it is authorized again. `asked`: keys and terms. */
function renewing(renew: PaymentGateway["renew"] = accounts.gateway.renew) {
  const asked: { key: string; reference: string; terms: KeepTerms }[] = []
  let isRenewed = false
  const gateway: Partial<PaymentGateway> = {
    async renew(reference, key, terms) {
      asked.push({ reference, key, terms })
      const renewed = await renew(reference, key, terms)
      isRenewed = true
      return renewed
    },
    async charge(request) {
      if (!isRenewed) throw new AuthorizationGone("ended")
      return await accounts.gateway.charge(request)
    },
  }
  return { asked, gateway }
}

async function agreed() {
  return (await accounts.at.agreed(monthlyByBank)).body
}

async function methodNow() {
  const method = await accounts.at.methodOf(recordId)
  assert.ok(method)
  return method
}

async function onAutoPay() {
  return (await accounts.at.productNow()).currentPaymentMethodRecordId
}

test("METHODS-14 agreeing to auto pay authorizes the account again before anything changes", async () => {
  const shown = await methodNow()
  assert.equal(shown.isAuthorizationEnded, "Y")
  assert.match(shown.authorizationMessage, /^Your authorization for Checking ending in 6789 has/)
  const { asked, gateway } = renewing()
  const { messages } = await accounts.startProcess({ gateway }).change(await agreed())
  assert.equal(messages[0]?.messageId, "autoPay.added")
  assert.equal(await onAutoPay(), recordId)
  const at = accounts.app.clock.now()
  const acceptance = { ip: "192.0.2.7", userAgent: "Test browser", at }
  const { accountNumber } = accounts.at.siobhan.body
  const returnAddress = "http://harbor.localhost/authenticated"
  assert.deepEqual(
    asked.map(({ reference, terms }) => ({ reference, terms })),
    [
      {
        reference: `sample.bank.${recordId}`,
        terms: { client: "harbor", accountNumber, acceptance, returnAddress },
      },
    ],
  )
  assert.equal((await methodNow()).isAuthorizationEnded, "N")
  const [renewed, changed] = (await auditLog(accounts.app.database, "harbor")).slice(-2)
  assert.deepEqual([renewed?.action, changed?.action], ["paymentMethod.change", "autoPay.change"])
  assert.partialDeepStrictEqual(renewed, {
    before: { authorization: "ended" },
    after: { agreedTo: text },
  })
  const [mail] = await mailsAbout(accounts.app, "was authorized again")
  for (const fact of ["A. Person", "Sandbox Bank", "110000000", "6789", text]) {
    assert.ok(mail?.text.replace(/\s+/g, " ").includes(fact), `${fact} is missing: ${mail?.text}`)
  }
})

test("METHODS-14 nothing changes if the gateway refuses the account or does not answer, and a repetition continues with the same key", async () => {
  for (const [error, messageId, status] of [
    [new TokenRefused("account_closed"), "autoPay.notAuthorized", "refused"],
    [new MethodGone("removed"), "autoPay.notAuthorized", "refused"],
    [new GatewayAway("away"), "autoPay.gatewayAway", "refused"],
    [new GatewaySilent("silent"), "autoPay.gatewayAway", "open"],
  ] as const) {
    const { gateway } = renewing(() => Promise.reject(error))
    await assert.rejects(accounts.startProcess({ gateway }).change(await agreed()), { messageId })
    assert.equal((await accounts.renewals()).at(-1)?.status, status)
    assert.deepEqual([await onAutoPay(), (await methodNow()).isAuthorizationEnded], ["00", "Y"])
  }
  const [open] = await accounts.app.database.rows<{ id: string }>(
    sql`select id from myaccount_core.payment_method_request where status = 'open'`,
  )
  const { asked, gateway } = renewing()
  await accounts.startProcess({ gateway }).change(await agreed())
  assert.deepEqual([asked.map(({ key }) => key), await onAutoPay()], [[open?.id], recordId])
})

test("METHODS-14 simultaneous and later agreements authorize the account once", async () => {
  const { asked, gateway } = renewing()
  const [one, other] = [accounts.startProcess({ gateway }), accounts.startProcess({ gateway })]
  const body = await agreed()
  const results = await Promise.allSettled([one.change(body), other.change(body)])
  assert.ok(results.some(({ status }) => status === "fulfilled"))
  assert.equal(new Set(asked.map(({ key }) => key)).size, 1)
  assert.deepEqual(await accounts.renewals(), [{ status: "done" }])
  assert.equal(await onAutoPay(), recordId)
  const before = asked.length
  await one.change(body)
  assert.equal(asked.length, before)
  assert.equal((await accounts.renewals()).length, 1)
})

test("METHODS-14 a process that dies after the gateway has renewed leaves a renewal that the job completes", async () => {
  const dying = renewing(async (...asked) => {
    await accounts.gateway.renew(...asked)
    throw new Error("This process is gone.")
  })
  const dead = accounts.startProcess({ gateway: dying.gateway })
  await assert.rejects(dead.change(await agreed()), /is gone/)
  assert.deepEqual(await accounts.renewals(), [{ status: "open" }])
  const { asked, gateway } = renewing()
  const alive = accounts.startProcess({ gateway })
  await alive.goOn()
  assert.equal(asked[0]?.key, dying.asked[0]?.key)
  assert.deepEqual(await accounts.renewals(), [{ status: "done" }])
  assert.deepEqual([await onAutoPay(), (await methodNow()).isAuthorizationEnded], ["00", "N"])
  await alive.change(await agreed())
  assert.deepEqual([asked.length, await onAutoPay()], [1, recordId])
})

test("METHODS-14 a process that dies between the renewal and the change leaves an account that the next agreement uses", async () => {
  const { asked, gateway } = renewing()
  let isDead = false
  const { database } = accounts.app
  const dying = accounts.startProcess({
    gateway: {
      async renew(...given) {
        const renewed = await gateway.renew?.(...given)
        isDead = true
        assert.ok(renewed)
        return renewed
      },
    },
    database: {
      async transaction(work) {
        // The transaction that stores the renewal is the first one after the gateway's answer.
        if (isDead && (await accounts.renewals()).at(-1)?.status === "done") {
          throw new Error("This process is gone.")
        }
        return await database.transaction(work)
      },
    },
  })
  await assert.rejects(dying.change(await agreed()), /is gone/)
  assert.deepEqual([await onAutoPay(), (await methodNow()).isAuthorizationEnded], ["00", "N"])
  await accounts.startProcess({ gateway }).change(await agreed())
  assert.deepEqual([asked.length, await onAutoPay()], [1, recordId])
})

test("METHODS-14 an account that must be verified again is not put on auto pay, and the customer reads how to verify it", async () => {
  const { gateway } = renewing(async (...asked) => ({
    ...(await accounts.gateway.renew(...asked)),
    verifyAt: "https://gateway.example/again",
    deposits: "code",
  }))
  const change = accounts.startProcess({ gateway }).change(await agreed())
  await assert.rejects(change, (error: { messageId: string; values: Record<string, string> }) => {
    assert.equal(error.messageId, "autoPay.methodToVerify")
    assert.match(error.values.deposits ?? "", /\$0\.01 .* begins with SM\. .* within 10 days/)
    return true
  })
  const { isAuthorizationEnded, isVerified, verifyAt } = await methodNow()
  assert.deepEqual(
    [await onAutoPay(), isAuthorizationEnded, isVerified, verifyAt],
    ["00", "N", "N", "https://gateway.example/again"],
  )
  const mails = await mailsAbout(accounts.app, "was authorized again")
  assert.ok(mails.some((mail) => mail.text.includes("https://gateway.example/again")))
})

test("METHODS-14 an agreement by phone renews without the customer's browser", async () => {
  const { asked, gateway } = renewing()
  const staffUserid = "agent_harbor"
  const { asking } = accounts.at
  const byStaff = { ...asking, reader: { ...asking.reader, csUserid: staffUserid } }
  const { body } = await accounts.at.agreed(monthlyByBank, undefined, byStaff)
  await accounts.startProcess({ gateway }).change(body, { staffUserid })
  assert.deepEqual(
    asked.map(({ terms }) => terms.acceptance),
    [undefined],
  )
  const entry = (await auditLog(accounts.app.database, "harbor")).findLast(
    ({ action }) => action === "paymentMethod.change",
  )
  assert.partialDeepStrictEqual(entry, {
    actorKind: "staff",
    actorUserid: staffUserid,
    after: { agreedTo: text },
  })
})

test("METHODS-14 a payment by the account is charged after the gateway has renewed it, and not at all if it refuses", async () => {
  const body = await paymentBody(accounts.at.siobhan, policyNumber, recordId)
  const payments = async () =>
    await accounts.app.database.rows<{ status: string }>(
      sql`select status from myaccount_core.payment where policy_number = ${policyNumber}`,
    )
  const before = (await payments()).length
  for (const [error, messageId] of [
    [new TokenRefused("account_unusable"), "payment.notAuthorized"],
    [new GatewayAway("away"), "payment.canceled.away"],
  ] as const) {
    const { gateway } = renewing(() => Promise.reject(error))
    const refused = accounts.startProcess({ gateway }).pay(body, randomUUID())
    await assert.rejects(refused, { messageId })
  }
  assert.equal((await payments()).length, before)
  const { asked, gateway } = renewing()
  const process = accounts.startProcess({ gateway })
  const key = randomUUID()
  const paid = await process.pay(body, key)
  await process.idle()
  assert.equal((await process.pay(body, key)).confirmationNumber, paid.confirmationNumber)
  assert.equal(asked.length, 1)
  assert.equal((await payments()).at(-1)?.status, "pending")
})

test("METHODS-14 after a lost dispute the same account is offered, authorized again and charged", async () => {
  const { app, at } = accounts
  await app.database.rows(sql`update myaccount_core.payment_method set authorization_gone = false
    where record_id = ${recordId}`)
  const first = accounts.startProcess()
  const disputed = randomUUID()
  await first.pay(await paymentBody(at.siobhan, policyNumber, recordId), disputed)
  await first.idle()
  const payment = await findPaymentByKey(
    app.database,
    "harbor",
    at.siobhan.body.accountNumber,
    disputed,
  )
  assert.ok(payment)
  const charge = { key: payment.id, reference: "charge", refundedAmount: 0 }
  await first.report({ ...charge, status: "settled", reason: "" })
  await first.report({ ...charge, status: "disputeLost", reason: "not_authorized" })
  await first.idle()
  if ((await methodNow()).isAuthorizationEnded === "N") await accounts.endAuthorization(recordId)

  const { asked, gateway } = renewing()
  const process = accounts.startProcess({ gateway })
  const key = randomUUID()
  await process.pay(await paymentBody(at.siobhan, policyNumber, recordId), key)
  await process.idle()
  assert.equal(asked.length, 1)
  const again = await findPaymentByKey(app.database, "harbor", payment.accountNumber, key)
  assert.deepEqual([again?.status, again?.amount], ["pending", payment.amount])
  const change = await process.change(await agreed())
  assert.deepEqual([change.messages[0]?.messageId, asked.length], ["autoPay.added", 1])
})
