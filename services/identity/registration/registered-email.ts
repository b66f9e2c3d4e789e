import type { EmailMessage } from "#platform/email/email-message.ts"
import { siteName } from "#platform/email/layout.ts"
import { type News, notice } from "#platform/email/notice.ts"

export function registeredEmail(news: News & { username: string }): EmailMessage {
  return notice(news, {
    subject: `Your ${news.brand.clientName} account is registered`,
    heading: "Your account is registered",
    what: `An account was registered for you at ${siteName(news.brand.siteAddress)}`,
    beneath: `Your username is: ${news.username}`,
    otherwise: "If this was not you, please call us right away",
  })
}
