import { connectivityText } from "./rules.ts"

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
    content: "This sign-in has ended. Please request another code.",
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
    status: 200,
    type: "ERROR",
    content:
      "We have sent several codes already. Please check your spam folder, or close this window and log in again later.",
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
