import {
  botText,
  connectivityText,
  emailInvalidText,
  planNumberLengthText,
  planNumberNumericText,
  planNumberUnknownText,
  reactivationText,
  usernameText,
} from "./rules.ts"

/**
 * Every message that the server can answer with, by its stable id. `content` is the default
 * wording; a client's managed content titled like the id replaces it.
 * `{name}` in a text is filled with a value, escaped.
 */
type MessageType = "INFO" | "SUCCESS" | "FAILURE" | "ERROR" | "CLIENT_MISMATCH"

interface CatalogueEntry {
  /** HTTP status when the message is a failure. */
  status: number
  type: MessageType
  content: string
}

const catalogue = {
  "request.invalid": {
    status: 422,
    type: "ERROR",
    content: "Please check the highlighted information: {fields}.",
  },
  "request.malformed": { status: 400, type: "ERROR", content: "The request could not be read." },
  "request.tooLarge": { status: 413, type: "ERROR", content: "What was sent is too large." },
  "request.tooMany": {
    status: 429,
    type: "ERROR",
    content: "There were too many tries from here. Please wait {wait} and try again.",
  },
  "request.foreignOrigin": {
    status: 403,
    type: "ERROR",
    content: "This request came from another site and was refused.",
  },
  "request.clientMismatch": {
    status: 403,
    type: "CLIENT_MISMATCH",
    content: "This request belongs to another site. Please sign in again.",
  },
  "request.notYours": {
    status: 403,
    type: "ERROR",
    content: "This request does not match your sign-in. Please sign in again.",
  },
  "request.notFound": {
    status: 404,
    type: "ERROR",
    content: "We could not find what you asked for.",
  },
  "host.unknown": {
    status: 404,
    type: "ERROR",
    content: "Sorry, the page you are looking for is not here.",
  },
  "server.error": {
    status: 500,
    type: "ERROR",
    content:
      "Something went wrong on our side and nothing was changed. Please try again. If you call us, this number helps us find what happened: {requestId}.",
  },
  "server.unavailable": {
    status: 503,
    type: "ERROR",
    content: "My Account is not available right now. Please try again in a few minutes.",
  },
  "accountSystem.away": {
    status: 503,
    type: "ERROR",
    content: connectivityText,
  },
  "session.required": { status: 401, type: "ERROR", content: "Please log in to continue." },
  "session.expired": {
    status: 401,
    type: "ERROR",
    content: "Your session has ended. Please log in again.",
  },
  "session.notAllowed": {
    status: 403,
    type: "ERROR",
    content: "Your sign-in does not allow this.",
  },
  "signIn.credentials": {
    status: 401,
    type: "ERROR",
    content: "The username or password is not correct. Please check both and try again.",
  },
  "signIn.noAddress": {
    status: 409,
    type: "ERROR",
    content:
      "We have no e-mail address on file to send your one-time code to. Please call our customer service team.",
  },
  "signIn.codeSent": {
    status: 200,
    type: "SUCCESS",
    content: "We have sent a one-time code to {email}.",
  },
  "signIn.tooMany": {
    status: 429,
    type: "ERROR",
    content:
      "There were too many tries to log in to this account. Please wait {wait} and try again, or log in on a device that you have used before.",
  },
  "signIn.reactivate": {
    status: 409,
    type: "ERROR",
    content:
      "For security purposes, we need to reactivate your account. Please register again with your certificate or plan number.",
  },
  "signIn.union": { status: 422, type: "ERROR", content: "Please choose your union." },
  "passcode.wrong": {
    status: 200,
    type: "ERROR",
    content: "That code is not correct. You have {left} left.",
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
  "passcode.resent": {
    status: 200,
    type: "SUCCESS",
    content: "We have sent another code. The earlier one stays valid until it expires.",
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
  "captcha.bot": { status: 422, type: "ERROR", content: botText },
  "planNumber.numeric": { status: 422, type: "ERROR", content: planNumberNumericText },
  "planNumber.length": { status: 422, type: "ERROR", content: planNumberLengthText },
  "email.invalid": { status: 422, type: "ERROR", content: emailInvalidText },
  "username.invalid": { status: 422, type: "ERROR", content: usernameText },
  "password.weak": {
    status: 422,
    type: "ERROR",
    content:
      "Please choose a password with at least 8 characters, a lowercase letter, an uppercase letter and a number.",
  },
  "securityQuestion.unknown": {
    status: 422,
    type: "ERROR",
    content: "Please choose one of the security questions.",
  },
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
      "This Certificate/Plan Number is registered already. Please log in. If you do not remember how, use Forgot username or Forgot password.",
  },
  "registration.noAddress": {
    status: 409,
    type: "ERROR",
    content:
      "We have no e-mail address on file to send your one-time code to. Please call our customer service team to add one, then register.",
  },
  "registration.codeSent": {
    status: 200,
    type: "SUCCESS",
    content:
      "If the e-mail address you entered is the one we have on file, we have sent a one-time code to it.",
  },
  "registration.verified": { status: 200, type: "SUCCESS", content: "Your code is correct." },
  "registration.reactivate": { status: 200, type: "INFO", content: reactivationText },
  "registration.usernameTaken": {
    status: 409,
    type: "ERROR",
    content: "This username is taken. Please choose another one.",
  },
  "registration.restart": {
    status: 409,
    type: "ERROR",
    content:
      "Your registration has expired or was begun elsewhere. Please start again with your Certificate/Plan Number.",
  },
  "registration.order": {
    status: 409,
    type: "ERROR",
    content: "Please complete the steps of your registration one after the other.",
  },
  "registration.tooMany": {
    status: 429,
    type: "ERROR",
    content:
      "There were too many tries to register this Certificate/Plan Number. Please wait {wait} and try again, or call our customer service team.",
  },
  "registration.complete": {
    status: 200,
    type: "SUCCESS",
    content: "Your account is ready, and you are logged in.",
  },
  "forgotUsername.done": {
    status: 200,
    type: "SUCCESS",
    content:
      "If what you entered matches our records, we have sent your username to the e-mail address on file.",
  },
  "forgotPassword.done": {
    status: 200,
    type: "SUCCESS",
    content:
      "If your answer is correct, we have sent an e-mail with a link to reset your password to the address on file. The link is valid for 30 minutes.",
  },
  "forgotPassword.restart": {
    status: 409,
    type: "ERROR",
    content: "Please enter your username again to reset your password.",
  },
  "forgotPassword.tooMany": {
    status: 429,
    type: "ERROR",
    content:
      "There were too many answers for this username. Please wait {wait} and try again, or call our customer service team.",
  },
  "resetPassword.ticket": {
    status: 404,
    type: "ERROR",
    content:
      "This link to reset your password has been used, has expired or is for another site. Please use Forgot password to get a new one.",
  },
  "resetPassword.done": {
    status: 200,
    type: "SUCCESS",
    content: "Your password was changed, and you are logged in.",
  },
  "handoff.invalid": {
    status: 404,
    type: "ERROR",
    content: "This sign-in link has been used or has expired. Please log in again.",
  },
} as const satisfies Record<string, CatalogueEntry>

export type MessageId = keyof typeof catalogue

/** One message as the browser shows it (calls' `messages`). */
export interface Message {
  type: MessageType
  content: string[]
  messageId: string
}

export const messages: Record<MessageId, CatalogueEntry> = catalogue

/** A refusal that the caller is told about; `server/mount.ts` turns it into the error reply. */
export class Failure extends Error {
  override name = "Failure"
  messageId: MessageId
  values: Record<string, string>
  /** Sent as Retry-After where waiting helps. */
  retryAfterSeconds: number | undefined

  constructor(
    messageId: MessageId,
    values: Record<string, string> = {},
    retryAfterSeconds?: number,
  ) {
    super(messageId)
    this.messageId = messageId
    this.values = values
    this.retryAfterSeconds = retryAfterSeconds
  }
}
