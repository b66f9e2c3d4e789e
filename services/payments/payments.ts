import type { Deps } from "#services/deps.ts"
import type { TransactionEmails } from "#services/profile/subscriptions/transaction-emails.ts"
import { createAuthorizationDocuments } from "./authorizations/authorization-documents.ts"
import { createAuthorizations } from "./authorizations/authorizations.ts"
import { createAutoPay } from "./auto-pay/auto-pay.ts"
import { createAutoPayChanges } from "./auto-pay/auto-pay-changes.ts"
import { createBillingRun } from "./billing/billing-run.ts"
import { startBillingSchedule } from "./billing/billing-schedule.ts"
import { createPaymentCenter } from "./center/payment-center.ts"
import { createPaymentEmails } from "./emails/payment-emails.ts"
import { createPaymentHistory } from "./history/payment-history.ts"
import { createPaymentGateway } from "./methods/payment-gateway.ts"
import { createPaymentMethods } from "./methods/payment-methods.ts"
import { createPayNow } from "./pay-now/pay-now.ts"
import { startPaymentWorker } from "./processing/charging-job.ts"
import { createPaymentProcessing } from "./processing/payment-processing.ts"

/** Payments of customers: paying now, auto pay, payment methods and what was paid before. */
export function createPayments(deps: Deps, transactionEmails: TransactionEmails) {
  const processing = createPaymentProcessing(deps, createPaymentEmails(deps, transactionEmails))
  const chargingJob = startPaymentWorker({ ...deps, run: processing.run })
  const methods = createPaymentMethods(deps)
  const authorizations = createAuthorizations(deps)
  const autoPayChanges = createAutoPayChanges(deps, transactionEmails)
  const billingRun = createBillingRun(deps, processing)
  let billingSchedule: ReturnType<typeof startBillingSchedule> | undefined

  return {
    handlers: {
      ...createPayNow(deps, processing, authorizations).handlers,
      ...createPaymentHistory(deps, processing).handlers,
      ...createPaymentCenter(deps).handlers,
      ...createAutoPay(deps, processing, authorizations, autoPayChanges).handlers,
      ...createAuthorizationDocuments(deps).handlers,
      ...createPaymentGateway(deps).handlers,
      ...methods.handlers,
    },
    report: processing.report,
    byConfirmationNumber: processing.byConfirmationNumber,
    billingRun,
    startBilling() {
      billingSchedule = startBillingSchedule({ ...deps, run: billingRun.run })
    },
    /** Ends the background work. */
    async stop() {
      await billingSchedule?.stop()
      await Promise.all([
        processing.stop(),
        chargingJob.stop(),
        autoPayChanges.stop(),
        methods.stop(),
      ])
    },
  }
}
