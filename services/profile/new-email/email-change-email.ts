import { emailHoldDays } from "#contracts/staff/dual-approval.ts"
import type { EmailBrand } from "#platform/email/brand.ts"
import type { EmailMessage } from "#platform/email/email-message.ts"
import { emailLayout, personalGreeting, siteName } from "#platform/email/layout.ts"
import type { ChangeNotice } from "#platform/email/notice.ts"
import { shownMoment } from "#platform/text/dates.ts"

/**
 * Email to the previous address after a change by staff, with a link to confirm the change and one
 * to deny it. `changed` lists the parts in words; `newAddress` is masked. The token follows the
 * `#`, so servers and mail scanners do not receive it.
 */
export function staffChangedAddressEmail({
  brand,
  at,
  changed,
  newAddress,
  token,
  ...person
}: ChangeNotice & { changed: string; newAddress: string; token: string }): EmailMessage {
  const site = siteName(brand.siteAddress)
  const address = (answer: string) => `${brand.siteAddress}/email-change/${answer}#${token}`
  const body = emailLayout(brand, {
    heading: "Did you ask us to change your email address?",
    preview: `Our customer service changed your email address at ${site}.`,
    blocks: [
      ...personalGreeting(person),
      {
        paragraph: `Our customer service changed the contact information of your account at ${site} on ${shownMoment(at, brand.timeZone)}. This was changed: ${changed}. From now on, we will send our emails and your one-time codes to ${newAddress}.`,
      },
      {
        paragraph: `For your safety, your password cannot be reset with the new address until you confirm the change here, or for ${emailHoldDays} days.`,
      },
      { link: address("yes"), label: "Yes, this was me" },
      { link: address("no"), label: "No, this was not me" },
      {
        note: `You can use one of the links, once, within ${emailHoldDays} days. If this was not you, please also call us right away at ${brand.phoneNumber}.`,
      },
    ],
  })
  return { subject: `Your ${brand.clientName} email address was changed`, ...body }
}

/** Alert for the operator. It identifies the account, not the person. */
export function emailChangeDeniedAlert({
  brand,
  client,
  accountNumber,
  at,
}: {
  brand: EmailBrand
  client: string
  accountNumber: string
  at: Date
}): EmailMessage {
  const body = emailLayout(brand, {
    heading: "A customer did not ask for a new email address",
    preview: `Account ${accountNumber} of ${client}.`,
    blocks: [
      {
        paragraph: `Staff changed the email address of account ${accountNumber} of the client ${client}. On ${shownMoment(at, brand.timeZone)} someone who reads the previous address said that the customer did not ask for it.`,
      },
      {
        paragraph: `The customer was logged out everywhere. For ${emailHoldDays} more days, a second staff member must approve a password reset or the deletion of the registration.`,
      },
      { note: "Please check the audit log, correct the address, and call the customer." },
    ],
  })
  return { subject: `Email address not recognized: account ${accountNumber} of ${client}`, ...body }
}
