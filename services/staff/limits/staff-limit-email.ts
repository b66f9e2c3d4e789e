import type { EmailBrand } from "#platform/email/brand.ts"
import type { EmailMessage } from "#platform/email/email-message.ts"
import { emailLayout } from "#platform/email/layout.ts"
import { shownMoment } from "#platform/text/dates.ts"

/** The email that warns the operator: a staff member is close to a daily limit. */
export function staffLimitAlert({
  brand,
  staffUserid,
  what,
  seen,
  most,
  at,
}: {
  brand: EmailBrand
  staffUserid: string
  what: "searches" | "actions"
  /** The number of searches or actions within 24 hours, and the limit. */
  seen: number
  most: number
  at: Date
}): EmailMessage {
  const body = emailLayout(brand, {
    heading: `Unusual number of ${what} by ${staffUserid}`,
    preview: `More than ${seen} within 24 hours.`,
    blocks: [
      {
        paragraph: `On ${shownMoment(at, brand.timeZone)} the staff member ${staffUserid} had made more than ${seen} ${what} within 24 hours. Beyond ${most} they are refused.`,
      },
      {
        note: `Please check the audit log. "npm run my-account -- staff disable ${staffUserid}" logs the staff member out at once. You receive this email at most once in 24 hours.`,
      },
    ],
  })
  return { subject: `Unusual number of ${what} by staff: ${staffUserid}`, ...body }
}
