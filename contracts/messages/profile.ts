import { zipInvalidText } from "#contracts/profile/contact-rules.ts"
import { passwordSameText } from "../identity/password-rules.ts"
import { phoneInvalidText } from "../profile/phone-rules.ts"
import { requiredText } from "../required-field.ts"
import type { CatalogueEntry } from "./entry.ts"

/** Replies to changes of the profile, the credentials and the email subscriptions. */
export const profileMessages = {
  "profile.saved": {
    status: 200,
    type: "SUCCESS",
    content: "Your contact information was saved.",
  },
  "profile.savedEmail": {
    status: 200,
    type: "SUCCESS",
    content:
      "Your contact information was saved. We sent a notice to both your old and your new email address.",
  },
  "profile.confirmEmail": {
    status: 200,
    type: "INFO",
    content:
      "To use your new email address, please enter the code that we have sent to {email}. Until then, we will send email to {current}.",
  },
  "newEmail.codeSent": {
    status: 200,
    type: "SUCCESS",
    content: "We have sent a one-time code to your new address, {email}.",
  },
  "newEmail.none": {
    status: 409,
    type: "ERROR",
    content:
      "There is no new email address to confirm. Please check the address on file, and change it again if it is wrong.",
  },
  "newEmail.replaced": {
    status: 409,
    type: "ERROR",
    content:
      "You have since asked for a different email address. Please close this window, and enter the code that we sent to that address.",
  },
  "newEmail.cancelled": {
    status: 200,
    type: "SUCCESS",
    content: "Your email address was not changed.",
  },
  "profile.changedMeanwhile": {
    status: 409,
    type: "ERROR",
    content:
      "Your contact information was changed while you were editing it, so nothing was saved. Please check what is on file now, and save again if yours is right.",
  },
  "profile.beingSaved": {
    status: 409,
    type: "INFO",
    content: "Your last change is being saved. You can make another one in a few minutes.",
  },
  "profile.blocked": { status: 409, type: "ERROR", content: "{reason}" },
  "profile.required": { status: 422, type: "ERROR", content: requiredText },
  "profile.state": { status: 422, type: "ERROR", content: "Please choose a state from the list." },
  "profile.zip": { status: 422, type: "ERROR", content: zipInvalidText },
  "profile.phone": { status: 422, type: "ERROR", content: phoneInvalidText },
  "password.wrong": {
    status: 422,
    type: "ERROR",
    content: "Your old password is not correct. Please check it and try again.",
  },
  "password.same": {
    status: 422,
    type: "ERROR",
    content: passwordSameText,
  },
  "password.tooMany": {
    status: 429,
    type: "ERROR",
    content:
      "You entered a wrong password too many times. Please wait {wait} and try again, or log out and use Forgot password.",
  },
  "password.changed": {
    status: 200,
    type: "SUCCESS",
    content: "Your password was changed. You have been logged out everywhere else.",
  },
  "securityDetails.changed": {
    status: 200,
    type: "SUCCESS",
    content: "Your security question and answer were changed.",
  },
  "emails.unsubscribed": {
    status: 200,
    type: "SUCCESS",
    content:
      "You are unsubscribed from transaction emails. You will get no more receipts by email. We will still email you about the security of your account, Auto Pay, failed payments and refunds.",
  },
  "emails.resubscribed": {
    status: 200,
    type: "SUCCESS",
    content: "You are subscribed to transaction emails again.",
  },
  "emails.link": {
    status: 404,
    type: "ERROR",
    content:
      "This unsubscribe link is not complete, has expired or is for another site. Please open it from your email again, or call us and we will unsubscribe you.",
  },
} as const satisfies Record<string, CatalogueEntry>
