import type { Mail } from "#ports/mail/port.ts"
import type { MailBrand } from "./brand.ts"

/** What is written, before it is known to whom. */
export interface Letter {
  subject: string
  html: string
  text: string
}

/** The letter as a mail of this client to this address; not sent after `expiresAt`. */
export function addressed(letter: Letter, brand: MailBrand, to: string, expiresAt?: Date): Mail {
  return {
    ...letter,
    to,
    fromName: brand.clientName,
    ...(brand.logo && { logo: brand.logo }),
    ...(brand.unsubscribeLink && { unsubscribeLink: brand.unsubscribeLink }),
    ...(expiresAt && { expiresAt }),
  }
}
