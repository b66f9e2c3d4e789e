import type { Database } from "#database/open.ts"
import type { Queries } from "#database/sql.ts"
import type { Clock } from "#platform/clock.ts"
import type { BrandOf, EmailBrand } from "#platform/email/brand.ts"
import { addressed, type EmailMessage } from "#platform/email/email-message.ts"
import { newSecret, type Secrets } from "#platform/keys/secrets.ts"
import { earlier } from "#platform/time.ts"
import type { EmailOutbox } from "#ports/mail/port.ts"
import type { PolicyAdmin } from "#ports/policy-admin/port.ts"
import { deleteOldUnsubscribeLinks, insertUnsubscribeLink } from "./subscriptions.store.ts"

/** A mail that waits for the transaction of what it tells of. Wake the mail worker after the commit. */
export type ReadyEmail = (tx: Queries) => Promise<void>

export interface TransactionEmails {
  /**
   * A mail that tells a person what was done with their money: a receipt, a change of auto pay.
   * They may have none of these: then, and where no address is on file, there is no mail (null).
   * It carries a link of its own that ends all such mails. Ask for it before the transaction.
   *
   * `siteAddress` is where the person was, such as https://my.example.com.
   *
   * Errors: `AccountSystemAway`.
   */
  write(
    about: { client: string; accountNumber: string; siteAddress: string },
    letter: (to: { brand: EmailBrand; firstName: string }) => EmailMessage,
  ): Promise<ReadyEmail | null>
  /** Removes links whose mails nobody can be expected to open any more. */
  forgetOldLinks(): Promise<void>
}

/** Mails are kept, and opened again years later. */
const linkDays = 3 * 365

/** Links made before this lead nowhere. */
export function oldestLink(clock: Clock): Date {
  return earlier(clock.now(), { days: linkDays })
}

export function createTransactionEmails({
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
}): TransactionEmails {
  return {
    async write({ client, accountNumber, siteAddress }, letter) {
      const person = await policyAdmin.person(client, accountNumber)
      if (!person?.isEmailSubscribed || person.emailAddress === "") return null
      const token = newSecret()
      const unsubscribeLink = `${siteAddress}/unsubscribe/${token}`
      const brand = { ...(await brandOf(client, siteAddress)), unsubscribeLink }
      const written = letter({ brand, firstName: person.firstName })
      const mail = addressed(written, brand, person.emailAddress)
      return async (tx) => {
        const tokenHash = secrets.hash("unsubscribe link", token)
        await insertUnsubscribeLink(tx, { tokenHash, client, accountNumber, now: clock.now() })
        await outbox.add(tx, mail)
      }
    },
    async forgetOldLinks() {
      await deleteOldUnsubscribeLinks(database, oldestLink(clock))
    },
  }
}
