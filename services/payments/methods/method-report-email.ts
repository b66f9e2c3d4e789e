import type { EmailMessage } from "#platform/email/email-message.ts"
import { siteName } from "#platform/email/layout.ts"
import { type ChangeNotice, notice } from "#platform/email/notice.ts"

/**
 * `method` is the old label, such as "VISA ending in 4242", and `now` the new one. Dates are
 * MM/YYYY.
 */
export function cardRenewedEmail(
  news: ChangeNotice & { method: string; now: string; expirationDate: string },
): EmailMessage {
  const { method, now, expirationDate, brand } = news
  return notice(news, {
    subject: `A card in your ${brand.clientName} account was updated`,
    heading: "A card was updated",
    event: `The network of ${method} gave us the details of your new card, ${now}, good until the end of ${expirationDate}. We updated it at ${siteName(brand.siteAddress)}`,
    details: "Payments and Auto Pay continue with the new card. You don't need to do anything.",
    callText: "If you have no such card, please call us right away",
  })
}

/** `method`: label such as "Checking ending in 6789". */
export function verificationFailedEmail(news: ChangeNotice & { method: string }): EmailMessage {
  const { method, brand } = news
  return notice(news, {
    subject: `A bank account in your ${brand.clientName} account could not be verified`,
    heading: "A bank account could not be verified",
    event: `${method} could not be verified at ${siteName(brand.siteAddress)}`,
    details:
      "The two small deposits to it were not confirmed correctly or in time. We cannot charge it, and Auto Pay does not use it. Please delete it and add it again, or use another payment method.",
    callText: "If you did not add this account, please call us right away",
  })
}
