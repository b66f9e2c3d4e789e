import type { Queries } from "#database/sql.ts"

/** One complete email to one person; the sending code adds nothing. */
export interface Email {
  to: string
  /** The display name of the sender: the client's name. */
  fromName: string
  subject: string
  html: string
  text: string
  /** The logo, shown in the HTML as `cid:logo`. */
  logo?: { mediaType: string; base64: string }
  /**
   * Where the person unsubscribes from emails of this kind: a GET shows a page, and a POST from the
   * mail program unsubscribes immediately (RFC 8058).
   */
  unsubscribeLink?: string
  /** The email is not sent after this time. */
  expiresAt?: Date
}

/** An email that may lack a recipient: `to` is null if the caller found no person. */
export interface AddressedEmail<To extends string | null = string | null>
  extends Omit<Email, "to"> {
  to: To
}

export interface EmailOutbox {
  /**
   * Stores the email in the transaction of the change that causes it; it is sent after the commit.
   * An email to null takes the same steps but is not stored, so that a failure here does not reveal
   * whether the caller found a person.
   */
  add(tx: Queries, email: AddressedEmail): Promise<void>
}

/** An email in progress, with the fields that make every try the same message. */
export interface OutgoingEmail extends Omit<Email, "expiresAt"> {
  /** Becomes the Message-ID, by which a mail server or program recognizes a duplicate email. */
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
  /** A reply code or error code. Excludes the server's text, which repeats addresses. */
  reason: string
  /** Whether retrying cannot help, because the server refuses this address or email for good. */
  permanent: boolean

  constructor(reason: string, permanent: boolean) {
    super(`The email was not sent: ${reason}`)
    this.reason = reason
    this.permanent = permanent
  }
}

/** The waiting emails. Dates are null if none is waiting. */
export interface MailBacklog {
  waiting: number
  /** The time since when the oldest email waits. */
  oldestSince: Date | null
  /**
   * The time since when the oldest email whose last try failed waits. Excludes refusals of one
   * recipient or one content, because they do not concern other emails.
   */
  failingSince: Date | null
}
