import type { EmailBrand } from "#platform/email/brand.ts"
import { addressed, type EmailMessage } from "#platform/email/email-message.ts"
import type { Deps } from "#services/deps.ts"
import type { ReadyEmail } from "#services/profile/subscriptions/optional-emails.ts"

/**
 * Writes an email that a customer gets even if they unsubscribed, such as the confirmation of an
 * authorization. Null if there is no address on file. Call it before the transaction.
 *
 * Errors: `AccountSystemAway`.
 */
export async function requiredEmail(
  { policyAdmin, outbox, brandOf }: Pick<Deps, "policyAdmin" | "outbox" | "brandOf">,
  about: { client: string; accountNumber: string; siteAddress: string },
  compose: (to: { brand: EmailBrand; firstName: string }) => EmailMessage,
): Promise<ReadyEmail | null> {
  const person = await policyAdmin.person(about.client, about.accountNumber)
  if (!person || person.emailAddress === "") return null
  const brand = await brandOf(about.client, about.siteAddress)
  const email = addressed(
    compose({ brand, firstName: person.firstName }),
    brand,
    person.emailAddress,
  )
  return (tx) => outbox.add(tx, email)
}
