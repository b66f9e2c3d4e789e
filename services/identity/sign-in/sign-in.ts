import type { UserDeviceInfo } from "#contracts/identity/shapes.ts"
import type { LoginPayload, PasscodeReply, signIn } from "#contracts/identity/sign-in.ts"
import { useridOf } from "#contracts/identity/userid.ts"
import { ApiError } from "#contracts/messages.ts"
import type { Queries } from "#database/sql.ts"
import { inSameTime } from "#platform/constant-time.ts"
import type { EmailBrand } from "#platform/email/brand.ts"
import { maskedEmail } from "#platform/text/words.ts"
import type { Person } from "#ports/policy-admin/port.ts"
import type { CallRequest, Handlers } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"
import { checkUnion } from "../checks.ts"
import { codeRefusal } from "../codes/code-presenter.ts"
import { createOneTimeCodes, type Recipient } from "../codes/one-time-codes.ts"
import { passwordOf } from "../credentials/password.ts"
import { findUser, type UserRow } from "../credentials/users.store.ts"
import { rememberDevice } from "../devices/devices.ts"
import { emailAboutNewDevice } from "../devices/new-device-email.ts"
import { startSession } from "../sessions/start-session.ts"
import { storedUserOf } from "../sessions/stored-user.ts"
import { countSignIn } from "./guessing-limits.ts"
import type { SendSignInLink } from "./sign-in-links.ts"

type SignInRequest = Pick<
  CallRequest<(typeof signIn)["POST /appauth/login"]>,
  "site" | "cookies" | "body" | "ip"
>

/** The sign-in of customers: username and password, then a one-time code by email. */
export function createSignIn(deps: Deps, { sendSignInLink }: { sendSignInLink: SendSignInLink }) {
  const { database, clock, policyAdmin, audit, localize } = deps
  const codes = createOneTimeCodes(deps, { cookie: "sign-in", task: "log in" })

  const handlers: Pick<Handlers<typeof signIn>, "POST /appauth/passcode/verification"> = {
    async "POST /appauth/passcode/verification"(request) {
      return await verify(request)
    },
  }

  /** `POST /appauth/login` at a customers' site. Errors: those of `checkedUser`. */
  async function beginSignIn(request: SignInRequest) {
    const { user, recipient } = await checkedUser(request)
    await codes.begin(request, recipient)
    const email = maskedEmail(recipient.address)
    const sent = await localize(user.client, "signIn.codeSent", { email })
    return { data: { email, messages: [sent] } }
  }

  /** Returns the seconds to wait, 0 if a code was sent. Errors: those of `checkedUser`. */
  async function resendCode(request: SignInRequest & { body: LoginPayload }): Promise<number> {
    const { recipient } = await checkedUser(request)
    return await codes.another(request, recipient)
  }

  async function verify(request: SignInRequest): Promise<PasscodeReply> {
    const { body } = request
    const { user, person, brand } = await lookUp(request)
    if (!user || !person) return await codeRefusal(localize, body.client, { outcome: "no attempt" })
    const checked = await codes.check(request, user, body.passCode, (tx) =>
      openSession(tx, request, { user, person, brand }),
    )
    if (checked.outcome !== "right") {
      if (checked.outcome !== "no attempt") await recordFailure(user, request, "one-time code")
      return await codeRefusal(localize, body.client, checked)
    }
    const stored = storedUserOf(user.userid, person, checked.result)
    return { ...stored, status: "SUCCESS", statusMessage: "" }
  }

  /** Returns the access token of the new session. */
  async function openSession(
    tx: Queries,
    request: SignInRequest,
    { user, person, brand }: { user: UserRow; person: Person; brand: EmailBrand },
  ): Promise<string> {
    const { cookies, body, ip } = request
    const { client, userid, accountNumber } = user
    const now = clock.now()
    const device = nameOfDevice(body.userDeviceInfo)
    const isKnown = await rememberDevice(tx, deps.secrets, cookies, userid, now)
    if (!isKnown) await emailAboutNewDevice(tx, deps.outbox, person, { brand, at: now, device })
    const owner = { client, userid, accountNumber, staffUserid: null, provenAt: now }
    const token = await startSession(tx, deps, request, owner)
    await audit.record(tx, {
      client,
      accountNumber,
      subjectUserid: userid,
      ip,
      action: "signIn",
      actor: { kind: "customer", userid },
      after: { device },
    })
    return token
  }

  /**
   * The user with this username and password.
   *
   * Errors: `signIn.union` at a group without a union, those of `countSignIn`, `signIn.linkSent` if
   * the password was not compared, `signIn.credentials`, `signIn.reactivate`, `signIn.noAddress`.
   */
  async function checkedUser(request: SignInRequest): Promise<{
    user: UserRow
    recipient: Recipient & { address: string }
  }> {
    const { site, body } = request
    checkUnion(site, body.client)
    const userid = useridOf(body.username, body.client)
    const countedUnder = await countSignIn(deps, request, userid)
    if (countedUnder === undefined) return await refuseToCompare(request, userid)
    const { user, person, brand } = await lookUp(request)
    const isRight = await deps.passwords.isRight(
      body.password,
      user && { stored: user.passwordHash, owner: passwordOf(user) },
    )
    if (!user || !isRight) {
      await recordFailure(user, request, "password")
      await codes.rehearse(brand)
      throw new ApiError("signIn.credentials")
    }
    if (user.reactivate) throw new ApiError("signIn.reactivate")
    if (!person?.emailAddress) throw new ApiError("signIn.noAddress")
    const { firstName, emailAddress: address } = person
    const subject = { userid: user.userid }
    return { user, recipient: { subject, countedUnder, address, firstName, brand } }
  }

  /** Gives the same answer in the same time for every username and password. */
  async function refuseToCompare(request: SignInRequest, userid: string): Promise<never> {
    await inSameTime(async () => {
      const { person } = await lookUp(request)
      const found = person && { ...person, subjectUserid: userid }
      await sendSignInLink(request, { client: request.body.client, userid, found })
    })
    throw new ApiError("signIn.linkSent")
  }

  /**
   * Everything that signing in reads. The account system and the brand are read for an unknown
   * username, too, so that their failures do not reveal which usernames exist.
   */
  async function lookUp({ site, body }: SignInRequest) {
    const user = await findUser(database, body.client, body.username)
    const person = await policyAdmin.person(body.client, user?.accountNumber ?? "")
    const brand = await deps.brandOf(body.client, site.origin)
    return { user, person, brand }
  }

  /**
   * Adds an audit entry, also for an unknown username, so that the time does not reveal which
   * usernames exist. The typed username is left out: it may be a password in the wrong field.
   */
  async function recordFailure(
    user: UserRow | undefined,
    { body, ip }: SignInRequest,
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

  return { handlers, beginSignIn, resendCode }
}

/** The name of a device, such as "Firefox on Windows"; "" if it is not known. */
function nameOfDevice({ browserName, userOS }: UserDeviceInfo): string {
  return [browserName, userOS].filter((name) => name !== "").join(" on ")
}
