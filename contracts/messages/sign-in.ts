import type { CatalogueEntry } from "./entry.ts"

export const signInMessages = {
  "signIn.credentials": {
    status: 401,
    type: "ERROR",
    content: "The username or password is not correct. Please check both and try again.",
  },
  "signIn.noAddress": {
    status: 409,
    type: "ERROR",
    content:
      "We have no email address on file to send your one-time code to. Please call our customer service team.",
  },
  "signIn.codeSent": {
    status: 200,
    type: "SUCCESS",
    content: "We have sent a one-time code to {email}.",
  },
  "signIn.codeSentBefore": {
    status: 200,
    type: "SUCCESS",
    content: "We sent a one-time code to {email} a moment ago. Please enter that code.",
  },
  "signIn.restart": {
    status: 409,
    type: "ERROR",
    content: "Your login has expired. Please close this window and log in again.",
  },
  "signIn.linkSent": {
    status: 429,
    type: "INFO",
    content:
      "Someone tried to log in with this username too many times. To protect the account, you need a link to log in with a new browser. If the username is right, we emailed a link to the address on file within the last 10 minutes. Open it in this browser, then log in again. You do not need a link in a browser that you have logged in with before.",
  },
  "signIn.linkOpened": {
    status: 200,
    type: "SUCCESS",
    content: "Thank you. You can now try again in this browser.",
  },
  "signIn.link": {
    status: 404,
    type: "ERROR",
    content:
      "This link has been used, has expired or is for another site. Please log in again to get a new one.",
  },
  "signIn.reactivate": {
    status: 409,
    type: "ERROR",
    content:
      "For security purposes, we need to reactivate your account. Please register again with your certificate or plan number.",
  },
  "signIn.merged": {
    status: 409,
    type: "ERROR",
    content:
      "This account was combined with another account of yours, so this username does not open it any more. Please log in with the username of the other account. If you need help, call us at {phoneNumber}.",
  },
  "signIn.moved": {
    status: 409,
    type: "ERROR",
    content:
      "Your account has a new number, so this username does not open it any more. Please register again with your certificate or plan number. If you need help, call us at {phoneNumber}.",
  },
  "signIn.union": { status: 422, type: "ERROR", content: "Please choose your {term}." },
  "passcode.wrong": {
    status: 200,
    type: "ERROR",
    content: "That code is not correct. Please check the newest email. You have {left} left.",
  },
  "passcode.ended": {
    status: 200,
    type: "ERROR",
    content:
      "That code is not correct, and there were too many tries. Please request another code.",
  },
  "passcode.expired": {
    status: 200,
    type: "ERROR",
    content: "That code has expired. Please request another code.",
  },
  "passcode.attemptEnded": {
    status: 200,
    type: "ERROR",
    content: "Your earlier codes are no longer valid. Please request another code.",
  },
  "passcode.noAttempt": {
    status: 200,
    type: "ERROR",
    content:
      "This browser has not requested a code. Please request another code and enter it here. If you see this again, please allow cookies for this site, or call us.",
  },
  "passcode.resent": {
    status: 200,
    type: "SUCCESS",
    content: "We have sent another code. The earlier one stays valid until it expires.",
  },
  "passcode.resentNew": {
    status: 200,
    type: "SUCCESS",
    content: "We have sent a new code. Codes from earlier emails no longer work.",
  },
  "passcode.resentIfOnFile": {
    status: 200,
    type: "SUCCESS",
    content:
      "If the address you entered is the one on file, we have emailed you a new code or next steps. An earlier code stays valid until it expires.",
  },
  "passcode.resentNewIfOnFile": {
    status: 200,
    type: "SUCCESS",
    content:
      "If the address you entered is the one on file, we have emailed you a new code or next steps. Codes from earlier emails no longer work.",
  },
  "passcode.coolDown": {
    status: 200,
    type: "ERROR",
    content: "Please wait {wait} before you request another code.",
  },
  "passcode.tooManyCodes": {
    status: 429,
    type: "ERROR",
    content:
      "We have sent several codes already. Please check your spam folder, or wait {wait} and request another one.",
  },
} as const satisfies Record<string, CatalogueEntry>
