import { maskedEmail } from "#contracts/email-address-rules.ts"
import type { UserDeviceInfo } from "#contracts/identity/shapes.ts"
import type { CodePayload, PasscodeReply, signIn } from "#contracts/identity/sign-in.ts"
import { useridOf } from "#contracts/identity/userid.ts"
import { ApiError } from "#contracts/messages.ts"
import type { Queries } from "#database/sql.ts"
import { inSameTime } from "#platform/constant-time.ts"
import type { EmailBrand } from "#platform/email/brand.ts"
import type { Person } from "#ports/policy-admin/port.ts"
import type { CallRequest, Handlers } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"
import { checkUnion } from "../checks.ts"
import { codeRefusal, codeRequestReply } from "../codes/code-presenter.ts"
import { lacksOwner } from "../codes/one-time-codes.store.ts"
import { createOneTimeCodes, type Recipient, type Sent } from "../codes/one-time-codes.ts"
import { findSchemes } from "../credentials/imported-schemes.store.ts"
import { passwordOf } from "../credentials/password.ts"
import { findUser, findUserOf, replacePassword, type UserRow } from "../credentials/users.store.ts"
import { rememberDevice } from "../devices/devices.ts"
import { emailAboutNewDevice } from "../devices/new-device-email.ts"
import { startSession } from "../sessions/start-session.ts"
import { storedUserOf } from "../sessions/stored-user.ts"
import { countSignIn, countsOf } from "./guessing-limits.ts"
import { limitSignInStep } from "./limited-sign-in.ts"
import type { SendSignInLink } from "./sign-in-links.ts"

type SignInRequest = Pick<
  CallRequest<(typeof signIn)["POST /appauth/passcode/verification"]>,
  "site" | "cookies" | "body" | "ip"
>
type WaitingRequest = Pick<
  CallRequest<(typeof signIn)["POST /appauth/passcode/waiting"]>,
  "site" | "cookies" | "body"
>

/** The sign-in of customers: username and password, then a one-time code by email. */
export function createSignIn(deps: Deps, { sendSignInLink }: { sendSignInLink: SendSignInLink }) {
  const { database, clock, policyAdmin, audit, localize } = deps
  const codes = createOneTimeCodes(deps, {
    cookie: "sign-in",
    task: "log in",
    isPausedPerBrowser: true,
  })

  const handlers: Omit<Handlers<typeof signIn>, "POST /appauth/login"> = {
    async "POST /appauth/passcode/waiting"(request) {
      return await waiting(request)
    },
    async "POST /appauth/passcode/verification"(request) {
      const counted = { site: "customer", step: "code" } as const
      return await limitSignInStep(
        deps.signInMetrics,
        counted,
        () => verify(request),
        ({ status }) => (status === "SUCCESS" ? "right" : "wrong"),
      )
    },
  }

  /** `POST /appauth/login` at a customers' site. Errors: those of `checkedUser`. */
  async function beginSignIn(request: SignInRequest) {
    const counted = { site: "customer", step: "password" } as const
    return await limitSignInStep(deps.signInMetrics, counted, () => begin(request))
  }

  async function begin(request: SignInRequest) {
    const { user, recipient } = await checkedUser(request)
    const sent = await sendCode(request, recipient)
    const email = maskedEmail(recipient.address)
    const id = sent.seconds === 0 ? "signIn.codeSent" : "signIn.codeSentBefore"
    const message = await localize(user.client, id, { email })
    if (sent.seconds === 0) return { data: { email, messages: [message] } }
    const { messages, ...paused } = await codeRequestReply(localize, user.client, sent, message)
    return { data: { email, messages }, ...paused }
  }

  /** Replies as for an unknown name if the person was erased after the password was compared. */
  const sendCode = (request: SignInRequest, recipient: Recipient): Promise<Sent> =>
    codes.send(request, recipient).catch((error: unknown) => {
      throw lacksOwner(error) ? new ApiError("signIn.credentials") : error
    })

  /** Errors: those of `checkedUser`; `signIn.restart` without password and attempt. */
  async function resendCode(
    request: SignInRequest & { body: CodePayload },
  ): Promise<Sent & { address: string }> {
    if (request.body.password !== "") {
      const { recipient } = await checkedUser(request)
      return { ...(await sendCode(request, recipient)), address: recipient.address }
    }
    const { cookies, body } = request
    const owner = { client: body.client, userid: useridOf(body.username, body.client) }
    const isOpen = (await codes.waiting(request, owner)) !== undefined
    if (!isOpen) throw new ApiError("signIn.restart")
    const { standing: countedUnder } = await countsOf(deps, database, cookies, owner)
    const { person, brand } = await lookUp(request)
    if (!person?.emailAddress) throw new ApiError("signIn.noAddress")
    const { emailAddress: address, firstName, policyNumber } = person
    const to = { address, firstName, policyNumber, brand }
    const recipient = { subject: owner, countedUnder, ...to }
    const sent = await codes.again(request, recipient)
    if (!sent) throw new ApiError("signIn.restart")
    return { ...sent, address }
  }

  /** Reads the person only for a browser that sent their password. Errors: `signIn.union`. */
  async function waiting(request: WaitingRequest) {
    const { site, body } = request
    checkUnion(site, body.client)
    const userid = useridOf(body.username, body.client)
    const seconds = await codes.waiting(request, { client: body.client, userid })
    if (seconds === undefined) return { isOpen: false, messages: [], passCodeCoolDownPeriod: 0 }
    const { person } = await lookUp(request)
    const email = maskedEmail(person?.emailAddress ?? "")
    const sent = await localize(body.client, "signIn.codeSent", { email })
    return { isOpen: true, messages: [sent], passCodeCoolDownPeriod: seconds }
  }

  async function verify(request: SignInRequest): Promise<PasscodeReply> {
    const { body } = request
    const { user, person, brand } = await lookUp(request)
    if (!user || !person || user.movedTo !== null) {
      const hasCookie = request.cookies.get("sign-in") !== undefined
      return await codeRefusal(localize, body.client, { outcome: "no attempt", hasCookie })
    }
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
    const { body, ip } = request
    const { client, userid, accountNumber } = user
    const now = clock.now()
    const device = nameOfDevice(body.userDeviceInfo)
    const isKnown = await rememberDevice(tx, deps.secrets, request, user, now)
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
   * the password was not compared, `signIn.credentials`, `signIn.merged`, `signIn.moved`,
   * `signIn.reactivate`, `signIn.noAddress`.
   */
  async function checkedUser(request: SignInRequest): Promise<{
    user: UserRow
    recipient: Recipient & { address: string }
  }> {
    const { site, body } = request
    checkUnion(site, body.client)
    const userid = useridOf(body.username, body.client)
    const countedUnder = await countSignIn(deps, request, { client: body.client, userid })
    if (countedUnder === undefined) return await refuseToCompare(request, userid)
    const { user, person, brand } = await lookUp(request)
    const schemes = await findSchemes(database, body.client)
    const isRight = await deps.passwords.isRight(
      body.password,
      user && { stored: user.passwordHash, owner: passwordOf(user) },
      schemes.map(({ scheme }) => scheme),
    )
    if (!user || !isRight) {
      await recordFailure(user, request, "password")
      await codes.rehearse(brand)
      throw new ApiError("signIn.credentials")
    }
    await renewHash(user, body.password)
    if (user.movedTo !== null) throw await movedError(user, user.movedTo, brand)
    if (user.reactivate) throw new ApiError("signIn.reactivate")
    if (!person?.emailAddress) throw new ApiError("signIn.noAddress")
    const { emailAddress: address, firstName, policyNumber } = person
    const subject = { client: user.client, userid: user.userid }
    return { user, recipient: { subject, countedUnder, address, firstName, policyNumber, brand } }
  }

  /**
   * The error for an account that has another number now. Its owner logs in with that account's own
   * login, or registers again.
   */
  async function movedError({ client }: UserRow, movedTo: string, { phoneNumber }: EmailBrand) {
    const own = await findUserOf(database, client, movedTo)
    return new ApiError(own ? "signIn.merged" : "signIn.moved", { phoneNumber })
  }

  /**
   * Replaces a hash of another system or an earlier key, unless the password was changed in the
   * meantime.
   */
  async function renewHash(user: UserRow, password: string): Promise<void> {
    if (deps.passwords.isCurrent(user.passwordHash)) return
    const own = await deps.passwords.hash(password, passwordOf(user))
    await replacePassword(database, user, user.passwordHash, own)
  }

  /** Gives the same reply in the same time for every username and password. */
  async function refuseToCompare(request: SignInRequest, userid: string): Promise<never> {
    await inSameTime(async () => {
      const { person } = await lookUp(request)
      const found = person && { ...person, subjectUserid: userid }
      await sendSignInLink(request, { client: request.body.client, userid, found })
    })
    throw new ApiError("signIn.linkSent")
  }

  /**
   * Reads everything that signing in needs. Also reads the account system and the brand for an
   * unknown username, so that their failures do not reveal which usernames exist.
   */
  async function lookUp({ site, body }: WaitingRequest) {
    const user = await findUser(database, body.client, body.username)
    const person = await policyAdmin.person(body.client, user?.accountNumber ?? "")
    const brand = await deps.brandOf(body.client, site.origin)
    return { user, person, brand }
  }

  /**
   * Adds an audit entry, also for an unknown username, so that the time does not reveal which
   * usernames exist. Leaves out the typed username: it may be a password in the wrong field.
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
