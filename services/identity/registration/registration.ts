import type { registration } from "#contracts/identity/registration.ts"
import { ApiError } from "#contracts/messages.ts"
import type { Handlers } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"
import type { RecentEmailChanges } from "#services/profile/new-email/recent-email-changes.ts"
import { checkedPlanNumber, checkUnion } from "../checks.ts"
import type { SendSignInLink } from "../sign-in/sign-in-links.ts"
import { createAccountStep } from "./account.ts"
import { createPersonalInfoStep } from "./personal-info.ts"
import { createRegistrationCodes } from "./registration-codes.ts"
import { createRegistrationFlow, type RegistrationFlow } from "./registration-flow.ts"
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

type PlanNumberHandlers = Pick<
  Handlers<typeof registration>,
  "POST /appauth/registration/policyNumber"
>

/** Step 1 of the registration: the plan number. */
function createPlanNumberStep({ policyAdmin }: Deps, flow: RegistrationFlow) {
  const handlers: PlanNumberHandlers = {
    async "POST /appauth/registration/policyNumber"({ site, cookies, body }) {
      checkUnion(site, body.client)
      const policyNumber = checkedPlanNumber(body.planNumber)
      const person = await policyAdmin.personByPolicyNumber(body.client, policyNumber)
      if (!person) throw new ApiError("registration.planNumber")
      const { accountNumber } = person
      await flow.begin(cookies, { client: body.client, policyNumber, accountNumber })
      return { messages: [] }
    },
  }
  return { handlers }
}
