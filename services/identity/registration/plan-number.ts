import type { registration } from "#contracts/identity/registration.ts"
import { ApiError } from "#contracts/messages.ts"
import type { Handlers } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"
import { checkedPlanNumber, checkUnion } from "../checks.ts"
import type { RegistrationFlow } from "./registration-flow.ts"

type PlanNumberHandlers = Pick<
  Handlers<typeof registration>,
  "POST /appauth/registration/policyNumber"
>

/** Step 1 of the registration: the plan number. */
export function createPlanNumberStep({ policyAdmin }: Deps, flow: RegistrationFlow) {
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
