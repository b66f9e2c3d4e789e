import { counted } from "#services/words.ts"
import type { MailBrand } from "./brand.ts"
import { mailLayout, siteName } from "./layout.ts"

/**
 * The mail that carries a one-time code, valid for `minutes`. The code stands in the body alone:
 * subject and preview are shown on locked screens.
 */
export function passcodeMail({
  brand,
  code,
  firstName,
  minutes,
}: {
  brand: MailBrand
  code: string
  firstName: string
  minutes: number
}): { subject: string; html: string; text: string } {
  const site = siteName(brand.siteAddress)
  const validity = `It is valid for ${counted(minutes, "minute")}.`
  const body = mailLayout(brand, {
    heading: "Your one-time code",
    preview: `Enter it to finish logging in. ${validity}`,
    blocks: [
      { paragraph: firstName.trim() === "" ? "Hello," : `Hello ${firstName.trim()},` },
      { paragraph: `Enter this code at ${site} to finish logging in.` },
      { code, beneath: validity },
      {
        note: "Keep this code to yourself. We will never ask you for this code by phone, text message or e-mail.",
      },
      {
        note: `If you did not try to log in, someone may know your password. Please call us at ${brand.phoneNumber}.`,
      },
    ],
  })
  return { subject: `Your ${brand.clientName} one-time code`, ...body }
}
