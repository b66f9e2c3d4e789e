import type { EmailMessage } from "#platform/email/email-message.ts"
import { siteName } from "#platform/email/layout.ts"
import { type News, notice } from "#platform/email/notice.ts"

export function passwordChangedEmail(news: News): EmailMessage {
  return notice(news, {
    subject: `Your ${news.brand.clientName} password was changed`,
    heading: "Your password was changed",
    what: `The password of your account at ${siteName(news.brand.siteAddress)} was changed`,
    beneath: "You have been logged out everywhere else.",
    otherwise: "If this was not you, please call us right away",
  })
}

export function securityQuestionChangedEmail(news: News): EmailMessage {
  return notice(news, {
    subject: `Your ${news.brand.clientName} security question was changed`,
    heading: "Your security question was changed",
    what: `The security question and answer of your account at ${siteName(news.brand.siteAddress)} were changed`,
    beneath: "We ask this question if you forget your password.",
    otherwise: "If this was not you, please call us right away",
  })
}
