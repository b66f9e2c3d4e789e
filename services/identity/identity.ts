import type { Cleanup } from "#platform/jobs/housekeeping-job.ts"
import type { Deps } from "#services/deps.ts"
import { createRecentEmailChanges } from "#services/profile/new-email/recent-email-changes.ts"
import { createStaffStanding } from "#services/staff/accounts/staff-standing.ts"
import { deleteExpiredProofs } from "./captcha/captcha.store.ts"
import { createCaptcha } from "./captcha/captcha.ts"
import { createCodeResend } from "./codes/code-resend.ts"
import { createNewEmailCodes } from "./codes/new-email-codes.ts"
import { deleteOldAttempts } from "./codes/one-time-codes.store.ts"
import { createStepUpCode } from "./codes/step-up-code.ts"
import { createCredentials } from "./credentials/credentials.ts"
import { deleteUnusedSchemes } from "./credentials/imported-schemes.store.ts"
import { securityQuestionHandlers } from "./credentials/security-questions.ts"
import { deleteOldDevices } from "./devices/devices.store.ts"
import { createForgotPassword } from "./recovery/forgot-password.ts"
import { createForgotUsername } from "./recovery/forgot-username.ts"
import { deleteOldRecoveries } from "./recovery/recovery.store.ts"
import { createResetPassword } from "./recovery/reset-password.ts"
import { createRegisteredUsers } from "./registration/registered-users.ts"
import { deleteOldRegistrations } from "./registration/registration.store.ts"
import { createRegistration } from "./registration/registration.ts"
import { deleteOldSessionTransfers } from "./session-transfer/session-transfer.store.ts"
import { createSessionTransfer } from "./session-transfer/session-transfer.ts"
import { deleteOldSessions } from "./sessions/sessions.store.ts"
import { createSessions } from "./sessions/sessions.ts"
import { createSignIn } from "./sign-in/sign-in.ts"
import { deleteOldSignInLinks } from "./sign-in/sign-in-links.store.ts"
import { createSignInLinks } from "./sign-in/sign-in-links.ts"

/** How customers register, sign in, recover access and stay signed in. */
export function createIdentity(deps: Deps) {
  const staffStanding = createStaffStanding(deps)
  const recentEmailChanges = createRecentEmailChanges(deps)
  const sessions = createSessions(deps, { staffStanding })
  const sessionTransfer = createSessionTransfer(deps, { staffStanding })
  const captcha = createCaptcha(deps)
  const signInLinks = createSignInLinks(deps)
  const sendSignInLink = signInLinks.send
  const signIn = createSignIn(deps, { sendSignInLink })
  const registration = createRegistration(deps, { recentEmailChanges, sendSignInLink })

  const handlers = {
    ...captcha.handlers,
    ...securityQuestionHandlers,
    ...signIn.handlers,
    ...createCodeResend(deps, { signIn, registration }).handlers,
    ...signInLinks.handlers,
    ...sessions.handlers,
    ...createStepUpCode(deps).handlers,
    ...sessionTransfer.handlers,
    ...registration.handlers,
    ...createForgotUsername(deps).handlers,
    ...createForgotPassword(deps, { recentEmailChanges, sendSignInLink }).handlers,
    ...createResetPassword(deps).handlers,
    ...createCredentials(deps).handlers,
  }
  return {
    handlers,
    cleanups: [identityCleanup(deps)],
    /** `POST /appauth/login` at a customers' site. */
    beginSignIn: signIn.beginSignIn,
    findSession: sessions.find,
    consumeCaptcha: captcha.consume,
    transferSession: sessionTransfer.make,
    sendSignInLink,
    registeredUsers: createRegisteredUsers(deps),
    newEmailCodes: createNewEmailCodes(deps),
  }
}

export type Identity = ReturnType<typeof createIdentity>

/** Deletes identity rows that are no longer needed; see docs/privacy.md. */
export function identityCleanup({ database, clock }: Pick<Deps, "database" | "clock">): Cleanup {
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
