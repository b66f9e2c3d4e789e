import { planNumberUnknownText } from "../identity/plan-number-rules.ts"
import type { CatalogueEntry } from "./entry.ts"

export const reactivationText =
  "For security purposes, we need to reactivate your account. Please select a new username, password and security question below."

export const registrationMessages = {
  "registration.planNumber": { status: 422, type: "ERROR", content: planNumberUnknownText },
  "registration.person": {
    status: 422,
    type: "ERROR",
    content:
      "The name you entered does not match the one we have on file for this Certificate/Plan Number. Please enter it as it is on your plan documentation.",
  },
  "registration.registered": {
    status: 409,
    type: "ERROR",
    content:
      "This Certificate/Plan Number is already registered. Please log in. If you do not remember how, use Forgot username or Forgot password.",
  },
  "registration.noAddress": {
    status: 409,
    type: "ERROR",
    content:
      "We have no email address on file to send your one-time code to. Please call our customer service team to add one, then register.",
  },
  "registration.codeSent": {
    status: 200,
    type: "SUCCESS",
    content:
      "If the address you entered is the one on file, we have emailed you a one-time code or next steps.",
  },
  "registration.verified": { status: 200, type: "SUCCESS", content: "Your code is correct." },
  "registration.reactivate": { status: 200, type: "INFO", content: reactivationText },
  "registration.usernameTaken": {
    status: 409,
    type: "ERROR",
    content: "This username is taken. Please choose another one.",
  },
  "registration.sameAsBefore": {
    status: 422,
    type: "ERROR",
    content: "You cannot use your old {parts} again. Please choose {others}.",
  },
  "registration.restart": {
    status: 409,
    type: "ERROR",
    content:
      "Your registration has expired or was started elsewhere. Please start again with your Certificate/Plan Number. If you see this again, please allow cookies for this site, or call us.",
  },
  "registration.order": {
    status: 409,
    type: "ERROR",
    content: "Please complete the registration steps in order.",
  },
  "registration.complete": {
    status: 200,
    type: "SUCCESS",
    content: "Your account is ready, and you are logged in.",
  },
} as const satisfies Record<string, CatalogueEntry>
