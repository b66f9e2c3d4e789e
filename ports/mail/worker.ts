import type { Database } from "#database/open.ts"
import type { Clock } from "#platform/clock.ts"
import { type Seal, SealBroken } from "#platform/keys/seal.ts"
import { later } from "#platform/time.ts"
import { waitAfter } from "./backoff.ts"
import {
  claimDue,
  type DueEmail,
  deleteFinished,
  giveUp,
  markSent,
  tryLater,
} from "./outbox.store.ts"
import { unsealEmail } from "./outbox.ts"
import { EmailNotSent, type EmailTransport } from "./port.ts"

/** Mails that one process sends at the same time. */
const atOnce = 5
/** A try is broken off after this, well before its lease ends, so that no mail is sent by two. */
const trySeconds = 60
const leaseSeconds = 2 * trySeconds
const giveUpAfterHours = 24
const keepFinishedDays = 7
const tidyEveryHours = 1
/** For mails of other processes, and those put off; a mail of this one is sent when it wakes the worker. */
const pollSeconds = 3
interface Needs {
  database: Database
  transport: EmailTransport
  seal: Seal
  clock: Clock
  log: { warn(data: object, text: string): void }
}

export interface EmailWorker {
  /** Looks for due mails now; call it after a commit that wrote one. Never throws. */
  wake(): void
  /** Resolves when no mail is being looked for or sent. */
  idle(): Promise<void>
  /** Takes no more mails, and breaks off those that are still on their way after `waitSeconds`. */
  stop(waitSeconds?: number): Promise<void>
}

/**
 * Sends the mails of the outbox. Any number of processes may do so: each mail is claimed by one.
 * A mail is sent at least once; if a process dies between sending and noting it, the mail is sent
 * again under the same Message-ID.
 */
export function startEmailWorker({ database, transport, seal, clock, log }: Needs): EmailWorker {
  const sending = new Set<Promise<void>>()
  const stopping = new AbortController()
  let looking: Promise<void> | undefined
  let lookAgain = false
  let backlog = false
  let stopped = false
  let tidiedAt = 0
  const poll = setInterval(wake, pollSeconds * 1000)
  wake()

  function wake() {
    if (stopped) return
    lookAgain = true
    looking ??= look().finally(() => {
      looking = undefined
      if (lookAgain) wake()
    })
  }

  async function look() {
    try {
      while (lookAgain && !stopped) {
        lookAgain = false
        await tidy()
        await claim()
      }
    } catch (error) {
      log.warn({ reason: nameOf(error) }, "The outbox could not be read; trying again soon.")
    }
  }

  async function claim() {
    const free = atOnce - sending.size
    const now = clock.now()
    const mails = free > 0 ? await claimDue(database, now, after(now, leaseSeconds), free) : []
    backlog = mails.length === free
    for (const mail of mails) {
      const delivery = deliver(mail).finally(() => {
        sending.delete(delivery)
        if (backlog) wake()
      })
      sending.add(delivery)
    }
  }

  /** One try; never throws. If even its outcome cannot be noted, the lease runs out and it is tried again. */
  async function deliver(mail: DueEmail): Promise<void> {
    try {
      const failure = isExpired(mail) ? expired : await send(mail)
      if (failure) await noteFailure(mail, failure)
      else await markSent(database, mail.id, clock.now())
    } catch (error) {
      log.warn(
        { mail: mail.id, reason: nameOf(error) },
        "The outcome of a mail could not be noted.",
      )
    }
  }

  async function send(mail: DueEmail): Promise<ApiError | undefined> {
    try {
      const content = unsealEmail(seal, mail.id, mail.sealed)
      const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(trySeconds * 1000)])
      await transport.send({ ...content, id: mail.id, writtenAt: mail.createdAt }, signal)
      return undefined
    } catch (error) {
      if (error instanceof EmailNotSent) return error
      // Another process may hold the right key, so it is not for good.
      const reason = error instanceof SealBroken ? "another key" : nameOf(error)
      return { reason, permanent: false }
    }
  }

  async function noteFailure(mail: DueEmail, { reason, permanent }: ApiError): Promise<void> {
    const now = clock.now()
    const age = now.getTime() - mail.createdAt.getTime()
    const over = permanent || age >= giveUpAfterHours * 3_600_000
    log.warn(
      { mail: mail.id, tries: mail.tries, reason },
      over ? "Mail given up." : "Mail put off.",
    )
    if (over) return await giveUp(database, mail, now, reason)
    const next = after(now, waitAfter(mail.tries, Math.random()))
    // Due again when it expires, at the latest: that is when its content is wiped.
    const nextTryAt = mail.expiresAt && mail.expiresAt < next ? mail.expiresAt : next
    await tryLater(database, mail, nextTryAt, reason)
  }

  function isExpired(mail: DueEmail): boolean {
    return mail.expiresAt !== null && mail.expiresAt <= clock.now()
  }

  async function tidy() {
    const now = clock.now()
    if (now.getTime() - tidiedAt < tidyEveryHours * 3_600_000) return
    tidiedAt = now.getTime()
    await deleteFinished(database, after(now, -keepFinishedDays * 86_400))
  }

  async function idle() {
    while (looking || sending.size > 0) await Promise.all([looking, ...sending])
  }

  async function stop(waitSeconds = 5) {
    stopped = true
    lookAgain = false
    clearInterval(poll)
    const enough = setTimeout(() => stopping.abort(), waitSeconds * 1000)
    await idle()
    clearTimeout(enough)
  }

  return { wake, idle, stop }
}

type ApiError = Pick<EmailNotSent, "reason" | "permanent">

const expired: ApiError = { reason: "expired", permanent: true }

function after(time: Date, seconds: number): Date {
  return later(time, { seconds })
}

/** What kind of error it is; its message could hold what the mail holds. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown"
  return (error as NodeJS.ErrnoException).code ?? error.name
}
