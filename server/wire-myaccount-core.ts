import { createAccountRecord } from "#services/audit/account-record.ts"
import { isState } from "#services/brands/states.ts"
import type { Deps } from "#services/deps.ts"
import { questionById } from "#services/identity/credentials/security-questions.ts"
import type { Identity } from "#services/identity/identity.ts"
import { createPayments } from "#services/payments/payments.ts"
import { createProducts } from "#services/products/products.ts"
import { createContactChanges } from "#services/profile/contact/contact-changes.ts"
import { contactChangesJob } from "#services/profile/contact/contact-changes-job.ts"
import { createEmailHolds } from "#services/profile/new-email/email-holds.ts"
import { createNewEmail } from "#services/profile/new-email/new-email.ts"
import { createProfile } from "#services/profile/profile.ts"
import { createEmails } from "#services/profile/subscriptions/subscriptions.ts"
import { createTransactionEmails } from "#services/profile/subscriptions/transaction-emails.ts"
import { createStaffLimits } from "#services/staff/limits/staff-limits.ts"

/** The services of products, payments and profile. */
export function wireMyaccountCore(
  deps: Deps,
  { registeredUsers, newEmailCodes }: Pick<Identity, "registeredUsers" | "newEmailCodes">,
) {
  const { database, clock, policyAdmin, rateLimits, localize } = deps
  const products = createProducts(deps)
  const transactionEmails = createTransactionEmails(deps)
  const emailHolds = createEmailHolds({ ...deps, registrations: registeredUsers })
  const contactChanges = createContactChanges({ ...deps, beginHold: emailHolds.begin })
  const staffLimits = createStaffLimits(deps)
  const newEmail = createNewEmail({
    ...deps,
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
  const emails = createEmails(deps)
  const payments = createPayments(deps, transactionEmails)
  const accountRecord = createAccountRecord({
    ...deps,
    consume: (key, rateLimit) =>
      rateLimits.consume(key, { ...rateLimit, message: "accountRecord.tooMany" }),
  })

  const handlers = {
    ...products.handlers,
    ...payments.handlers,
    ...profile.handlers,
    ...newEmail.handlers,
    ...emailHolds.handlers,
    ...emails.handlers,
    ...accountRecord.handlers,
  }

  return {
    handlers,
    contactChanges,
    payments,
    unsubscribeByLink: emails.unsubscribeByLink,
    jobs: [contactChangesJob({ database, clock, policyAdmin, contactChanges })],
    tidies: [transactionEmails.forgetOldLinks, newEmail.forgetExpired, emailHolds.forgetExpired],
    /** Ends what runs beside the requests. */
    async stop() {
      await payments.stop()
    },
  }
}
