import type { EmailBrand } from "#platform/email/brand.ts"
import type { EmailMessage } from "#platform/email/email-message.ts"
import { emailLayout, type Greeted, personalGreeting, siteName } from "#platform/email/layout.ts"
import { counted } from "#platform/text/words.ts"

/** The words for each task in the email. */
const words = {
  "log in": {
    finish: "to finish logging in",
    otherwise: "If you did not try to log in, someone may know your password. Please call us",
  },
  register: {
    finish: "to finish your registration",
    otherwise:
      "If you did not try to register, someone may know your Certificate/Plan Number. Please call us",
  },
  "confirm a change": {
    finish: "to confirm a change to your account",
    otherwise:
      "If you did not try to change your account, someone else may be logged in to it. Do not share this code. Please call us",
  },
  "confirm an address": {
    finish: "to confirm that this is your email address",
    otherwise:
      "If you did not ask for this, someone may have typed your address by mistake. Without the code we do not use it. If you have questions, call us",
  },
}
/** The task that a one-time code is for. */
export type PasscodeTask = keyof typeof words

/**
 * The email with a one-time code that is valid for `minutes`. Only the body contains the code,
 * because locked screens show subject and preview.
 */
export function passcodeEmail({
  brand,
  code,
  minutes,
  task,
  ...person
}: Greeted & {
  brand: EmailBrand
  code: string
  minutes: number
  task: PasscodeTask
}): EmailMessage {
  const site = siteName(brand.siteAddress)
  const { finish, otherwise } = words[task]
  const validity = `It is valid for ${counted(minutes, "minute")}.`
  const body = emailLayout(brand, {
    heading: "Your one-time code",
    preview: `Enter it ${finish}. ${validity}`,
    blocks: [
      ...personalGreeting(person),
      { paragraph: `Enter this code at ${site} ${finish}.` },
      { code, caption: validity },
      {
        note: "Keep this code to yourself. We will never ask you for this code by phone, text message or email.",
      },
      {
        note: `${otherwise} at ${brand.phoneNumber}.`,
      },
    ],
  })
  return { subject: `Your ${brand.clientName} one-time code`, ...body }
}
