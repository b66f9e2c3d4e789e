import type { EmailMessage } from "#platform/email/email-message.ts"
import { emailLayout, greeting, siteName } from "#platform/email/layout.ts"
import { type News, notice } from "#platform/email/notice.ts"
import { counted } from "#platform/text/words.ts"

/** Emails that tell a person what customer service did to their account. */

/** The link to reset a password that staff have sent, valid for `minutes`. */
export function staffResetLinkEmail({
  brand,
  firstName,
  ticket,
  minutes,
}: Omit<News, "at"> & { ticket: string; minutes: number }): EmailMessage {
  const validity = `The link is valid for ${counted(minutes, "minute")} and works once.`
  const body = emailLayout(brand, {
    heading: "Reset your password",
    preview: `Our customer service sent you a link to reset your password. ${validity}`,
    blocks: [
      greeting(firstName),
      {
        paragraph: `Our customer service sent you this link to choose a new password for ${brand.clientName} My Account. ${validity}`,
      },
      { link: `${brand.siteAddress}/reset-password/${ticket}`, label: "Choose a new password" },
      {
        note: `If you did not ask for this, do not use the link. Your password will not change. Please call us at ${brand.phoneNumber}.`,
      },
    ],
  })
  return { subject: `Reset your ${brand.clientName} password`, ...body }
}

export function registrationDeletedEmail(news: News): EmailMessage {
  return notice(news, {
    subject: `Your ${news.brand.clientName} registration was deleted`,
    heading: "Your registration was deleted",
    what: `Our customer service deleted your My Account registration at ${siteName(news.brand.siteAddress)}`,
    beneath:
      "Your plans, payments and history have not changed. You can register again with your Certificate/Plan Number.",
    otherwise: "If you did not ask for this, please call us right away",
  })
}

interface NotRecognized extends News {
  /** The number of the audit entry in its client's chain. */
  number: string
  what: string
}

export function notRecognizedEmail(news: NotRecognized): EmailMessage {
  return notice(news, {
    subject: `We are looking into your ${news.brand.clientName} account`,
    heading: "We are looking into it",
    what: `You told us about something in your account that you do not recognize: “${news.what}” (reference ${news.number}). You told us`,
    beneath:
      "We will look into it. If you think someone else is using your account, please change your password now.",
    otherwise: "To speak to someone right away, or if you did not report this, please call us",
  })
}

/** To the operator. It names the account, not the person. */
export function notRecognizedAlert(
  news: NotRecognized & { client: string; accountNumber: string; entryAt: Date },
): EmailMessage {
  const { brand, client, accountNumber, number, what, entryAt } = news
  const body = emailLayout(brand, {
    heading: "A customer does not recognize an entry",
    preview: `Account ${accountNumber} of ${client}, entry ${number}.`,
    blocks: [
      { paragraph: `Account ${accountNumber} of the client ${client} does not recognize this:` },
      { paragraph: `Entry ${number} of ${entryAt.toISOString()}: ${what}` },
      { note: "Please check the audit log, then call the customer." },
    ],
  })
  return { subject: `Not recognized: entry ${number} of ${client}`, ...body }
}
