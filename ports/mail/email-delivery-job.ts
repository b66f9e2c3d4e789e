import type { Database } from "#database/open.ts"
import type { Clock } from "#platform/clock.ts"
import { errorName } from "#platform/error-name.ts"
import type { AdapterMetrics } from "#platform/http/adapter-metrics.ts"
import { waitAfter } from "#platform/jobs/backoff.ts"
import type { ClaimingJob, JobLog } from "#platform/jobs/job.ts"
import { type Seal, SealBroken } from "#platform/keys/seal.ts"
import { earlier, later, milliseconds } from "#platform/time.ts"
import { claimDue, type DueEmail, giveUp, markSent, tryLater } from "./outbox.store.ts"
import { unsealEmail } from "./outbox.ts"
import { EmailNotSent, type EmailTransport } from "./port.ts"

/** A try is aborted after this, well before its claim expires, so that two processes never send one email. */
const trySeconds = 60
const claimSeconds = 2 * trySeconds
const giveUpAfterHours = 24
const waits = { first: 5, longest: 15 * 60 }

/**
 * Sends the emails of the outbox. Each email is sent at least once: if a process dies between
 * sending it and saving that, the next one sends it again under the same Message-ID.
 */
export function emailDeliveryJob({
  database,
  transport,
  seal,
  clock,
  log,
  metrics,
}: {
  database: Database
  transport: EmailTransport
  seal: Seal
  clock: Clock
  log: Pick<JobLog, "warn">
  metrics?: Pick<AdapterMetrics, "emails">
}): ClaimingJob<DueEmail> {
  /** Errors: `EmailNotSent`. */
  async function send(email: DueEmail, stopping: AbortSignal): Promise<void> {
    if (email.expiresAt && email.expiresAt <= clock.now()) throw new EmailNotSent("expired", true)
    try {
      const content = unsealEmail(seal, email.id, email.sealed)
      const timeout = AbortSignal.timeout(milliseconds({ seconds: trySeconds }))
      const signal = AbortSignal.any([stopping, timeout])
      await transport.send({ ...content, id: email.id, writtenAt: email.createdAt }, signal)
    } catch (error) {
      throw asEmailNotSent(error)
    }
  }

  return {
    name: "email delivery",
    // This interval is for emails of other processes and for second tries. A process wakes its own
    // job after a commit.
    everySeconds: 3,
    runsAtStart: true,
    stopsLast: true,
    atOnce: 5,
    async claim(limit, now) {
      return await claimDue(database, now, later(now, { seconds: claimSeconds }), limit)
    },
    async run(email, signal) {
      await send(email, signal)
      metrics?.emails.inc({ result: "sent" })
      await markSent(database, email.id, clock.now())
    },
    async backOff(email, error) {
      // The email was sent, but that could not be saved.
      if (!(error instanceof EmailNotSent)) throw error
      const { reason, permanent } = error
      const now = clock.now()
      const isOver = permanent || email.createdAt <= earlier(now, { hours: giveUpAfterHours })
      metrics?.emails.inc({
        result: reason === "expired" ? "expired" : isOver ? "given up" : "put off",
      })
      const data = { email: email.id, tries: email.tries, reason }
      log.warn(data, isOver ? "An email was given up." : "An email was put off.")
      if (isOver) return await giveUp(database, email, now, reason)
      const next = later(now, { seconds: waitAfter(email.tries, waits, Math.random()) })
      // Due at its expiry at the latest, because its content is deleted then.
      const nextTryAt = email.expiresAt && email.expiresAt < next ? email.expiresAt : next
      await tryLater(database, email, nextTryAt, reason)
    },
  }
}

function asEmailNotSent(error: unknown): EmailNotSent {
  if (error instanceof EmailNotSent) return error
  // This failure is not permanent: another process may have the key.
  return new EmailNotSent(error instanceof SealBroken ? "another key" : errorName(error), false)
}
