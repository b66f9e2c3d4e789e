import { createAccountRecord } from "#services/audit/account-record.ts"
import { isState } from "#services/brands/states.ts"
import type { Deps } from "#services/deps.ts"
import { createNewEmailCodes } from "#services/identity/codes/new-email-codes.ts"
import { questionById } from "#services/identity/credentials/security-questions.ts"
import type { PeopleNeeds } from "#services/identity/needs.ts"
import { createRegistrations } from "#services/identity/registration/registered-users.ts"
import type { createSessionTransfer } from "#services/identity/session-transfer/session-transfer.ts"
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
import type { EmailGuard } from "#services/profile/new-email/email-guard.ts"
import { createEmailHolds } from "#services/profile/new-email/email-holds.ts"
import { createNewEmail } from "#services/profile/new-email/new-email.ts"
import { createProfile } from "#services/profile/profile.ts"
import { createEmails } from "#services/profile/subscriptions/subscriptions.ts"
import { createTransactionEmails } from "#services/profile/subscriptions/transaction-emails.ts"
import { findServedClients } from "#services/staff/accounts/staff.store.ts"
import { createStaffOpens } from "#services/staff/customers/opened-documents.ts"
import { createStaffLimits } from "#services/staff/limits/staff-limits.ts"
import { createStaff } from "#services/staff/staff.ts"

interface Needs extends Deps, PeopleNeeds {
  transferSession: ReturnType<typeof createSessionTransfer>["make"]
  emailGuard: EmailGuard
}

/** The services of products, payments, profile and support. */
export function wireMyaccountCore({ brands, gateway, documentStore, contents, ...needs }: Needs) {
  const { transferSession, emailGuard, auditLog, alertsTo, log, ...people } = needs
  const { database, clock, secrets, policyAdmin, audit, outbox, wakeEmail } = people
  const { rateLimits, brandOf, localize } = people
  const staffOpens = createStaffOpens(database, audit)
  const dashboard = createDashboard({ policyAdmin, clock, localize })
  const documents = createDocuments({ ...people, documentStore, staffOpens, log })
  const products = createHeldProducts({ policyAdmin, clock })
  const transactionEmails = createTransactionEmails(people)
  const paymentMethods = createPaymentMethods({ ...people, gateway, contents, log })
  const registrations = createRegistrations({ database, clock, secrets })
  const emailHolds = createEmailHolds({ ...people, alertsTo, registrations })
  const contactChanges = createContactChanges({ ...people, beginHold: emailHolds.begin })
  const staffLimits = createStaffLimits({ ...people, alertsTo })
  const newEmail = createNewEmail({
    ...people,
    contactChanges,
    codes: createNewEmailCodes(people),
    isRegistered: registrations.isThere,
  })
  const profile = createProfile({
    policyAdmin,
    contactChanges,
    newEmail,
    localize,
    questionById,
    isState,
    isRegistered: registrations.isThere,
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
    ...people,
    auditLog,
    alertsTo,
    consume: (key, rateLimit) =>
      rateLimits.consume(key, { ...rateLimit, message: "accountRecord.tooMany" }),
  })
  const agent = createStaff({
    ...people,
    siteAddressOf: brands.siteAddressOf,
    customerHostOf: brands.customerHostOf,
    clientNameOf: brands.nameOf,
    registrations,
    servedClients: (staffUserid) => findServedClients(database, staffUserid),
    emailGuard,
    transferSession,
    contactChanges,
    byConfirmationNumber: payments.byConfirmationNumber,
    staffLimits,
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
    ...agent.handlers,
    ...accountRecord.handlers,
  }
  let billingSchedule: ReturnType<typeof startBillingSchedule> | undefined

  return {
    handlers,
    payments,
    billingRun,
    unsubscribeByLink: emails.unsubscribeByLink,
    jobs: [contactChangesJob({ database, clock, policyAdmin, contactChanges })],
    tidies: [
      transactionEmails.forgetOldLinks,
      agent.forgetOldApprovals,
      newEmail.forgetExpired,
      emailHolds.forgetExpired,
    ],
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
