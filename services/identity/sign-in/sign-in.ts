import type { StoredUser, UserDeviceInfo } from "#contracts/identity/shapes.ts"
import type { LoginPayload, PasscodeReply, signIn } from "#contracts/identity/sign-in.ts"
import { useridOf } from "#contracts/identity/userid.ts"
import { ApiError } from "#contracts/messages.ts"
import type { Queries } from "#database/sql.ts"
import { inSameTime } from "#platform/constant-time.ts"
import type { EmailBrand } from "#platform/email/brand.ts"
import { addressed } from "#platform/email/email-message.ts"
import { maskedEmail } from "#platform/text/words.ts"
import type { Person } from "#ports/policy-admin/port.ts"
import type { CallRequest, Handlers } from "#services/call-request.ts"
import { type StaffSignInNeeds, signInStaff } from "#services/staff/accounts/staff-sign-in.ts"
import { codeRefusal, resendReply } from "../codes/code-presenter.ts"
import { createPasscodes, type Recipient } from "../codes/one-time-codes.ts"
import { passwordOf } from "../credentials/password.ts"
import { findUser, type UserRow } from "../credentials/users.store.ts"
import { rememberDevice } from "../devices/devices.ts"
import { newDeviceEmail } from "../devices/new-device-email.ts"
import type { PeopleNeeds } from "../needs.ts"
import { startSession } from "../sessions/sessions.ts"
import { countLogIn } from "./log-in-limit.ts"
import type { SendSignInLink } from "./sign-in-links.ts"

type LoginRequest = Pick<
  CallRequest<(typeof signIn)["POST /appauth/login"]>,
  "site" | "cookies" | "body" | "ip"
>
type ResendKey = "POST /appauth/passcode/resend"
type ResendRequest = CallRequest<(typeof signIn)[ResendKey]>
export type RegistrationResend = Omit<ResendRequest, "body"> & {
  body: Exclude<ResendRequest["body"], LoginPayload>
}

/** Sign-in: username and password, then a one-time code by mail. Staff need no code. */
export function createSignIn(
  needs: PeopleNeeds &
    StaffSignInNeeds & {
      sendSignInLink: SendSignInLink
      /** Another code for a registration, which shares the call with sign-in. Returns the wait in seconds. */
      resendForRegistration: (request: RegistrationResend) => Promise<number>
    },
) {
  const { database, clock, policyAdmin, audit, localize } = needs
  const passcodes = createPasscodes(needs, { cookie: "sign-in", task: "log in" })

  const handlers: Handlers<typeof signIn> = {
    async "POST /appauth/login"(request) {
      if (!request.site.isCustomerSite) return await signInStaff(needs, request)
      const { user, recipient } = await checkedUser(request)
      await passcodes.begin(request, recipient)
      const address = maskedEmail(recipient.address)
      const sent = await localize(user.client, "signIn.codeSent", { email: address })
      return { data: { email: address, messages: [sent] } }
    },

    async "POST /appauth/passcode/verification"(request) {
      return await verify(request)
    },

    async "POST /appauth/passcode/resend"(request) {
      const { body } = request
      const seconds =
        "username" in body
          ? await resend({ ...request, body })
          : await needs.resendForRegistration({ ...request, body })
      return await resendReply(localize, body.client, seconds)
    },
  }

  async function resend(request: LoginRequest): Promise<number> {
    const { recipient } = await checkedUser(request)
    return await passcodes.another(request, recipient)
  }

  async function verify(request: LoginRequest): Promise<PasscodeReply> {
    const { cookies, body } = request
    const { user, person, brand } = await lookUp(request)
    if (!user || !person) return await codeRefusal(localize, body.client, { outcome: "no attempt" })
    const checked = await passcodes.check(request, user, body.passCode, async (tx) => {
      const isKnown = await rememberDevice(tx, needs.secrets, cookies, user.userid, clock.now())
      if (!isKnown) await tellOfDevice(tx, person, brand, body.userDeviceInfo)
      const token = await startSession(tx, needs, request, {
        client: user.client,
        userid: user.userid,
        accountNumber: user.accountNumber,
        staffUserid: null,
        provenAt: clock.now(),
      })
      await audit.record(tx, {
        ...auditedAs(user, request.ip),
        action: "signIn",
        actor: { kind: "customer", userid: user.userid },
        after: { device: deviceWords(body.userDeviceInfo) },
      })
      return token
    })
    if (checked.outcome !== "right") {
      if (checked.outcome !== "no attempt") await recordFailure(user, request, "one-time code")
      return await codeRefusal(localize, body.client, checked)
    }
    return {
      ...storedUserOf(user.userid, person, checked.result),
      status: "SUCCESS",
      statusMessage: "",
    }
  }

  async function tellOfDevice(
    tx: Queries,
    { firstName, emailAddress }: Person,
    brand: EmailBrand,
    info: UserDeviceInfo,
  ): Promise<void> {
    if (emailAddress === "") return
    const device = deviceWords(info)
    const letter = newDeviceEmail({ brand, firstName, at: clock.now(), device })
    await needs.outbox.add(tx, addressed(letter, brand, emailAddress))
  }

  /**
   * Errors: `signIn.union` at a group without a union, those of `countLogIn`, `signIn.linkSent`
   * where the password was not compared, `signIn.credentials`, `signIn.reactivate`, `signIn.noAddress`.
   */
  async function checkedUser(request: LoginRequest): Promise<{
    user: UserRow
    recipient: Recipient & { address: string }
  }> {
    const { site, body } = request
    if (!site.clients.includes(body.client)) throw new ApiError("signIn.union")
    const userid = useridOf(body.username, body.client)
    const counted = await countLogIn(needs, request, userid)
    if (counted === undefined) return await refuseToCompare(request, userid)
    const { user, person, brand } = await lookUp(request)
    const right = await needs.passwords.isRight(
      body.password,
      user && { stored: user.passwordHash, owner: passwordOf(user) },
    )
    if (!user || !right) {
      await recordFailure(user, request, "password")
      await passcodes.rehearse(brand)
      throw new ApiError("signIn.credentials")
    }
    if (user.reactivate) throw new ApiError("signIn.reactivate")
    if (!person?.emailAddress) throw new ApiError("signIn.noAddress")
    const recipient = {
      subject: { userid: user.userid },
      countedUnder: counted,
      address: person.emailAddress,
      firstName: person.firstName,
      brand,
    }
    return { user, recipient }
  }

  /** Whatever the name and the password: the same answer, in the same time. */
  async function refuseToCompare(request: LoginRequest, userid: string): Promise<never> {
    await inSameTime(async () => {
      const { person } = await lookUp(request)
      const found = person && { ...person, subjectUserid: userid }
      await needs.sendSignInLink(request, { client: request.body.client, userid, found })
    })
    throw new ApiError("signIn.linkSent")
  }

  /**
   * All that signing in reads, whoever has the username: the account system and the brand are
   * asked for a username that nobody has too, so that neither's failure tells who exists.
   */
  async function lookUp({ site, body }: LoginRequest) {
    const user = await findUser(database, body.client, body.username)
    const person = await policyAdmin.person(body.client, user?.accountNumber ?? "")
    const brand = await needs.brandOf(body.client, site.origin)
    return { user, person, brand }
  }

  /**
   * Where nobody has the username too, so that the time does not tell who exists; then without
   * what was typed, which may be a password in the wrong field.
   */
  async function recordFailure(
    user: UserRow | undefined,
    { body, ip }: LoginRequest,
    wrong: "password" | "one-time code",
  ): Promise<void> {
    await database.transaction((tx) =>
      audit.record(tx, {
        client: body.client,
        accountNumber: user?.accountNumber ?? null,
        subjectUserid: user?.userid ?? null,
        ip,
        action: "signIn.failed",
        actor: { kind: "visitor" },
        after: { wrong: user ? wrong : "username" },
      }),
    )
  }

  return { handlers }
}

function auditedAs({ client, accountNumber, userid }: UserRow, ip: string) {
  return { client, accountNumber, subjectUserid: userid, ip }
}

/** A device as a person knows it, such as "Firefox on Windows"; "" when it is not known. */
function deviceWords({ browserName, userOS }: UserDeviceInfo): string {
  return [browserName, userOS].filter((name) => name !== "").join(" on ")
}

/** What the browser keeps of a customer's session. */
export function storedUserOf(userid: string, person: Person, accessToken: string): StoredUser {
  return {
    access_token: accessToken,
    accountNumber: person.accountNumber,
    policyNumber: person.policyNumber,
    firstName: person.firstName,
    lastName: person.lastName,
    userid,
    isEmailSubscribed: person.isEmailSubscribed,
  }
}
