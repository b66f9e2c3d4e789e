import type { Tidy } from "#platform/jobs/housekeeping-job.ts"
import type { Deps } from "#services/deps.ts"
import { deleteExpiredProofs } from "./captcha/captcha.store.ts"
import { deleteOldAttempts } from "./codes/one-time-codes.store.ts"
import { deleteUnusedSchemes } from "./credentials/imported-schemes.store.ts"
import { deleteOldDevices } from "./devices/devices.store.ts"
import { deleteOldRecoveries } from "./recovery/recovery.store.ts"
import { deleteOldRegistrations } from "./registration/registration.store.ts"
import { deleteOldSessionTransfers } from "./session-transfer/session-transfer.store.ts"
import { deleteOldSessions } from "./sessions/sessions.store.ts"
import { deleteOldSignInLinks } from "./sign-in/sign-in-links.store.ts"

/** Deletes the rows of identity that are not needed; see docs/privacy.md. */
export function identityTidy({ database, clock }: Pick<Deps, "database" | "clock">): Tidy {
  return async ({ ended: endedBefore, devices }) => {
    await deleteOldAttempts(database, endedBefore)
    await deleteOldSessionTransfers(database, endedBefore)
    await deleteOldSessions(database, endedBefore)
    await deleteOldRegistrations(database, endedBefore)
    await deleteOldRecoveries(database, endedBefore)
    await deleteOldSignInLinks(database, endedBefore)
    await deleteOldDevices(database, devices)
    await deleteUnusedSchemes(database, endedBefore)
    await deleteExpiredProofs(database, clock.now())
  }
}
