import { shownMoment } from "../text/dates.ts"
import type { EmailBrand } from "./brand.ts"
import type { EmailMessage } from "./email-message.ts"
import { emailLayout, type Greeted, personalGreeting } from "./layout.ts"

/** The contents of a notice about a change that someone else may have made. */
export interface ChangeNotice extends Greeted {
  brand: EmailBrand
  /** The time of the change. */
  at: Date
}

/**
 * An email about an event: `event` and its time, then `details`, then `callText`, which ends before
 * "at" and the phone number. It asks the person to call if someone else made the change.
 */
export function notice(
  { brand, at, ...person }: ChangeNotice,
  texts: {
    subject: string
    heading: string
    event: string
    details: string
    facts?: readonly (readonly [name: string, value: string])[]
    /** One text for each paragraph after the facts. */
    more?: readonly string[]
    callText: string
  },
): EmailMessage {
  const { facts, more = [] } = texts
  const body = emailLayout(brand, {
    heading: texts.heading,
    preview: `${texts.event}.`,
    blocks: [
      ...personalGreeting(person),
      { paragraph: `${texts.event} on ${shownMoment(at, brand.timeZone)}.` },
      { paragraph: texts.details },
      ...(facts ? [{ facts }] : []),
      ...more.map((paragraph) => ({ paragraph })),
      { note: `${texts.callText} at ${brand.phoneNumber}.` },
    ],
  })
  return { subject: texts.subject, ...body }
}
