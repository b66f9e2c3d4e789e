import type { Queries } from "#database/sql.ts"
import { createPaymentMetrics } from "#platform/http/payment-metrics.ts"
import type { Cleanup } from "#platform/jobs/housekeeping-job.ts"
import type { Job } from "#platform/jobs/job.ts"
import { dateOnScreen } from "#platform/text/dates.ts"
import { dayAt } from "#platform/time-zone.ts"
import type { FraudWarning, GatewayReport, MethodReport } from "#ports/payment-gateway/port.ts"
import { AccountSystemAway } from "#ports/policy-admin/port.ts"
import type { Deps } from "#services/deps.ts"
import type { OptionalEmails } from "#services/profile/subscriptions/optional-emails.ts"
import { createAccountMoney } from "./account/account-money-presenter.ts"
import { createComingPayments } from "./account/coming-payments.ts"
import { createPaymentCenter } from "./account/payment-center.ts"
import { explanationOf } from "./account/payment-explanation-presenter.ts"
import { createPaymentHistory } from "./account/payment-history.ts"
import { createStatusOf } from "./account/payment-status.ts"
import { createCorrections } from "./adjustments/corrections.ts"
import { createRefunds } from "./adjustments/refunds.ts"
import { findHeldMoney } from "./adjustments/revoked.store.ts"
import { repost, revoke } from "./adjustments/revoked.ts"
import { createAutoPay } from "./auto-pay/auto-pay.ts"
import { createAutoPayChanges } from "./auto-pay/auto-pay-changes.ts"
import { autoPayChangesJob } from "./auto-pay/auto-pay-changes-job.ts"
import { createAutoPayFailures } from "./auto-pay/auto-pay-failures.ts"
import { createAutoPayListener } from "./auto-pay/auto-pay-listener.ts"
import { createAutoPayOverview } from "./auto-pay/auto-pay-overview.ts"
import { billingJob } from "./auto-pay/billing-job.ts"
import { findBillingProgress } from "./auto-pay/billing-progress.store.ts"
import { createBillingRun } from "./auto-pay/billing-run.ts"
import { createProductNotices } from "./auto-pay/product-notices.ts"
import { createAutoPaySkips } from "./auto-pay/skips.ts"
import { findUnsentChargeNotices } from "./auto-pay/unsent-charge-notices.store.ts"
import { addDifferences } from "./differences/differences.store.ts"
import { reportDifferences } from "./differences/reported-differences.ts"
import { noticeNames } from "./differences/required-email.ts"
import { createPaymentGateway } from "./methods/payment-gateway.ts"
import { deleteOldRequests } from "./methods/payment-method-requests.store.ts"
import { createPaymentMethods } from "./methods/payment-methods.ts"
import { createAuthorizationDocuments } from "./paying/authorization-documents.ts"
import { findLastAutoPayAgreement } from "./paying/authorizations.store.ts"
import { createAuthorizations } from "./paying/authorizations.ts"
import { chargingJob } from "./paying/charging-job.ts"
import { createDetailedCoverage } from "./paying/coverage-presenter.ts"
import { createInstrumentedGateways } from "./paying/instrumented-gateway.ts"
import { createPayNow } from "./paying/pay-now.ts"
import { createPaymentEmails } from "./paying/payment-emails.ts"
import { isMoneyRetained, paymentStateLabels } from "./paying/payment-presenter.ts"
import {
  createPaymentProcessing,
  type Payment,
  type PaymentEvent,
} from "./paying/payment-processing.ts"
import { findWaitingPayments } from "./paying/payments.store.ts"
import { createPostingFailures } from "./paying/posting-failures.ts"
import { bankReturnsJob } from "./reconciliation/bank-returns-job.ts"
import { createLateClosings } from "./reconciliation/late-closings.ts"
import { createLostPayments } from "./reconciliation/lost-payments.ts"
import { createSweep } from "./reconciliation/sweep.ts"
import { sweepJob } from "./reconciliation/sweep-job.ts"

export type Payments = ReturnType<typeof createPayments>

/** Payments of customers: pay now, auto pay, payment methods and payment history. */
export function createPayments(all: Deps, optionalEmails: OptionalEmails) {
  const metrics = createPaymentMetrics()
  const deps = { ...all, gateways: createInstrumentedGateways(all, metrics, all.adapterMetrics) }
  // An alert notices the growth of a counter, and not a counter that first appears above 0.
  for (const notice of noticeNames) all.adapterMetrics.unsentNotices.inc({ notice }, 0)
  const failures = createAutoPayFailures(deps)
  const listener = createAutoPayListener(deps, failures, metrics)
  const emails = createPaymentEmails(deps, optionalEmails, listener)
  const postingFailures = createPostingFailures(deps, metrics)
  const refunds = createRefunds(deps, postingFailures)
  const processing = createPaymentProcessing(deps, emails, listener, refunds, metrics)
  const corrections = createCorrections(deps, postingFailures)
  const noticesOf = createProductNotices(deps, failures)
  const methods = createPaymentMethods(deps)
  const authorizations = createAuthorizations(deps)
  const autoPayChanges = createAutoPayChanges(deps)
  const autoPay = createAutoPay(deps, processing, authorizations, autoPayChanges, {
    noticesOf,
    renew: methods.renewals,
  })
  const autoPaySkips = createAutoPaySkips(deps, noticesOf, postingFailures)
  const billingRun = createBillingRun(deps, processing, failures)
  const sweep = createSweep(deps, processing, refunds, processing.metrics)

  return {
    handlers: {
      ...createPayNow(deps, processing, authorizations, noticesOf, methods.renewals).handlers,
      ...createPaymentHistory(deps, processing, failures, corrections).handlers,
      ...createPaymentCenter(deps, authorizations, noticesOf).handlers,
      ...createComingPayments(deps, noticesOf).handlers,
      ...autoPay.handlers,
      ...autoPaySkips.handlers,
      ...createAuthorizationDocuments(deps).handlers,
      ...createPaymentGateway(deps, metrics).handlers,
      ...methods.handlers,
    },
    noticesOf,
    coverageOf: createDetailedCoverage(deps),
    /** Stops auto pay of all products of a closed account. Errors: `AccountSystemAway`. */
    stopAutoPay: failures.suspendClosed,
    autoPayAgreedAt: (owner: { client: string; accountNumber: string }) =>
      findLastAutoPayAgreement(all.database, owner),
    lateClosings: createLateClosings(deps, metrics),
    /** Records that the account system reversed a payment; see `revoke`. */
    async revoke(owner: { client: string; accountNumber: string }, id: string, at: Date) {
      const effect = await revoke(deps, owner, id, at)
      if (!effect) return undefined
      return async (tx: Queries) => {
        if (!(await effect(tx))) return
        const differences = await findHeldMoney(tx, owner.client, id)
        const added = await addDifferences(tx, differences, all.clock.now())
        reportDifferences(added, metrics.differences, all.log)
      }
    },
    /**
     * Posts an accepted payment now, if it is waiting for that, and returns the function that
     * records that the account system posted it again; see `repost`. Errors: `AccountSystemAway` if
     * it is still waiting.
     */
    async postPayment(
      { client, accountNumber }: { client: string; accountNumber: string },
      id: string,
      at: Date,
    ) {
      const payment = await processing.find({ client, id })
      if (payment?.accountNumber !== accountNumber) return undefined
      if (payment.revokedAt) {
        const effect = await repost(deps, payment, at)
        return effect && (async (tx: Queries) => void (await effect(tx)))
      }
      if (payment.confirmationNumber === null || payment.appliedAt !== null) return undefined
      await processing.run(payment)
      const now = await processing.find(payment)
      if (now?.appliedAt === null) throw new AccountSystemAway("The payment is not posted yet.")
      return undefined
    },
    autoPayOf: createAutoPayOverview(deps, noticesOf),
    /** Applies a report of this gateway about a charge or a saved method. */
    async report(
      report: GatewayReport | MethodReport | FraudWarning,
      gateway: string,
    ): Promise<void> {
      if ("method" in report) await methods.report(report, gateway)
      else await processing.report(report, gateway)
    },
    byConfirmationNumber: processing.byConfirmationNumber,
    payingAccounts: processing.payingAccounts,
    history: processing.history,
    statusLabelOf,
    accountMoneyOf: createAccountMoney(deps, noticesOf, statusLabelOf),
    /** Explains a payment as its history does, in HTML. */
    explanationOf: async (payment: Payment, events: readonly PaymentEvent[], timeZone: string) =>
      await explanationOf(
        deps.localize,
        payment,
        events,
        timeZone,
        dateOnScreen(dayAt(deps.clock.now(), timeZone)),
        undefined,
      ),
    refunds,
    corrections,
    /** Upcoming charges that no email announced to the customer, because no address is on file. */
    unsentChargeNoticesOf: async (client: string, accountNumber: string) =>
      await findUnsentChargeNotices(deps.database, client, accountNumber),
    billingRun,
    statusOf: createStatusOf(all.database),
    /** The waiting work of all clients, for the metrics. */
    backlog: async () => ({
      payments: await findWaitingPayments(all.database),
      billing: await findBillingProgress(all.database),
    }),
    /** Metrics for `serveMetrics`. */
    metrics: Object.values(processing.metrics),
    jobs: [
      chargingJob(deps, processing),
      refunds.job,
      corrections.job,
      methods.job,
      methods.reminderJob,
      methods.movedJob,
      autoPayChangesJob(deps, autoPayChanges, autoPaySkips),
      bankReturnsJob(deps, metrics),
    ] as Job[],
    cleanups: [({ ended }) => deleteOldRequests(all.database, ended)] as Cleanup[],
    sweep,
    /** Records payments that are missing in a restored database. */
    lost: createLostPayments(deps, processing),
    /** Compares our payments with the gateway once a day. */
    sweepJob: sweepJob(deps, sweep),
    /** Runs the daily billing. */
    billingJob: billingJob(deps, billingRun),
    idle: processing.idle,
    /** Waits for the payments with a waiting customer. */
    stop: processing.stop,
  }
}

/** The status of a payment, as staff read it. */
function statusLabelOf(payment: Payment): string {
  if (isMoneyRetained(payment)) return "Taken back by the account system"
  return paymentStateLabels[payment.status]
}
