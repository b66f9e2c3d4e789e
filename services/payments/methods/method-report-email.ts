import type { EmailMessage } from "#platform/email/email-message.ts"
import { siteName } from "#platform/email/layout.ts"
import { type ChangeNotice, notice } from "#platform/email/notice.ts"
import { notConfirmed } from "./payment-method-presenter.ts"

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
    details: `The reason: ${notConfirmed}. We cannot charge it, and Auto Pay does not use it. Please delete it and add it again, or use another payment method.`,
    callText: "If you did not add this account, please call us right away",
  })
}

/** `products`: those whose auto pay the event concerns, in words; "" if none. */
type AccountNews = ChangeNotice & { method: string; products: string }

/** `why`: the reason as a clause. */
export function accountBlockedEmail(news: AccountNews & { why: string }): EmailMessage {
  const { method, why, products, brand } = news
  return notice(news, {
    subject: `A bank account in your ${brand.clientName} account cannot be charged`,
    heading: "A bank account cannot be charged",
    event: `Charges to ${method}, saved at ${siteName(brand.siteAddress)}, were stopped`,
    details: `The reason: ${why}. ${
      products === ""
        ? "Please use another payment method."
        : `Auto Pay is suspended for ${products}. Please authorize Auto Pay with another payment method under Change Auto Pay or Frequency, or pay each bill yourself.`
    } If the account can be charged again, we will email you.`,
    callText: "If you have questions, please call us",
  })
}

/** Another account with the gateway has the method than the client's. */
export function methodMovedEmail(news: AccountNews): EmailMessage {
  const { method, products, brand } = news
  return notice(news, {
    subject: `Please add a payment method to your ${brand.clientName} account again`,
    heading: "Please add your payment method again",
    event: `We changed how we take payments, so that ${method}, saved at ${siteName(brand.siteAddress)}, can no longer be charged`,
    details: `Auto Pay is suspended for ${products}. Please add ${method} again under Payment Methods, or choose another payment method, and then authorize Auto Pay under Change Auto Pay or Frequency. Until then, please pay each bill yourself.`,
    callText: "If you have questions, please call us",
  })
}

export function accountUnblockedEmail(news: AccountNews): EmailMessage {
  const { method, products, brand } = news
  return notice(news, {
    subject: `A payment method in your ${brand.clientName} account can be used again`,
    heading: "A payment method can be used again",
    event: `Charges to ${method}, saved at ${siteName(brand.siteAddress)}, became possible again`,
    details:
      products === ""
        ? "You can use it for payments and Auto Pay."
        : `You can use it for payments. Auto Pay for ${products} stays suspended until you authorize Auto Pay again under Change Auto Pay or Frequency.`,
    callText: "If you have questions, please call us",
  })
}

export function authorizationEndedEmail(news: AccountNews): EmailMessage {
  const { method, products, brand } = news
  return notice(news, {
    subject: `Your authorization for a bank account in your ${brand.clientName} account has ended`,
    heading: "Your authorization has ended",
    event: `Your authorization for ${method}, saved at ${siteName(brand.siteAddress)}, ended`,
    details: `We do not charge it. An authorization ends, for example, when a bank takes a payment back. ${
      products === ""
        ? "To use it again, choose it for a payment or Auto Pay and authorize it."
        : `Auto Pay is suspended for ${products}. To start it again with this account or another payment method, authorize Auto Pay under Change Auto Pay or Frequency.`
    }`,
    callText: "If you did not end this authorization, please call us",
  })
}
