import type { AddressedMail } from "#ports/mail/port.ts"
import type { MailBrand } from "./brand.ts"

/** What is written, before it is known to whom. */
export interface Letter {
  subject: string
  html: string
  text: string
}

/** The letter as an email of this client to this address, null for nobody; not sent after `expiresAt`. */
export function addressed<To extends string | null>(
  letter: Letter,
  brand: MailBrand,
  to: To,
  expiresAt?: Date,
): AddressedMail<To> {
  return {
    ...letter,
    to,
    fromName: brand.clientName,
    ...(brand.logo && { logo: brand.logo }),
    ...(brand.unsubscribeLink && { unsubscribeLink: brand.unsubscribeLink }),
    ...(expiresAt && { expiresAt }),
  }
}
