import type { recovery } from "#contracts/identity/recovery.ts"
import { inSameTime } from "#platform/constant-time.ts"
import { addressed } from "#platform/email/email-message.ts"
import type { CallRequest, Handlers } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"
import { checkEmail, checkedPlanNumber, checkUnion } from "../checks.ts"
import { findUserOf } from "../credentials/users.store.ts"
import { isSameAddress, isSameName } from "../same-person.ts"
import { usernameEmail } from "./recovery-email.ts"

/** How often one person can be sent their username. */
const usernameLimit = { calls: 1, minutes: 10 }

type UsernameRequest = CallRequest<(typeof recovery)["POST /appauth/forgotUsername"]>

/**
 * Forgotten usernames. Every caller gets the same reply in the same time. Only the right person
 * gets the email.
 */
export function createForgotUsername(deps: Deps) {
  const { database, policyAdmin, rateLimits, localize } = deps

  const handlers: Pick<Handlers<typeof recovery>, "POST /appauth/forgotUsername"> = {
    async "POST /appauth/forgotUsername"(request) {
      const { site, body } = request
      checkUnion(site, body.client)
      checkEmail(body.emailAddress)
      const policyNumber = checkedPlanNumber(body.certificateNo)
      await inSameTime(() => sendUsername(request, policyNumber))
      return { messages: [await localize(body.client, "forgotUsername.done")] }
    },
  }

  async function sendUsername({ site, body }: UsernameRequest, policyNumber: string) {
    const person = await policyAdmin.personByPolicyNumber(body.client, policyNumber)
    const user = await findUserOf(database, body.client, person?.accountNumber ?? "")
    const brand = await deps.brandOf(body.client, site.origin)
    const fits =
      person !== undefined &&
      isSameName(body, person) &&
      isSameAddress(body.emailAddress, person.emailAddress)
    // Written for every caller and sent only to the right person, so that a failure reveals nothing.
    const isTheirs = fits && user !== undefined && !user.reactivate
    // Counted only for the right person, so that no one else can use up the limit.
    const isSent =
      isTheirs && (await rateLimits.isWithin(`usernames of ${user.userid}`, usernameLimit))
    const { firstName } = person ?? { firstName: "" }
    const names = { firstName, policyNumber, username: user?.username ?? "" }
    const to = isSent ? person.emailAddress : null
    await deps.outbox.add(database, addressed(usernameEmail({ brand, ...names }), brand, to))
    if (isSent) deps.wakeEmail()
  }

  return { handlers }
}
