import type { EmailMessage } from "#platform/email/email-message.ts"
import { siteName } from "#platform/email/layout.ts"
import { type ChangeNotice, notice } from "#platform/email/notice.ts"

/**
 * `method`: label such as "VISA ending in 4242". `verifyAt`: page where the person verifies the
 * account before it can be charged; "" if no verification is needed.
 */
export function paymentMethodAddedEmail(
  news: ChangeNotice & { method: string; verifyAt: string },
): EmailMessage {
  return notice(news, {
    subject: `A payment method was added to your ${news.brand.clientName} account`,
    heading: "A payment method was added",
    event: `${news.method} was added to the payment methods of your account at ${siteName(news.brand.siteAddress)}`,
    details:
      news.verifyAt === ""
        ? "If this was you, you don't need to do anything."
        : `Before we can charge it, please confirm two small deposits. Your bank will show them in a day or two: ${news.verifyAt}`,
    callText: "If this was not you, please call us right away",
  })
}

/** `products`: the products whose auto pay ends with the method, in words; "" if none. */
export function paymentMethodDeletedEmail(
  news: ChangeNotice & { method: string; products: string },
): EmailMessage {
  return notice(news, {
    subject: `A payment method was deleted from your ${news.brand.clientName} account`,
    heading: "A payment method was deleted",
    event: `${news.method} was deleted from the payment methods of your account at ${siteName(news.brand.siteAddress)}`,
    details:
      news.products === ""
        ? "If this was you, you don't need to do anything."
        : `Auto Pay ends for ${news.products}. Please pay each bill yourself from now on, or set up Auto Pay with another payment method.`,
    callText: "If this was not you, please call us right away",
  })
}
