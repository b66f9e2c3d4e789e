import type { Queries } from "#database/sql.ts"
import { addressed, type EmailMessage } from "#platform/email/email-message.ts"
import { type Greeted, siteName } from "#platform/email/layout.ts"
import { type ChangeNotice, notice } from "#platform/email/notice.ts"
import type { EmailOutbox } from "#ports/mail/port.ts"
import type { Person } from "#ports/policy-admin/port.ts"

/**
 * Emails a person who signed in with a device that they have not used before. Does nothing if the
 * account system has no address.
 */
export async function emailAboutNewDevice(
  tx: Queries,
  outbox: EmailOutbox,
  { emailAddress, firstName, policyNumber }: Pick<Person, "emailAddress" | keyof Greeted>,
  news: Omit<ChangeNotice, keyof Greeted> & { device: string },
): Promise<void> {
  if (emailAddress === "") return
  const email = newDeviceEmail({ ...news, firstName, policyNumber })
  await outbox.add(tx, addressed(email, news.brand, emailAddress))
}

/** `device` is a name such as "Firefox on Windows"; "" when it is not known. */
export function newDeviceEmail(news: ChangeNotice & { device: string }): EmailMessage {
  const device = news.device === "" ? "a new device" : `a new device (${news.device})`
  return notice(news, {
    subject: `New login to your ${news.brand.clientName} account`,
    heading: "New login from a new device",
    event: `Someone logged in to your account at ${siteName(news.brand.siteAddress)} from ${device}`,
    details: "If this was you, you don't need to do anything.",
    callText: "If this was not you, please change your password and call us",
  })
}
