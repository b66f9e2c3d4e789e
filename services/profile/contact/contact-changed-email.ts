import type { EmailMessage } from "#platform/email/email-message.ts"
import { siteName } from "#platform/email/layout.ts"
import { type ChangeNotice, notice } from "#platform/email/notice.ts"

/**
 * `changed` lists the changed parts, such as "address, phone number". `newAddress` is masked,
 * because someone else may have access to the old mailbox by now.
 */
export function contactChangedEmail(
  news: ChangeNotice & { changed: string; newAddress: string | undefined },
): EmailMessage {
  const changed = `This was changed: ${news.changed}.`
  const address = news.newAddress
    ? ` From now on, we will send our emails and your one-time codes to ${news.newAddress}.`
    : ""
  return notice(news, {
    subject: `Your ${news.brand.clientName} contact information was changed`,
    heading: "Your contact information was changed",
    event: `The contact information of your account at ${siteName(news.brand.siteAddress)} was changed`,
    details: `${changed}${address}`,
    callText: "If this was not you, please call us right away",
  })
}
