import type { EmailBrand } from "./brand.ts"
import type { EmailMessage } from "./email-message.ts"
import { emailLayout, greeting } from "./layout.ts"

/** The contents of a notice about a change that someone else may have made. */
export interface News {
  brand: EmailBrand
  firstName: string
  /** When it happened. */
  at: Date
}

/** An email that says what happened, when, and what to do if it was someone else. */
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

/** "March 2, 2026 at 12:00 PM UTC": the email does not know the time zone of the person. */
export function momentOf(at: Date): string {
  const shown = new Intl.DateTimeFormat("en-US", {
    dateStyle: "long",
    timeStyle: "short",
    timeZone: "UTC",
  })
  return `${shown.format(at)} UTC`
}
