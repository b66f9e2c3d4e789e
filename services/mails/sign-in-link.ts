import { signInLinkMinutes } from "#contracts/rules.ts"
import { counted } from "#services/words.ts"
import type { MailBrand } from "./brand.ts"
import { greeting, mailLayout, siteName } from "./layout.ts"
import type { Letter } from "./letter.ts"

/**
 * The email with a link that lets one browser log in while strangers guess. The token stands
 * behind the `#`, which no server and no mail scanner's request sees.
 */
export function signInLinkMail({
  brand,
  firstName,
  token,
}: {
  brand: MailBrand
  firstName: string
  token: string
}): Letter {
  const validity = `The link is valid for ${counted(signInLinkMinutes, "minute")} and works once.`
  const body = mailLayout(brand, {
    heading: "Do you want to log in?",
    preview: `There were many tries to open your account at ${siteName(brand.siteAddress)}.`,
    blocks: [
      greeting(firstName),
      {
        paragraph: `There were many tries to open your account at ${siteName(brand.siteAddress)}. Somebody may be guessing your password or the answer to your security question. To protect you, new browsers cannot try for now.`,
      },
      {
        paragraph: `Do you want to log in? Open this link in the browser that you want to use. It lets that browser try, and you still need your password. ${validity}`,
      },
      { link: `${brand.siteAddress}/log-in-link#${token}`, label: "Let this browser log in" },
      { paragraph: "A browser in which you have logged in before needs no link." },
      {
        note: `If you did not try to log in, do not open the link. You need not do anything: your password stays as it is. Questions? Please call us at ${brand.phoneNumber}.`,
      },
    ],
  })
  return { subject: `Do you want to log in to ${brand.clientName}?`, ...body }
}
