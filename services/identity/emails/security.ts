import type { EmailBrand } from "#platform/email/brand.ts"
import type { EmailMessage } from "#platform/email/email-message.ts"
import { emailLayout, greeting, siteName } from "#platform/email/layout.ts"

/** What tells a person of a change that somebody else may have made. */
export interface News {
  brand: EmailBrand
  firstName: string
  /** When it happened. */
  at: Date
}

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

/**
 * `changed` are the parts in words, such as "address, phone number". A new e-mail address is
 * masked in `newAddress`: the old one may be read by somebody else by now.
 */
export function contactChangedEmail(
  news: News & { changed: string; newAddress: string | undefined },
): EmailMessage {
  const changed = `This was changed: ${news.changed}.`
  const address = news.newAddress
    ? ` From now on, we will send our emails and your one-time codes to ${news.newAddress}.`
    : ""
  return notice(news, {
    subject: `Your ${news.brand.clientName} contact information was changed`,
    heading: "Your contact information was changed",
    what: `The contact information of your account at ${siteName(news.brand.siteAddress)} was changed`,
    beneath: `${changed}${address}`,
    otherwise: "If this was not you, please call us right away",
  })
}

export function registeredEmail(news: News & { username: string }): EmailMessage {
  return notice(news, {
    subject: `Your ${news.brand.clientName} account is registered`,
    heading: "Your account is registered",
    what: `An account was registered for you at ${siteName(news.brand.siteAddress)}`,
    beneath: `Your username is: ${news.username}`,
    otherwise: "If this was not you, please call us right away",
  })
}

/** `device` as a person knows it, such as "Firefox on Windows"; "" when it is not known. */
export function newDeviceEmail(news: News & { device: string }): EmailMessage {
  const device = news.device === "" ? "a new device" : `a new device (${news.device})`
  return notice(news, {
    subject: `New login to your ${news.brand.clientName} account`,
    heading: "New login from a new device",
    what: `Someone logged in to your account at ${siteName(news.brand.siteAddress)} from ${device}`,
    beneath: "If this was you, you don't need to do anything.",
    otherwise: "If this was not you, please change your password and call us",
  })
}

/** A letter that says what happened, when, and what to do if it was somebody else. */
export function notice(
  { brand, firstName, at }: News,
  words: { subject: string; heading: string; what: string; beneath: string; otherwise: string },
): EmailMessage {
  const body = emailLayout(brand, {
    heading: words.heading,
    preview: `${words.what}.`,
    blocks: [
      greeting(firstName),
      { paragraph: `${words.what} on ${momentOf(at)}.` },
      { paragraph: words.beneath },
      { note: `${words.otherwise} at ${brand.phoneNumber}.` },
    ],
  })
  return { subject: words.subject, ...body }
}

/** "March 2, 2026 at 12:00 PM UTC": the mail does not know where the person is. */
export function momentOf(at: Date): string {
  const shown = new Intl.DateTimeFormat("en-US", {
    dateStyle: "long",
    timeStyle: "short",
    timeZone: "UTC",
  })
  return `${shown.format(at)} UTC`
}
