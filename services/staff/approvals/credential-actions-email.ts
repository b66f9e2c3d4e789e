import type { EmailMessage } from "#platform/email/email-message.ts"
import { emailLayout, personalGreeting, siteName } from "#platform/email/layout.ts"
import { type ChangeNotice, notice } from "#platform/email/notice.ts"
import { counted } from "#platform/text/words.ts"

/** The email with a password reset link that staff sent, valid for `minutes`. */
export function staffResetLinkEmail({
  brand,
  ticket,
  minutes,
  ...person
}: Omit<ChangeNotice, "at"> & { ticket: string; minutes: number }): EmailMessage {
  const validity = `The link is valid for ${counted(minutes, "minute")} and works once.`
  const body = emailLayout(brand, {
    heading: "Reset your password",
    preview: `Our customer service sent you a link to reset your password. ${validity}`,
    blocks: [
      ...personalGreeting(person),
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

export function registrationDeletedEmail(news: ChangeNotice): EmailMessage {
  return notice(news, {
    subject: `Your ${news.brand.clientName} registration was deleted`,
    heading: "Your registration was deleted",
    event: `Our customer service deleted your My Account registration at ${siteName(news.brand.siteAddress)}`,
    details:
      "Your plans, payments and history have not changed. You can register again with your Certificate/Plan Number.",
    callText: "If you did not ask for this, please call us right away",
  })
}
