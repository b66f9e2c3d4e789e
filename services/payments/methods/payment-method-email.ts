import type { EmailBrand } from "#platform/email/brand.ts"
import type { EmailMessage } from "#platform/email/email-message.ts"
import { emailLayout, type Greeted, personalGreeting, siteName } from "#platform/email/layout.ts"
import { type ChangeNotice, notice } from "#platform/email/notice.ts"
import { shownMoment } from "#platform/text/dates.ts"

/** The facts that Nacha requires in the confirmation of an authorization to debit an account. */
export interface DebitAuthorization {
  at: Date
  holder: string
  institution: string
  /** Nine digits. */
  routingNumber: string
  lastFour: string
  /** The text that the customer agreed to. */
  text: string
}

/** A page of the gateway where the customer verifies an account, and how. */
export interface ToVerify {
  address: string
  /** Sentences about the deposits. */
  deposits: string
}

interface Saved {
  /** Label such as "VISA ending in 4242". */
  method: string
  /** Null if the method can be charged now. */
  toVerify: ToVerify | null
  /** Null for cards. */
  authorization: DebitAuthorization | null
}

/** `isForOnce`: it is used for one payment only. */
export function paymentMethodAddedEmail(
  news: ChangeNotice & Saved & { isForOnce: boolean },
): EmailMessage {
  const place = news.isForOnce ? "for one payment" : "to the payment methods of your account"
  return notice(news, {
    subject: `A payment method was added to your ${news.brand.clientName} account`,
    heading: "A payment method was added",
    event: `${news.method} was added ${place} at ${siteName(news.brand.siteAddress)}`,
    ...savedTexts(news),
    callText: "If this was not you, please call us right away",
  })
}

/** The customer authorized a saved bank account again. */
export function accountAuthorizedEmail(news: ChangeNotice & Saved): EmailMessage {
  return notice(news, {
    subject: `A bank account in your ${news.brand.clientName} account was authorized again`,
    heading: "A bank account was authorized again",
    event: `${news.method} was authorized again at ${siteName(news.brand.siteAddress)}`,
    ...savedTexts(news),
    callText: "If this was not you, please call us right away",
  })
}

function savedTexts({ brand, toVerify, authorization }: { brand: EmailBrand } & Saved) {
  return {
    details: toVerify
      ? `Before we can charge it, please verify it. ${toVerify.deposits} You can do this here: ${toVerify.address}`
      : "If this was you, you don't need to do anything.",
    ...(authorization && {
      facts: [
        ["Authorized on", shownMoment(authorization.at, brand.timeZone)],
        ["Account holder", authorization.holder],
        ["Bank", authorization.institution],
        ["Routing number", authorization.routingNumber],
        ["Account number ending in", authorization.lastFour],
      ] as const,
      more: ["You agreed to this text:", authorization.text],
    }),
  }
}

/** Three days after a bank account was added. */
export function verificationReminderEmail({
  brand,
  method,
  toVerify,
  ...person
}: Greeted & { brand: EmailBrand; method: string; toVerify: ToVerify }): EmailMessage {
  const body = emailLayout(brand, {
    heading: "Please verify your bank account",
    preview: `We cannot charge ${method} yet.`,
    blocks: [
      ...personalGreeting(person),
      { paragraph: `${method} is not verified yet, so we cannot charge it.` },
      { paragraph: `${toVerify.deposits} The days count from our first email about it.` },
      { link: toVerify.address, label: "Verify your account" },
      {
        note: `If you did not add this account, please call us right away at ${brand.phoneNumber}.`,
      },
    ],
  })
  return { subject: `Please verify your bank account for ${brand.clientName}`, ...body }
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
