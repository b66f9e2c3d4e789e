import type { Deps } from "#services/deps.ts"
import { createRecentEmailChanges } from "#services/profile/new-email/recent-email-changes.ts"
import { createStaffStanding } from "#services/staff/accounts/staff-standing.ts"
import { createCaptcha } from "./captcha/captcha.ts"
import { createCodeResend } from "./codes/code-resend.ts"
import { createNewEmailCodes } from "./codes/new-email-codes.ts"
import { createStepUpCode } from "./codes/step-up-code.ts"
import { createCredentials } from "./credentials/credentials.ts"
import { securityQuestionHandlers } from "./credentials/security-questions.ts"
import { createForgotPassword } from "./recovery/forgot-password.ts"
import { createForgotUsername } from "./recovery/forgot-username.ts"
import { createResetPassword } from "./recovery/reset-password.ts"
import { createRegisteredUsers } from "./registration/registered-users.ts"
import { createRegistration } from "./registration/registration.ts"
import { createSessionTransfer } from "./session-transfer/session-transfer.ts"
import { createSessions } from "./sessions/sessions.ts"
import { createSignIn } from "./sign-in/sign-in.ts"
import { createSignInLinks } from "./sign-in/sign-in-links.ts"
import { identityTidy } from "./tidies.ts"

/** How customers register, sign in, recover their access and stay signed in. */
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
    tidies: [identityTidy(deps)],
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
