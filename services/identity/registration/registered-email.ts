import type { EmailMessage } from "#platform/email/email-message.ts"
import { siteName } from "#platform/email/layout.ts"
import { type ChangeNotice, notice } from "#platform/email/notice.ts"

export function registeredEmail(news: ChangeNotice & { username: string }): EmailMessage {
  return notice(news, {
    subject: `Your ${news.brand.clientName} account is registered`,
    heading: "Your account is registered",
    event: `An account was registered for you at ${siteName(news.brand.siteAddress)}`,
    details: `Your username is: ${news.username}`,
    callText: "If this was not you, please call us right away",
  })
}
