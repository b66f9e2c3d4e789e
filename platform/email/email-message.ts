import type { AddressedEmail } from "#ports/mail/port.ts"
import type { EmailBrand } from "./brand.ts"

/** The content of an email, without its recipient. */
export interface EmailMessage {
  subject: string
  html: string
  text: string
}

/**
 * The message as an email of this client to this address (null: no recipient); not sent after
 * `expiresAt`.
 */
export function addressed<To extends string | null>(
  message: EmailMessage,
  brand: EmailBrand,
  to: To,
  expiresAt?: Date,
): AddressedEmail<To> {
  return {
    ...message,
    to,
    fromName: brand.clientName,
    ...(brand.logo && { logo: brand.logo }),
    ...(brand.unsubscribeLink && { unsubscribeLink: brand.unsubscribeLink }),
    ...(expiresAt && { expiresAt }),
  }
}
