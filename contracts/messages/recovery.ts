import { resetLinkMinutes } from "../identity/link-life.ts"
import type { CatalogueEntry } from "./entry.ts"

export const recoveryMessages = {
  "forgotUsername.done": {
    status: 200,
    type: "SUCCESS",
    content:
      "If what you entered matches our records, we have sent your username to the email address on file.",
  },
  "forgotPassword.done": {
    status: 200,
    type: "SUCCESS",
    content: `If your answer is correct, we have sent an email with a link to reset your password to the address on file. The link is valid for ${resetLinkMinutes} minutes.`,
  },
  "forgotPassword.restart": {
    status: 409,
    type: "ERROR",
    content:
      "Please enter your username again to reset your password. If you see this again, please allow cookies for this site, or call us.",
  },
  "forgotPassword.linkSent": {
    status: 429,
    type: "INFO",
    content:
      "Someone answered the security question for this username too many times. To protect the account, you need a link to continue in a new browser. If the username is right, we emailed a link to the address on file within the last 10 minutes. Open it in this browser, then come back and submit your answer again.",
  },
  "resetPassword.ticket": {
    status: 404,
    type: "ERROR",
    content:
      "This link to reset your password has been used, has expired or is for another site. Please use Forgot password to get a new one.",
  },
  "resetPassword.union": {
    status: 422,
    type: "ERROR",
    content:
      "This link to reset your password is for another {term}. Please choose the {term} that sent you the email, and submit again.",
  },
  "resetPassword.done": {
    status: 200,
    type: "SUCCESS",
    content: "Your password was changed, and you are logged in.",
  },
} as const satisfies Record<string, CatalogueEntry>
