import type { registration } from "#contracts/identity/registration.ts"
import type { Handlers } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"
import type { RecentEmailChanges } from "#services/profile/new-email/recent-email-changes.ts"
import type { SendSignInLink } from "../sign-in/sign-in-links.ts"
import { createAccountStep } from "./account.ts"
import { createPersonalInfoStep } from "./personal-info.ts"
import { createPlanNumberStep } from "./plan-number.ts"
import { createRegistrationCodes } from "./registration-codes.ts"
import { createRegistrationFlow } from "./registration-flow.ts"
import { createVerificationStep } from "./verification.ts"

/** Registration in four steps: plan number, name and email address, one-time code, credentials. */
export function createRegistration(
  deps: Deps,
  others: { recentEmailChanges: RecentEmailChanges; sendSignInLink: SendSignInLink },
) {
  const flow = createRegistrationFlow(deps)
  const codes = createRegistrationCodes(deps, others)
  const verification = createVerificationStep(deps, { flow, codes })
  const handlers: Handlers<typeof registration> = {
    ...createPlanNumberStep(deps, flow).handlers,
    ...createPersonalInfoStep(deps, { flow, codes }).handlers,
    ...verification.handlers,
    ...createAccountStep(deps, flow).handlers,
  }
  return { handlers, resendCode: verification.resendCode }
}
