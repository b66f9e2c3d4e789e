import type { Database } from "#database/open.ts"
import type { Clock } from "#platform/clock.ts"
import type { RateLimits } from "#platform/rate-limits/rate-limits.ts"
import { earlier } from "#platform/time.ts"
import { deleteExpiredProofs } from "./captcha/captcha.store.ts"
import { deleteOldAttempts } from "./codes/one-time-codes.store.ts"
import { deleteOldDevices } from "./devices/devices.store.ts"
import { deviceDays } from "./devices/devices.ts"
import { deleteOldRecoveries } from "./recovery/recovery.store.ts"
import { deleteOldRegistrations } from "./registration/registration.store.ts"
import { deleteOldSessionTransfers } from "./session-transfer/session-transfer.store.ts"
import { deleteOldSessions } from "./sessions/sessions.store.ts"
import { deleteOldSignInLinks } from "./sign-in/sign-in-links.store.ts"

const everyMinutes = 60
/** What is over is kept this long, for whoever has to find out what happened. */
const keepDays = 30

/** Removes what can lead nowhere any more; every process may do so, at the same time too. */
export function startHousekeeping({
  database,
  clock,
  rateLimits,
  others,
  log,
}: {
  database: Database
  clock: Clock
  rateLimits: RateLimits
  /** What other services have to tidy, given the moment before which what ended is forgotten. */
  others: readonly ((before: Date) => Promise<void>)[]
  log: { warn(data: object, text: string): void }
}) {
  async function tidy() {
    const now = clock.now()
    const before = daysBefore(now, keepDays)
    await rateLimits.forgetOld()
    await deleteOldAttempts(database, before)
    await deleteOldSessionTransfers(database, before)
    await deleteOldSessions(database, before)
    await deleteOldRegistrations(database, before)
    await deleteOldRecoveries(database, before)
    await deleteOldSignInLinks(database, before)
    await deleteOldDevices(database, daysBefore(now, deviceDays))
    await deleteExpiredProofs(database, now)
    for (const tidyOther of others) await tidyOther(before)
  }
  const timer = setInterval(() => {
    tidy().catch((error: Error) => log.warn({ reason: error.name }, "Tidying failed."))
  }, everyMinutes * 60_000)
  timer.unref()
  return { tidy, stop: () => clearInterval(timer) }
}

function daysBefore(time: Date, days: number): Date {
  return earlier(time, { days })
}
