import { randomUUID } from "node:crypto"
import { once, setMaxListeners } from "node:events"
import { readFile, writeFile } from "node:fs/promises"
import type { Server } from "node:net"
import { buffer } from "node:stream/consumers"
import { SMTPServer } from "smtp-server"
import { createEventInbox } from "./events.ts"
import { type Message, readMessage } from "./message.ts"
import { createPages } from "./pages.ts"

export type { Message } from "./message.ts"

export interface Mailbox {
  smtpUrl: string
  httpUrl: string
  /** The messages, newest first. */
  messages(): Message[]
  /**
   * The newest matching message. Waits for one if there is none.
   *
   * Errors: an `Error` that lists the received messages, after `timeoutMs`.
   */
  waitFor(fits: (message: Message) => boolean, timeoutMs?: number): Promise<Message>
  /** Accepts events signed with one of these secrets; `GET /events` lists them. */
  takeEventsOf(secrets: readonly string[]): void
  close(): Promise<void>
}

const mostKept = 500
const largestEmailBytes = 10 * 1024 * 1024
const loopback = "127.0.0.1"

/**
 * A mailbox for developers and tests: accepts every email by SMTP, for any recipient, and shows it.
 * It accepts only local connections and stores the last 500 emails, or `keep`, in memory; with
 * `file`, it restores them after a restart.
 *
 * With port 0, the default of the SMTP port, the system chooses a free port. Errors: the system's,
 * such as EADDRINUSE.
 */
export async function startMailbox({
  httpPort,
  smtpPort = 0,
  keep = mostKept,
  file,
}: {
  httpPort: number
  smtpPort?: number
  keep?: number
  file?: string
}): Promise<Mailbox> {
  const messages = file === undefined ? [] : await readCached(file)
  let eventSecrets: readonly string[] = []
  const arrivals = new EventTarget()
  // Any number of callers may wait for a message.
  setMaxListeners(0, arrivals)

  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
    size: largestEmailBytes,
    closeTimeout: 100,
    onData(stream, _session, done) {
      buffer(stream)
        .then((raw) => readMessage(randomUUID(), raw, new Date()))
        .then((message) => {
          messages.unshift(message)
          messages.splice(keep)
          arrivals.dispatchEvent(new Event("message"))
          done()
        }, done)
    },
  })
  // A client that disconnects in the middle of an email is not an error of the mailbox.
  smtp.on("error", () => {})
  const pages = createPages(
    () => messages,
    createEventInbox(() => eventSecrets),
  )
  const smtpAt = await listening(smtp.listen(smtpPort, loopback))
  const httpAt = await listening(pages.listen(httpPort, loopback)).catch((error: unknown) => {
    smtp.close()
    throw error
  })

  return {
    smtpUrl: `smtp://${loopback}:${smtpAt}`,
    httpUrl: `http://localhost:${httpAt}`,
    messages: () => [...messages],
    takeEventsOf(secrets) {
      eventSecrets = secrets
    },
    async waitFor(fits, timeoutMs = 10_000) {
      const signal = AbortSignal.timeout(timeoutMs)
      while (true) {
        const found = messages.find(fits)
        if (found) return found
        await once(arrivals, "message", { signal }).catch(() => {
          const came = messages.map(({ to, subject }) => `\n  ${subject} → ${to}`)
          throw new Error(`No such email came in ${timeoutMs} ms. In the mailbox:${came.join("")}`)
        })
      }
    },
    async close() {
      await Promise.all([
        new Promise<void>((closed) => smtp.close(closed)),
        new Promise<void>((closed) => {
          pages.close(() => closed())
          pages.closeAllConnections()
        }),
      ])
      // The file mode matters, because codes and links are secrets.
      if (file !== undefined) await writeFile(file, JSON.stringify(messages), { mode: 0o600 })
    },
  }
}

/** The emails of the last run; empty if the file is missing or damaged. */
async function readCached(file: string): Promise<Message[]> {
  try {
    const kept: unknown = JSON.parse(await readFile(file, "utf8"))
    return Array.isArray(kept) ? kept : []
  } catch {
    return []
  }
}

async function listening(server: Server): Promise<number> {
  if (!server.listening) await once(server, "listening")
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("Not a network port.")
  return address.port
}
