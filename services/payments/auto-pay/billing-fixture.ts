import { createAdapterMetrics } from "#platform/http/adapter-metrics.ts"
import { createOutbox } from "#ports/mail/outbox.ts"
import { onlyGateway } from "#ports/payment-gateway/gateways-fixture.ts"
import type { Deps } from "#services/deps.ts"
import type { FindProductNotices } from "#services/products/product-presenter.ts"
import { sharedTimeOf } from "#testing/clock.ts"
import { noEvents } from "#testing/events.ts"
import { saveMethod } from "#testing/pay-now.ts"
import { payerAccount, payerPolicy } from "#testing/payers.ts"
import { testAudit, testSecrets } from "#testing/secret-key.ts"
import type { PaymentProcessing } from "../paying/payment-processing.ts"
import { client, type startPaymentsTest, testLocalize } from "../payments-fixture.ts"
import { agreeToAutoPay } from "./agreement-fixture.ts"
import { authorizeChange } from "./authorized-change-fixture.ts"
import { createAutoPayFailures } from "./auto-pay-failures.ts"
import { createBillingRun } from "./billing-run.ts"
import { createProductNotices } from "./product-notices.ts"

type PaymentsTest = Awaited<ReturnType<typeof startPaymentsTest>>

/** The deps of billing and auto pay in these tests. */
export function billingDeps(at: PaymentsTest): Deps {
  const { database, clock, seal, brands, policyAdmin, gateway } = at
  return {
    database,
    clock,
    sharedTime: sharedTimeOf(clock).now,
    policyAdmin,
    gateways: onlyGateway(gateway),
    secrets: testSecrets,
    audit: testAudit(clock),
    outbox: createOutbox({ seal, clock }),
    events: noEvents,
    adapterMetrics: createAdapterMetrics(),
    wakeEmail() {},
    brandOf: brands.brandOf,
    brands,
    localize: testLocalize,
    log: { info() {}, warn() {}, error() {} },
  } as object as Deps
}

/** The daily billing of this test, which charges through this process. */
export function billingRunOf(at: PaymentsTest, payments: PaymentProcessing) {
  const deps = billingDeps(at)
  return createBillingRun(deps, payments, createAutoPayFailures(deps))
}

/** The auto pay notices on screens. */
export function noticesOf(at: PaymentsTest): FindProductNotices {
  const deps = billingDeps(at)
  return createProductNotices(deps, createAutoPayFailures(deps))
}

/**
 * Sets a payer's product to auto pay, agreed to today, with a sample method of the sandbox; returns
 * its record id.
 */
export async function setOnAutoPay(
  at: PaymentsTest,
  payer: number,
  sample: string,
  expirationDate = "08/2031",
): Promise<string> {
  const recordId = `pm${payer}`
  const accountNumber = payerAccount(payer)
  await saveMethod(at.database, { recordId, client, accountNumber, sample, expirationDate })
  const product = { client, accountNumber, policyNumber: payerPolicy(payer) }
  const today = await at.brands.todayOf(client)
  await agreeToAutoPay(at, { ...product, methodRecordId: recordId }, today)
  return recordId
}

/** A payer authorizes auto pay by this method again, and the change is made. */
export async function authorizeAutoPay(
  at: PaymentsTest,
  payer: number,
  recordId: string,
): Promise<void> {
  const { frequencyCode } = await at.billing(payer)
  const [accountNumber, policyNumber] = [payerAccount(payer), payerPolicy(payer)]
  const wanted = { frequencyCode, paymentMethodRecordId: recordId, paymentMethodLabel: "Visa" }
  await authorizeChange(billingDeps(at), { client, accountNumber, policyNumber }, wanted)
}
