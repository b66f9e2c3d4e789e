import type { Cleanup } from "#platform/jobs/housekeeping-job.ts"
import type { Identity } from "#services/identity/identity.ts"
import type { Deps } from "../deps.ts"
import { createContactChanges } from "./contact/contact-changes.ts"
import { contactChangesJob } from "./contact/contact-changes-job.ts"
import { createContactData } from "./contact/contact-data.ts"
import { createEmailHolds } from "./new-email/email-holds.ts"
import { createNewEmail } from "./new-email/new-email.ts"
import { createOptionalEmails } from "./subscriptions/optional-emails.ts"
import { createSubscriptions } from "./subscriptions/subscriptions.ts"

/** Contact data of customers, changes of their email address, and their email subscriptions. */
export function createProfile(
  deps: Deps,
  { registeredUsers, newEmailCodes }: Pick<Identity, "registeredUsers" | "newEmailCodes">,
) {
  const emailHolds = createEmailHolds(deps, registeredUsers)
  const contactChanges = createContactChanges(deps, emailHolds)
  const newEmail = createNewEmail(deps, { contactChanges, codes: newEmailCodes, registeredUsers })
  const subscriptions = createSubscriptions(deps)
  const optionalEmails = createOptionalEmails(deps)
  const cleanups: Cleanup[] = [
    newEmail.forgetExpired,
    emailHolds.forgetExpired,
    ({ unsubscribeLinks }) => optionalEmails.forgetOldLinks(unsubscribeLinks),
  ]

  return {
    handlers: {
      ...createContactData(deps, { contactChanges, newEmail, registeredUsers }).handlers,
      ...newEmail.handlers,
      ...emailHolds.handlers,
      ...subscriptions.handlers,
    },
    jobs: [contactChangesJob(deps, contactChanges)],
    cleanups,
    contactChanges,
    optionalEmails,
    unsubscribeByLink: subscriptions.unsubscribeByLink,
  }
}
