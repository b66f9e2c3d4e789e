import { createAccountRecord } from "#services/audit/account-record.ts"
import { isState } from "#services/brands/states.ts"
import type { Deps } from "#services/deps.ts"
import { questionById } from "#services/identity/credentials/security-questions.ts"
import type { Identity } from "#services/identity/identity.ts"
import { createAuthorizationDocuments } from "#services/payments/authorizations/authorization-documents.ts"
import { createAuthorizations } from "#services/payments/authorizations/authorizations.ts"
import { createAutoPay } from "#services/payments/auto-pay/auto-pay.ts"
import { createAutoPayChanges } from "#services/payments/auto-pay/auto-pay-changes.ts"
import { createBillingRun } from "#services/payments/billing/billing-run.ts"
import { startBillingSchedule } from "#services/payments/billing/billing-schedule.ts"
import { createPaymentCenter } from "#services/payments/center/payment-center.ts"
import { createPaymentEmails } from "#services/payments/emails/payment-emails.ts"
import { createPaymentHistory } from "#services/payments/history/payment-history.ts"
import { createPaymentGateway } from "#services/payments/methods/payment-gateway.ts"
import { createPaymentMethods } from "#services/payments/methods/payment-methods.ts"
import { createPayNow } from "#services/payments/pay-now/pay-now.ts"
import { createPaymentProcessing } from "#services/payments/processing/payment-processing.ts"
import { createDashboard } from "#services/products/dashboard/dashboard.ts"
import { createDocuments } from "#services/products/documents/documents.ts"
import { createHeldProducts } from "#services/products/held-products.ts"
import { createContactChanges } from "#services/profile/contact/contact-changes.ts"
import { contactChangesJob } from "#services/profile/contact/contact-changes-job.ts"
import { createEmailHolds } from "#services/profile/new-email/email-holds.ts"
import { createNewEmail } from "#services/profile/new-email/new-email.ts"
import { createProfile } from "#services/profile/profile.ts"
import { createEmails } from "#services/profile/subscriptions/subscriptions.ts"
import { createTransactionEmails } from "#services/profile/subscriptions/transaction-emails.ts"
import { createStaffOpens } from "#services/staff/customers/opened-documents.ts"
import { createStaffLimits } from "#services/staff/limits/staff-limits.ts"

/** The services of products, payments and profile. */
export function wireMyaccountCore(
  deps: Deps,
  { registeredUsers, newEmailCodes }: Pick<Identity, "registeredUsers" | "newEmailCodes">,
) {
  const { brands, gateway, contents, log, ...people } = deps
  const { database, clock, policyAdmin, audit, outbox, wakeEmail } = people
  const { rateLimits, brandOf, localize } = people
  const staffOpens = createStaffOpens(deps)
  const dashboard = createDashboard({ policyAdmin, clock, localize })
  const documents = createDocuments({ ...deps, staffOpens })
  const products = createHeldProducts({ policyAdmin, clock })
  const transactionEmails = createTransactionEmails(people)
  const paymentMethods = createPaymentMethods(deps)
  const emailHolds = createEmailHolds({ ...deps, registrations: registeredUsers })
  const contactChanges = createContactChanges({ ...deps, beginHold: emailHolds.begin })
  const staffLimits = createStaffLimits(deps)
  const newEmail = createNewEmail({
    ...people,
    contactChanges,
    codes: newEmailCodes,
    isRegistered: registeredUsers.isRegistered,
  })
  const profile = createProfile({
    policyAdmin,
    contactChanges,
    newEmail,
    localize,
    questionById,
    isState,
    isRegistered: registeredUsers.isRegistered,
    staffLimits,
  })
  const emails = createEmails(people)
  const payments = createPaymentProcessing({
    database,
    clock,
    policyAdmin,
    gateway,
    audit,
    mails: createPaymentEmails({ policyAdmin, clock, outbox, transactionEmails, brandOf }),
    wakeEmail,
    log,
  })
  const authorizations = createAuthorizations({
    clock,
    contentsByTitle: contents,
    phoneNumberOf: brands.phoneNumberOf,
  })
  const payNow = createPayNow({
    database,
    payments,
    authorizations,
    policyAdmin,
    clock,
    localize,
    consume: (tx, client, accountNumber) =>
      rateLimits.consume(`payment of ${client} ${accountNumber}`, { calls: 30, minutes: 10 }, tx),
  })
  const paymentHistory = createPaymentHistory({ ...people, payments, staffOpens })
  const billingRun = createBillingRun({
    ...people,
    payments,
    siteAddressOf: brands.siteAddressOf,
    log,
  })
  const autoPayChanges = createAutoPayChanges({
    database,
    clock,
    policyAdmin,
    audit,
    transactionEmails,
    wakeEmail,
    log,
  })
  const autoPay = createAutoPay({
    database,
    clock,
    policyAdmin,
    authorizations,
    changes: autoPayChanges,
    hasOpenPayment: async (client, number) => (await payments.open(client, number)) !== undefined,
    localize,
  })
  const accountRecord = createAccountRecord({
    ...deps,
    consume: (key, rateLimit) =>
      rateLimits.consume(key, { ...rateLimit, message: "accountRecord.tooMany" }),
  })

  const handlers = {
    ...dashboard.handlers,
    ...documents.handlers,
    ...products.handlers,
    ...profile.handlers,
    ...newEmail.handlers,
    ...emailHolds.handlers,
    ...emails.handlers,
    ...createPaymentGateway(gateway).handlers,
    ...paymentMethods.handlers,
    ...payNow.handlers,
    ...paymentHistory.handlers,
    ...createPaymentCenter({ policyAdmin, clock }).handlers,
    ...autoPay.handlers,
    ...createAuthorizationDocuments({ ...people, staffOpens }).handlers,
    ...accountRecord.handlers,
  }
  let billingSchedule: ReturnType<typeof startBillingSchedule> | undefined

  return {
    handlers,
    contactChanges,
    payments,
    billingRun,
    unsubscribeByLink: emails.unsubscribeByLink,
    jobs: [contactChangesJob({ database, clock, policyAdmin, contactChanges })],
    tidies: [transactionEmails.forgetOldLinks, newEmail.forgetExpired, emailHolds.forgetExpired],
    startBilling() {
      billingSchedule = startBillingSchedule({ database, clock, run: billingRun.run, log })
    },
    /** Ends what runs beside the requests. */
    async stop() {
      await billingSchedule?.stop()
      await Promise.all([payments.stop(), autoPayChanges.stop(), paymentMethods.stop()])
    },
  }
}
