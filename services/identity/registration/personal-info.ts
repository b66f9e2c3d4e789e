import { passcodeCoolDownSeconds } from "#contracts/identity/one-time-code-rules.ts"
import type { registration } from "#contracts/identity/registration.ts"
import { ApiError } from "#contracts/messages.ts"
import { inSameTime } from "#platform/constant-time.ts"
import { addressed } from "#platform/email/email-message.ts"
import type { Person } from "#ports/policy-admin/port.ts"
import type { CallRequest, Handlers, Site } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"
import { checkEmail } from "../checks.ts"
import type { Recipient } from "../codes/one-time-codes.ts"
import { securityQuestions } from "../credentials/security-questions.ts"
import { findUserOf } from "../credentials/users.store.ts"
import { addressHeldEmail, usernameEmail } from "../recovery/recovery-email.ts"
import { isSameAddress, isSameName } from "../same-person.ts"
import { type RegistrationRow, reachPerson } from "./registration.store.ts"
import type { RegistrationCodes } from "./registration-codes.ts"
import type { RegistrationFlow } from "./registration-flow.ts"

/**
 * Names that can be tried for one person before the replies stop revealing whether a name is right.
 */
const nameLimit = { calls: 20, minutes: 60 }
/** How often a registered person who tries to register again is sent their username. */
const usernameLimit = { calls: 1, minutes: 10 }

const personalInfo = "POST /appauth/registration/personalInfo"
type PersonalInfo = CallRequest<(typeof registration)[typeof personalInfo]>

/** Step 2 of the registration: name and email address. Emails the one-time code. */
export function createPersonalInfoStep(
  deps: Deps,
  { flow, codes }: { flow: RegistrationFlow; codes: RegistrationCodes },
) {
  const { database, clock, brandOf, outbox, rateLimits, localize } = deps

  const handlers: Pick<Handlers<typeof registration>, typeof personalInfo> = {
    async [personalInfo](request) {
      checkEmail(request.body.email)
      const row = await flow.find(request, request.body)
      // The time must not reveal whether the typed address is the one on file.
      return await inSameTime(() => checkPerson(request, row))
    },
  }

  async function checkPerson(request: PersonalInfo, row: RegistrationRow) {
    const { site, body } = request
    const { client, accountNumber } = row
    const person = await flow.personOf(row)
    const user = await findUserOf(database, client, accountNumber)
    const isNamed = isSameName(body, person)
    const isRegistered = user !== undefined && !user.reactivate
    const isTold = await rateLimits.isWithin(`names of ${client} ${accountNumber}`, nameLimit)
    if (isTold) {
      if (!isNamed) throw new ApiError("registration.person")
      if (isRegistered) throw new ApiError("registration.registered")
      if (person.emailAddress === "") throw new ApiError("registration.noAddress")
    }
    // After too many names, every reply claims that a code was sent. Only the right person gets
    // one, or gets the username if they are already registered.
    const isTheirs = isNamed && isSameAddress(body.email, person.emailAddress)
    const addressFits = isTheirs && !isRegistered
    if (!isTold) await remindOfUsername(site, row, person, isTheirs && isRegistered ? user : null)
    const typed = hashOfTyped(row, body)
    // Depends only on values typed earlier, because the pause would reveal whether the address is
    // right.
    const isPaused = row.step !== "verified" && row.typed.includes(typed)
    const { seconds } = await codes.send(request, row, person, addressFits, async (to, isHeld) => {
      await emailAboutHold(to, isHeld ? person.emailAddress : null)
      return await codes.another(request, to, { isPaused })
    })
    const isStillOpen = await reachPerson(database, row, { addressFits, typed }, clock.now())
    if (!isStillOpen) throw new ApiError("registration.restart")

    const sent = await localize(client, "registration.codeSent")
    const { clientName } = await brandOf(client, site.origin)
    return {
      clientName,
      // A person's real numbers are sent only if the reply may reveal whose they are.
      insproAccountNumbers: [isTold ? accountNumber : row.id],
      questions: [...securityQuestions],
      personNumber: isTold ? person.personNumber : row.id,
      statusMessage: sent.content.join(" "),
      passCodeCoolDownPeriod: seconds || passcodeCoolDownSeconds,
      messages: [],
    }
  }

  function hashOfTyped(
    { id }: RegistrationRow,
    { firstName, lastName, email }: PersonalInfo["body"],
  ) {
    const text = JSON.stringify([firstName, lastName, email]).toLowerCase()
    return deps.secrets.hash("typed person", text, id).toString("hex")
  }

  /** Always writes the email; if `user` is null, without a recipient. */
  async function remindOfUsername(
    site: Site,
    { client }: RegistrationRow,
    { firstName, policyNumber, emailAddress }: Person,
    user: { userid: string; username: string } | null,
  ) {
    const isSent =
      user !== null && (await rateLimits.isWithin(`usernames of ${user.userid}`, usernameLimit))
    const brand = await brandOf(client, site.origin)
    const email = usernameEmail({ brand, firstName, policyNumber, username: user?.username ?? "" })
    await outbox.add(database, addressed(email, brand, isSent ? emailAddress : null))
    if (isSent) deps.wakeEmail()
  }

  /** Always writes the email; if `address` is null, without a recipient. */
  async function emailAboutHold(recipient: Recipient, address: string | null) {
    const { brand, firstName, policyNumber } = recipient
    const email = addressHeldEmail({ brand, firstName, policyNumber, at: clock.now() })
    await outbox.add(database, addressed(email, brand, address))
    if (address !== null) deps.wakeEmail()
  }

  return { handlers }
}
