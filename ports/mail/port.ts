import type { Queries } from "#database/sql.ts"

/** One complete email to one person; the sending code adds nothing. */
export interface Email {
  to: string
  /** The name beside the sender's address: the client's. */
  fromName: string
  subject: string
  html: string
  text: string
  /** Shown in the HTML as `cid:logo`. */
  logo?: { mediaType: string; base64: string }
  /**
   * Where the person ends emails of this kind: opened, it is a page; a POST of the mail program
   * alone does it at once (RFC 8058).
   */
  unsubscribeLink?: string
  /** Not sent after this. */
  expiresAt?: Date
}

/** An email whose recipient may be missing: `to` is null where the caller found no person. */
export interface AddressedEmail<To extends string | null = string | null>
  extends Omit<Email, "to"> {
  to: To
}

export interface EmailOutbox {
  /**
   * Keeps the email in the same transaction as the change that causes it; it is sent after the
   * commit. An email to null takes the same steps, and nothing of it stays: a failure here must
   * not tell whether the caller found a person.
   */
  add(tx: Queries, email: AddressedEmail): Promise<void>
}

/** An email in progress, with the fields that make every try the same message. */
export interface OutgoingEmail extends Omit<Email, "expiresAt"> {
  /** Becomes the Message-ID, by which a mail server or program recognizes an email that comes twice. */
  id: string
  writtenAt: Date
}

export interface EmailTransport {
  /**
   * Hands the email to the next mail server; returns once that server has taken it.
   *
   * Errors: `EmailNotSent`, also when `signal` ends the try.
   */
  send(email: OutgoingEmail, signal: AbortSignal): Promise<void>
  /** Ends idle and running connections. */
  close(): void
}

export class EmailNotSent extends Error {
  override name = "EmailNotSent"
  /** A reply code or error code. Never the server's words: they repeat addresses. */
  reason: string
  /** Trying again cannot help: this address or this email is refused for good. */
  permanent: boolean

  constructor(reason: string, permanent: boolean) {
    super(`The email was not sent: ${reason}`)
    this.reason = reason
    this.permanent = permanent
  }
}

/** The emails that wait. Dates are null where none does. */
export interface MailBacklog {
  waiting: number
  /** Since when the oldest one waits. */
  oldestSince: Date | null
  /**
   * Since when the oldest one waits whose last try failed. A refusal of one recipient or one
   * content does not count: it says nothing about other emails.
   */
  failingSince: Date | null
}
