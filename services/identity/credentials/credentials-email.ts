import type { EmailMessage } from "#platform/email/email-message.ts"
import { siteName } from "#platform/email/layout.ts"
import { type ChangeNotice, notice } from "#platform/email/notice.ts"

export function passwordChangedEmail(news: ChangeNotice): EmailMessage {
  return notice(news, {
    subject: `Your ${news.brand.clientName} password was changed`,
    heading: "Your password was changed",
    event: `The password of your account at ${siteName(news.brand.siteAddress)} was changed`,
    details: "You have been logged out everywhere else.",
    callText: "If this was not you, please call us right away",
  })
}

export function securityQuestionChangedEmail(news: ChangeNotice): EmailMessage {
  return notice(news, {
    subject: `Your ${news.brand.clientName} security question was changed`,
    heading: "Your security question was changed",
    event: `The security question and answer of your account at ${siteName(news.brand.siteAddress)} were changed`,
    details: "We ask this question if you forget your password.",
    callText: "If this was not you, please call us right away",
  })
}
