import type { EmailMessage } from "#platform/email/email-message.ts"
import { siteName } from "#platform/email/layout.ts"
import { type ChangeNotice, notice } from "#platform/email/notice.ts"

export function secondFactorEmail(news: ChangeNotice): EmailMessage {
  return notice(news, {
    subject: `An authenticator app was set up for ${news.brand.clientName}`,
    heading: "An authenticator app was set up",
    event: `An authenticator app was set up for your staff account at ${siteName(news.brand.siteAddress)}`,
    details: "You need a code from it each time you log in.",
    callText:
      "If this was not you, please tell the person who manages the staff accounts, or call us",
  })
}

export function recoveryCodeUsedEmail(news: ChangeNotice & { left: string }): EmailMessage {
  return notice(news, {
    subject: `A recovery code was used for ${news.brand.clientName}`,
    heading: "A recovery code was used",
    event: `Your staff account at ${siteName(news.brand.siteAddress)} was opened with a recovery code`,
    details: `You have ${news.left} left.`,
    callText:
      "If this was not you, please tell the person who manages the staff accounts, or call us",
  })
}
