import { emailHoldDays } from "#contracts/staff/dual-approval.ts"
import type { EmailBrand } from "#platform/email/brand.ts"
import type { EmailMessage } from "#platform/email/email-message.ts"
import { emailLayout, type Greeted, personalGreeting, siteName } from "#platform/email/layout.ts"
import { type ChangeNotice, notice } from "#platform/email/notice.ts"
import { counted } from "#platform/text/words.ts"

interface To extends Greeted {
  brand: EmailBrand
}

/** The email that contains the username. */
export function usernameEmail({
  brand,
  username,
  ...person
}: To & { username: string }): EmailMessage {
  const body = emailLayout(brand, {
    heading: "Your username",
    preview: `You asked for your username at ${siteName(brand.siteAddress)}.`,
    blocks: [
      ...personalGreeting(person),
      { paragraph: `Your username for ${brand.clientName} My Account is: ${username}` },
      { link: brand.siteAddress, label: "Log in" },
      {
        note: `If you did not ask for this, you don't need to do anything. Questions? Please call us at ${brand.phoneNumber}.`,
      },
    ],
  })
  return { subject: `Your ${brand.clientName} username`, ...body }
}

/** The email with the link to reset a password, valid for `minutes`. */
export function resetLinkEmail({
  brand,
  ticket,
  minutes,
  ...person
}: To & { ticket: string; minutes: number }): EmailMessage {
  const validity = `The link is valid for ${counted(minutes, "minute")} and works once.`
  const body = emailLayout(brand, {
    heading: "Reset your password",
    preview: `You asked to reset your password. ${validity}`,
    blocks: [
      ...personalGreeting(person),
      { paragraph: `Choose a new password for ${brand.clientName} My Account. ${validity}` },
      { link: `${brand.siteAddress}/reset-password/${ticket}`, label: "Choose a new password" },
      {
        note: `If you did not ask for this, do not use the link. Your password will not change. Someone may know the answer to your security question, so please call us at ${brand.phoneNumber}.`,
      },
    ],
  })
  return { subject: `Reset your ${brand.clientName} password`, ...body }
}

/** Sent instead of emails that give access, for some days after staff changed the address. */
export function addressHeldEmail(news: ChangeNotice): EmailMessage {
  return notice(news, {
    subject: `Please wait to recover your ${news.brand.clientName} account`,
    heading: "Please wait to recover your account",
    event: `Someone asked to reset the password, or to register the account, at ${siteName(news.brand.siteAddress)}`,
    details: `Our customer service changed your email address within the last ${emailHoldDays} days. For your safety, we do not send usernames or links to a new address for ${emailHoldDays} days. If you confirm the change with the link that we sent to your old address, you can try again at once. If you need help sooner, please call our customer service.`,
    callText: "If you did not ask for any of this, please call us right away",
  })
}
