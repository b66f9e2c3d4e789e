import { signInLinkMinutes } from "#contracts/identity/link-life.ts"
import type { EmailBrand } from "#platform/email/brand.ts"
import type { EmailMessage } from "#platform/email/email-message.ts"
import { emailLayout, type Greeted, personalGreeting, siteName } from "#platform/email/layout.ts"
import { counted } from "#platform/text/words.ts"

/** The words for each task in the email. */
const words = {
  "log in": {
    heading: "Do you want to log in?",
    subject: "Do you want to log in to",
    tries: "to open your account",
    reason:
      "Someone may be guessing your password or the answer to your security question. To protect you, we have paused logging in with new browsers.",
    question:
      "Do you want to log in? Open this link in the browser that you want to use. You still need your password.",
    mark: "",
    label: "Let this browser log in",
    more: "You do not need the link in a browser that you have logged in with before.",
    otherwise:
      "If you did not try to log in, do not open the link. You do not need to do anything: your password has not changed.",
  },
  register: {
    heading: "Do you want to register?",
    subject: "Do you want to register with",
    tries: "to register with your name and email address",
    reason:
      "Someone else may be trying to register. To protect you, we email no more codes for now.",
    question:
      "Do you want to register? Open this link in the browser that you want to use. Then request another code in that browser.",
    mark: "register-",
    label: "Let this browser register",
    more: "We will send the code in another email.",
    otherwise:
      "If you did not try to register, do not open the link. You do not need to do anything: no account is created without a code from your mailbox.",
  },
}

export type LinkTask = keyof typeof words

/**
 * The email with a link that lets one browser log in or register while strangers guess passwords.
 * The token comes after the `#`, so that requests of servers and mail scanners do not contain it.
 * The prefix `register-` of the token selects the text of the page.
 */
export function signInLinkEmail({
  brand,
  token,
  task = "log in",
  ...person
}: Greeted & {
  brand: EmailBrand
  token: string
  task?: LinkTask | undefined
}): EmailMessage {
  const { heading, subject, tries, reason, question, mark, label, more, otherwise } = words[task]
  const validity = `The link is valid for ${counted(signInLinkMinutes, "minute")} and works once.`
  const many = `Someone tried many times ${tries} at ${siteName(brand.siteAddress)}.`
  const body = emailLayout(brand, {
    heading,
    preview: many,
    blocks: [
      ...personalGreeting(person),
      { paragraph: `${many} ${reason}` },
      { paragraph: `${question} ${validity}` },
      { link: `${brand.siteAddress}/log-in-link#${mark}${token}`, label },
      { paragraph: more },
      { note: `${otherwise} Questions? Please call us at ${brand.phoneNumber}.` },
    ],
  })
  return { subject: `${subject} ${brand.clientName}?`, ...body }
}
