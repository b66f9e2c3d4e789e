import { randomUUID } from "node:crypto"
import type { registration } from "#contracts/identity/registration.ts"
import { ApiError } from "#contracts/messages.ts"
import { planNumberOf } from "#contracts/rules.ts"
import { inSameTime } from "#platform/constant-time.ts"
import { addressed } from "#platform/email/email-message.ts"
import { later } from "#platform/time.ts"
import type { Person } from "#ports/policy-admin/port.ts"
import type { CallRequest, Cookies, Handlers, Site } from "#services/call-request.ts"
import {
  checkCredentials,
  checkEmail,
  checkedPlanNumber,
  checkPassword,
  checkUnion,
} from "../checks.ts"
import { refusalOf } from "../codes/code-presenter.ts"
import type { Recipient } from "../codes/one-time-codes.ts"
import { securityQuestions } from "../credentials/security-questions.ts"
import { findUserOf } from "../credentials/users.store.ts"
import type { PeopleNeeds } from "../needs.ts"
import { addressHeldEmail, usernameEmail } from "../recovery/recovery-email.ts"
import { isSameAddress, isSameName } from "../same-person.ts"
import { type RegistrationResend, storedUserOf } from "../sign-in/sign-in.ts"
import type { SendSignInLink } from "../sign-in/sign-in-links.ts"
import {
  findRegistration,
  insertRegistration,
  type RegistrationRow,
  reachPerson,
  reachVerified,
} from "./registration.store.ts"
import { createAccount } from "./registration-account.ts"
import { createRegistrationCodes } from "./registration-codes.ts"

const lifeMinutes = 60
/** Names that are told right or wrong for one person: a plan number alone must not tell whose it is. */
const nameLimit = { calls: 20, minutes: 60 }
/** How often a registered person who registers again is sent their username. */
const usernameLimit = { calls: 1, minutes: 10 }

type PersonalInfo = CallRequest<(typeof registration)["POST /appauth/registration/personalInfo"]>

/**
 * Registration: plan number, name and e-mail, code, credentials. The server keeps how far a
 * browser has come, so that no step can be skipped by calling the next one.
 */
export function createRegistration(needs: PeopleNeeds & { sendSignInLink: SendSignInLink }) {
  const { database, clock, secrets, policyAdmin, localize } = needs
  const codes = createRegistrationCodes(needs)
  const { passcodes } = codes

  const handlers: Handlers<typeof registration> = {
    async "POST /appauth/registration/policyNumber"({ site, cookies, body }) {
      checkUnion(site, body.client)
      const policyNumber = checkedPlanNumber(body.planNumber)
      const person = await policyAdmin.personByPolicyNumber(body.client, policyNumber)
      if (!person) throw new ApiError("registration.planNumber")
      const { accountNumber } = person
      const secret = secrets.bound("registration", body.client, policyNumber, accountNumber)
      const now = clock.now()
      await insertRegistration(database, {
        id: randomUUID(),
        secretHash: secrets.hash("registration", secret),
        client: body.client,
        policyNumber,
        accountNumber,
        now,
        expiresAt: later(now, { minutes: lifeMinutes }),
      })
      cookies.set("registration", secret)
      return { messages: [] }
    },

    async "POST /appauth/registration/personalInfo"(request) {
      checkEmail(request.body.email)
      const flow = await flowOf(request.cookies, request.body)
      // The time, too, must not tell whether the typed address is the one on file.
      return await inSameTime(() => checkPerson(request, flow))
    },

    async "POST /appauth/registration/accountVerification"(request) {
      const { body, cookies } = request
      const flow = await flowOf(cookies, body)
      if (flow.step === "number") throw new ApiError("registration.order")
      if (flow.step === "person") {
        const subject = { registrationId: flow.id }
        const checked = await passcodes.check(request, subject, body.passCode, async (tx) => {
          const isStill = await reachVerified(tx, flow.id, clock.now())
          if (!isStill) throw new ApiError("registration.restart")
        })
        if (checked.outcome !== "right") {
          const { message, closed } = await refusalOf(localize, flow.client, checked)
          return { verified: false, ...closed, messages: [message] }
        }
        cookies.set("registration-code", secrets.bound("registration verified", ...provenOf(flow)))
      }
      const user = await findUserOf(database, flow.client, flow.accountNumber)
      const verified = await localize(flow.client, "registration.verified")
      const banner = user?.reactivate
        ? [await localize(flow.client, "registration.reactivate")]
        : []
      return { verified: true, messages: [verified, ...banner] }
    },

    async "POST /appauth/registration"(request) {
      const { body, site } = request
      const flow = await flowOf(request.cookies, { ...body, planNumber: body.policyNumber })
      if (flow.step !== "verified") throw new ApiError("registration.order")
      checkCredentials(body)
      const person = await personOf(flow)
      const brand = await needs.brandOf(flow.client, site.origin)
      const { clientName } = brand
      await checkPassword(body.password, { ...person, clientName, username: body.username })
      const { userid, accessToken } = await createAccount(needs, request, flow, person, brand)
      const complete = await localize(flow.client, "registration.complete")
      return { ...storedUserOf(userid, person, accessToken), messages: [complete] }
    },
  }

  async function checkPerson(request: PersonalInfo, flow: RegistrationRow) {
    const { site, body } = request
    const { client, accountNumber } = flow
    const person = await personOf(flow)
    const user = await findUserOf(database, client, accountNumber)
    const isNamed = isSameName(body, person)
    const isRegistered = user !== undefined && !user.reactivate
    const isTold = await needs.rateLimits.isWithin(`names of ${client} ${accountNumber}`, nameLimit)
    if (isTold) {
      if (!isNamed) throw new ApiError("registration.person")
      if (isRegistered) throw new ApiError("registration.registered")
      if (person.emailAddress === "") throw new ApiError("registration.noAddress")
    }
    // When strangers have tried too many names, everybody is told that a code was sent. Only the
    // right person gets it, or the username where they are registered already.
    const isTheirs = isNamed && isSameAddress(body.email, person.emailAddress)
    const addressFits = isTheirs && !isRegistered
    if (!isTold) await remindOfUsername(site, flow, person, isTheirs && isRegistered ? user : null)
    const isRepeated = flow.step === "person" && flow.addressFits === addressFits
    await codes.send(request, flow, person, addressFits, async (recipient, isHeld) => {
      await tellOfHold(recipient, isHeld ? person.emailAddress : null)
      if (isRepeated) await passcodes.another(request, recipient)
      else await passcodes.begin(request, recipient)
    })
    const isStill = await reachPerson(database, flow.id, addressFits, clock.now())
    if (!isStill) throw new ApiError("registration.restart")

    const sent = await localize(client, "registration.codeSent")
    const { clientName } = await needs.brandOf(client, site.origin)
    return {
      clientName,
      // Whose numbers they are has not been told to be right.
      insproAccountNumbers: [isTold ? accountNumber : flow.id],
      questions: [...securityQuestions],
      personNumber: isTold ? person.personNumber : flow.id,
      statusMessage: sent.content.join(" "),
      messages: [],
    }
  }

  /** Returns the seconds to wait, 0 when a code was sent. Errors: `registration.restart`, `registration.order`. */
  async function resend(request: RegistrationResend): Promise<number> {
    const flow = await flowOf(request.cookies, request.body)
    if (flow.step !== "person") throw new ApiError("registration.order")
    return await inSameTime(async () => {
      const person = await personOf(flow)
      return await codes.send(request, flow, person, flow.addressFits, (recipient) =>
        passcodes.another(request, recipient),
      )
    })
  }

  /** Written for everybody, and to nobody where no user is given. */
  async function remindOfUsername(
    site: Site,
    { client }: RegistrationRow,
    { firstName, emailAddress }: Person,
    user: { userid: string; username: string } | null,
  ) {
    const isSent =
      user !== null &&
      (await needs.rateLimits.isWithin(`usernames of ${user.userid}`, usernameLimit))
    const brand = await needs.brandOf(client, site.origin)
    const letter = usernameEmail({ brand, firstName, username: user?.username ?? "" })
    await needs.outbox.add(database, addressed(letter, brand, isSent ? emailAddress : null))
    if (isSent) needs.wakeEmail()
  }

  /** Written for everybody, and to nobody where the address is not held. */
  async function tellOfHold({ brand, firstName }: Recipient, address: string | null) {
    const letter = addressHeldEmail({ brand, firstName, at: clock.now() })
    await needs.outbox.add(database, addressed(letter, brand, address))
    if (address !== null) needs.wakeEmail()
  }

  /**
   * This browser's registration, if the body speaks of the same one.
   *
   * Errors: `registration.restart`.
   */
  async function flowOf(
    cookies: Cookies,
    body: { planNumber: string; client?: string; accountNumber?: string },
  ): Promise<RegistrationRow> {
    const secret = cookies.get("registration")
    const flow =
      secret === undefined
        ? undefined
        : await findRegistration(database, secrets.hash("registration", secret), clock.now())
    const { client = flow?.client, accountNumber = flow?.accountNumber } = body
    const isSame =
      flow?.client === client &&
      (flow?.accountNumber === accountNumber || flow?.id === accountNumber) &&
      flow?.policyNumber === planNumberOf(body.planNumber)
    const isOwn = flow && secrets.isBound("registration", secret ?? "", ...ownerOf(flow))
    if (!isOwn || !isSame) throw new ApiError("registration.restart")
    const proof = cookies.get("registration-code") ?? ""
    const isProven = secrets.isBound("registration verified", proof, ...provenOf(flow))
    // That the code was right is believed of the cookie alone, and not of the row.
    return flow.step === "verified" && !isProven ? { ...flow, step: "person" } : flow
  }

  async function personOf({ client, accountNumber }: RegistrationRow): Promise<Person> {
    const person = await policyAdmin.person(client, accountNumber)
    if (!person) throw new ApiError("registration.restart")
    return person
  }

  return { handlers, resend }
}

/** Whom a registration is for: its secret was made for them, whatever the row says. */
function ownerOf({ client, policyNumber, accountNumber }: RegistrationRow): string[] {
  return [client, policyNumber, accountNumber]
}

/** Whose code was right, in which registration. */
function provenOf(flow: RegistrationRow): string[] {
  return [flow.id, ...ownerOf(flow)]
}
