import type { Database } from "#database/open.ts"
import type { Queries } from "#database/sql.ts"
import type { Clock } from "#platform/clock.ts"
import type { BrandOf, EmailBrand } from "#platform/email/brand.ts"
import { addressed, type EmailMessage } from "#platform/email/email-message.ts"
import type { Secrets } from "#platform/keys/secrets.ts"
import { earlier } from "#platform/time.ts"
import type { EmailOutbox } from "#ports/mail/port.ts"
import type { PolicyAdmin } from "#ports/policy-admin/port.ts"
import { deleteOldUnsubscribeLinks, insertUnsubscribeLink } from "./subscriptions.store.ts"

/** An email to add in the transaction of the event. Call `wakeEmail` after the commit. */
export type ReadyEmail = (tx: Queries) => Promise<void>

export interface OptionalEmails {
  /**
   * Writes an optional email, such as a receipt or a change of auto pay. Returns null if the person
   * unsubscribed or has no address on file. The email contains a personal unsubscribe link. Call it
   * before the transaction.
   *
   * `siteAddress` is the address of the person's site, such as https://my.example.com.
   *
   * Errors: `AccountSystemAway`.
   */
  write(
    about: { client: string; accountNumber: string; siteAddress: string },
    compose: (to: { brand: EmailBrand; firstName: string }) => EmailMessage,
  ): Promise<ReadyEmail | null>
  /** Deletes links of emails that were written before this time. */
  forgetOldLinks(before: Date): Promise<void>
}

/** People keep emails and open them years later. */
const linkDays = 3 * 365

/** Links created before this do not work. */
export function oldestLink(clock: Clock): Date {
  return earlier(clock.now(), { days: linkDays })
}

export function createOptionalEmails({
  database,
  policyAdmin,
  clock,
  secrets,
  outbox,
  brandOf,
}: {
  database: Database
  policyAdmin: PolicyAdmin
  clock: Clock
  secrets: Secrets
  outbox: EmailOutbox
  brandOf: BrandOf
}): OptionalEmails {
  return {
    async write({ client, accountNumber, siteAddress }, compose) {
      const person = await policyAdmin.person(client, accountNumber)
      if (!person?.isEmailSubscribed || person.emailAddress === "") return null
      const token = secrets.random()
      const unsubscribeLink = `${siteAddress}/unsubscribe/${token}`
      const brand = { ...(await brandOf(client, siteAddress)), unsubscribeLink }
      const composed = compose({ brand, firstName: person.firstName })
      const email = addressed(composed, brand, person.emailAddress)
      return async (tx) => {
        const tokenHash = secrets.hash("unsubscribe link", token)
        await insertUnsubscribeLink(tx, { tokenHash, client, accountNumber, now: clock.now() })
        await outbox.add(tx, email)
      }
    },
    async forgetOldLinks(before) {
      await deleteOldUnsubscribeLinks(database, before)
    },
  }
}
