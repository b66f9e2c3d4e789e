import assert from "node:assert/strict"
import { afterEach, beforeEach, test } from "node:test"
import { sql } from "#database/sql.ts"
import { onlyGateway } from "#ports/payment-gateway/gateways-fixture.ts"
import { GatewaySilent, type KeptMethod } from "#ports/payment-gateway/port.ts"
import { payerAccount } from "#testing/payers.ts"
import { billingDeps, billingRunOf, setOnAutoPay } from "../auto-pay/billing-fixture.ts"
import { client, startPaymentsTest } from "../payments-fixture.ts"
import { createMethodReports } from "./payment-method-reports.ts"

let at: Awaited<ReturnType<typeof startPaymentsTest>>

beforeEach(async () => {
  at = await startPaymentsTest(1)
})

afterEach(() => at.close())

test("METHODS-15 a charge that waits for the gateway is canceled when its account is blocked", async () => {
  const recordId = await setOnAutoPay(at, 0, "bank")
  const charge = () => Promise.reject(new GatewaySilent("No answer."))
  const silent = at.startProcess({ gateway: { ...at.gateway, charge } })
  at.clock.advance({ days: 13 })
  assert.equal((await billingRunOf(at, silent).run())?.undecided, 1)
  const method: KeptMethod = {
    reference: `sample.bank.${recordId}`,
    kind: "bank",
    cardType: "",
    lastFour: "6789",
    expirationDate: "",
    institution: "Sandbox Bank",
    maskedRoutingNumber: "*****0000",
  }
  const gateways = onlyGateway(at.gateway)
  const { report } = createMethodReports({ ...billingDeps(at), gateways })
  await report({ method, blocked: "account_unusable" }, at.gateway.name)
  at.startProcess()
  await at.resolve()
  const { id, status, reason } = await at.paymentOf(0)
  assert.deepEqual([status, reason, at.charges(id)], ["canceled", "suspended", []])
})

test("METHODS-15 an account that is blocked without a suspension is not charged, and the customer is notified once", async () => {
  const recordId = await setOnAutoPay(at, 0, "bank")
  const server = at.startProcess()
  const { run } = billingRunOf(at, server)
  await run()
  await at.database.rows(
    sql`update myaccount_core.payment_method set blocked_reason = 'account_closed'
      where record_id = ${recordId}`,
  )
  at.clock.advance({ days: 13 })
  assert.equal((await run())?.skipped, 1)
  await run()
  assert.deepEqual(await server.history(client, payerAccount(0)), [])
  const mails = (await at.mailsTo(0)).filter(({ subject }) => subject.includes("is suspended"))
  assert.equal(mails.length, 1)
  assert.match(mails[0]?.text ?? "", /the account is closed/)
})
