import { createTransport } from "nodemailer"
import { EmailNotSent, type EmailTransport } from "./port.ts"

/** How long a mail server may take for each step; the worker also limits the whole try. */
const timeouts = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
}

/**
 * Sends by SMTP over a few connections that are kept open between emails.
 *
 * `url` is `smtps://user:password@host:465` (TLS at once) or `smtp://…:587` (STARTTLS when the
 * server offers it; `?requireTLS=true` refuses a server that does not). `from` is the sender's
 * address, whose domain is also in the Message-ID.
 *
 * Errors: an `Error` with one line a person can act on, when `url` or `from` cannot be used.
 */
export function createSmtpTransport({ url, from }: { url: string; from: string }): EmailTransport {
  const domain = domainOf(from)
  if (!/^smtps?:\/\/[^/]/.test(url)) {
    throw new Error("SMTP_URL must start with smtp:// or smtps:// and name a host.")
  }
  const smtp = createTransport({
    ...timeouts,
    pool: true,
    url,
    maxConnections: 5,
    // Replaces once an open connection that the server has just closed; the worker backs off after
    // that.
    maxRequeues: 1,
    idleTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ id, writtenAt, to, fromName, subject, html, text, ...more }, signal) {
      const message = {
        messageId: `<${id}@${domain}>`,
        date: writtenAt,
        // An object keeps any characters within this one address.
        from: { name: fromName, address: from },
        to: { name: "", address: to },
        subject,
        html,
        text,
        headers: {
          "Auto-Submitted": "auto-generated",
          "X-Auto-Response-Suppress": "All",
          // Without this header, Gmail shows codes with one subject as one conversation and
          // collapses all but the last.
          "X-Entity-Ref-ID": id,
          ...(more.unsubscribeLink && unsubscribing(more.unsubscribeLink)),
        },
        xMailer: false as const,
        attachments: more.logo ? [attached(more.logo)] : [],
        signal,
      }
      await smtp.sendMail(message).catch((error: unknown) => {
        throw asEmailNotSent(error)
      })
    },
    close() {
      smtp.close({ force: true })
    },
  }
}

/**
 * Connects to the mail server, with TLS and sign-in according to `url`, and sends nothing. Returns
 * why that failed, without the password; undefined if it succeeded.
 */
export async function verifySmtp(url: string): Promise<string | undefined> {
  const options = { ...timeouts, disableFileAccess: true, disableUrlAccess: true }
  // Without this setting, a user name that the server rejects would not be noticed.
  const forceAuth = URL.parse(url)?.username !== ""
  const smtp = createTransport({ ...options, url, forceAuth })
  try {
    await smtp.verify()
    return undefined
  } catch (error) {
    return asEmailNotSent(error).reason
  } finally {
    smtp.close()
  }
}

/** Source: RFC 2369 and RFC 8058, one-click unsubscription. */
function unsubscribing(link: string) {
  return {
    "List-Unsubscribe": `<${new URL(link).href}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  }
}

function attached(logo: { mediaType: string; base64: string }) {
  return {
    cid: "logo",
    filename: `logo.${logo.mediaType.split("/")[1]}`,
    content: logo.base64,
    encoding: "base64",
    contentType: logo.mediaType,
    contentDisposition: "inline" as const,
  }
}

function domainOf(address: string): string {
  const domain = /^[^@\s<>]+@([^@\s<>]+)$/.exec(address)?.[1]
  if (domain === undefined) {
    throw new Error("MAIL_FROM must be a plain address, such as no-reply@example.com.")
  }
  return domain
}

/**
 * SMTP commands whose refusal concerns this email. A refusal of others, such as AUTH, concerns the
 * whole installation.
 */
const aboutThisEmail = new Set(["RCPT TO", "DATA"])

function asEmailNotSent(error: unknown): EmailNotSent {
  const { code, originalCode, responseCode, command, permanent } = error as {
    code?: string
    originalCode?: string
    responseCode?: number
    command?: string
    permanent?: boolean
  }
  const what =
    responseCode === undefined ? (originalCode ?? code ?? "unknown") : String(responseCode)
  const reason = command === undefined || command === "CONN" ? what : `${what} ${command}`
  return new EmailNotSent(reason, permanent === true && aboutThisEmail.has(command ?? ""))
}
