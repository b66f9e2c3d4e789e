import type { registration } from "#contracts/identity/registration.ts"
import { ApiError } from "#contracts/messages.ts"
import { inSameTime } from "#platform/constant-time.ts"
import type { Handlers } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"
import { codeRefusalOf } from "../codes/code-presenter.ts"
import type { RegistrationResend } from "../codes/code-resend.ts"
import type { Sent } from "../codes/one-time-codes.ts"
import { findUserOf } from "../credentials/users.store.ts"
import { reachVerified } from "./registration.store.ts"
import type { RegistrationCodes } from "./registration-codes.ts"
import type { RegistrationFlow } from "./registration-flow.ts"

type VerificationHandlers = Pick<
  Handlers<typeof registration>,
  "POST /appauth/registration/accountVerification"
>

/** Step 3 of the registration: the one-time code. */
export function createVerificationStep(
  { database, clock, localize }: Deps,
  { flow, codes }: { flow: RegistrationFlow; codes: RegistrationCodes },
) {
  const handlers: VerificationHandlers = {
    async "POST /appauth/registration/accountVerification"(request) {
      const { body, cookies } = request
      const row = await flow.find(request, body)
      if (row.step === "number") throw new ApiError("registration.order")
      if (row.step === "person") {
        const subject = { client: row.client, registrationId: row.id }
        const checked = await codes.check(request, subject, body.passCode, async (tx) => {
          const isStillOpen = await reachVerified(tx, row, clock.now())
          if (!isStillOpen) throw new ApiError("registration.restart")
        })
        if (checked.outcome !== "right") {
          const { message, closed } = await codeRefusalOf(localize, row.client, checked)
          return { verified: false, ...closed, messages: [message] }
        }
        flow.setVerified(cookies, row)
      }
      const user = await findUserOf(database, row.client, row.accountNumber)
      const verified = await localize(row.client, "registration.verified")
      const banner = user?.reactivate ? [await localize(row.client, "registration.reactivate")] : []
      return { verified: true, messages: [verified, ...banner] }
    },
  }

  /** Errors: `registration.restart`, `registration.order`. */
  async function resendCode(request: RegistrationResend): Promise<Sent> {
    const row = await flow.find(request, request.body)
    if (row.step !== "person") throw new ApiError("registration.order")
    return await inSameTime(async () => {
      const person = await flow.personOf(row)
      return await codes.send(request, row, person, row.addressFits, (recipient) =>
        codes.another(request, recipient),
      )
    })
  }

  return { handlers, resendCode }
}
