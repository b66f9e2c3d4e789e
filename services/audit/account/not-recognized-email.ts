import type { EmailMessage } from "#platform/email/email-message.ts"
import { emailLayout } from "#platform/email/layout.ts"
import { type ChangeNotice, notice } from "#platform/email/notice.ts"
import { shownMoment } from "#platform/text/dates.ts"

interface NotRecognized extends ChangeNotice {
  /** The number of the audit entry in its client's chain. */
  number: string
  what: string
}

export function notRecognizedEmail(news: NotRecognized): EmailMessage {
  return notice(news, {
    subject: `We are looking into your ${news.brand.clientName} account`,
    heading: "We are looking into it",
    event: `You told us about something in your account that you do not recognize. It is “${news.what}” (reference ${news.number}). You told us`,
    details:
      "We will look into it. If you think someone else is using your account, please change your password now.",
    callText: "To speak to someone right away, or if you did not report this, please call us",
  })
}

/** The email to the operator. It contains the account number, but not the person's name. */
export function notRecognizedAlert(
  news: NotRecognized & { client: string; accountNumber: string; entryAt: Date },
): EmailMessage {
  const { brand, client, accountNumber, number, what, entryAt } = news
  const body = emailLayout(brand, {
    heading: "A customer does not recognize an entry",
    preview: `Account ${accountNumber} of ${client}, entry ${number}.`,
    blocks: [
      { paragraph: `Account ${accountNumber} of the client ${client} does not recognize this:` },
      { paragraph: `Entry ${number} of ${shownMoment(entryAt, brand.timeZone)}: ${what}` },
      { note: "Please check the audit log, then call the customer." },
    ],
  })
  return { subject: `Not recognized: entry ${number} of ${client}`, ...body }
}
