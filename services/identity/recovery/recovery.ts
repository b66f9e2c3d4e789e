import type { recovery } from "#contracts/identity/recovery.ts"
import { useridOf } from "#contracts/identity/userid.ts"
import { ApiError } from "#contracts/messages.ts"
import { resetLinkMinutes } from "#contracts/rules.ts"
import { inSameTime } from "#platform/constant-time.ts"
import { addressed } from "#platform/email/email-message.ts"
import { newSecret, type Secrets } from "#platform/keys/secrets.ts"
import { later } from "#platform/time.ts"
import type { CallRequest, Handlers } from "#services/call-request.ts"
import { checkEmail, checkedPlanNumber, checkUnion } from "../checks.ts"
import { answerOf, normalizedAnswer } from "../credentials/password.ts"
import { decoyQuestion, questionById } from "../credentials/security-questions.ts"
import { findUser, findUserOf, type UserRow } from "../credentials/users.store.ts"
import type { PeopleNeeds } from "../needs.ts"
import { isSameAddress, isSameName } from "../same-person.ts"
import { countsOf, countTry } from "../sign-in/guessing-limits.ts"
import type { SendSignInLink } from "../sign-in/sign-in-links.ts"
import { insertRecovery, insertTicket, lockQuestion, takeAnswer } from "./recovery.store.ts"
import { addressHeldEmail, resetLinkEmail, usernameEmail } from "./recovery-email.ts"

const questionMinutes = 15
/** How often one person is sent their username. */
const usernameLimit = { calls: 1, minutes: 10 }
/** Answers to one person's question: see `countsOf` for which are counted together. */
const answerLimit = { calls: 5, minutes: 60 }

const questionKey = "GET /appauth/forgotPassword/userName/{username}/client/{client}"
type RecoveryHandlers = Pick<
  Handlers<typeof recovery>,
  "POST /appauth/forgotUsername" | typeof questionKey | "POST /appauth/forgotPassword"
>
type UsernameRequest = CallRequest<(typeof recovery)["POST /appauth/forgotUsername"]>
type AnswerRequest = CallRequest<(typeof recovery)["POST /appauth/forgotPassword"]>

/**
 * Forgotten usernames and passwords. Whoever asks gets the same answer in the same time; what a
 * person is entitled to goes to their mailbox.
 */
export function createRecovery(
  needs: PeopleNeeds & {
    sendSignInLink: SendSignInLink
    /** Draws the questions of usernames that nobody has; the installation's own. */
    decoyKey: Buffer
  },
) {
  const { database, clock, secrets, policyAdmin, rateLimits, localize } = needs

  const handlers: RecoveryHandlers = {
    async "POST /appauth/forgotUsername"(request) {
      const { site, body } = request
      checkUnion(site, body.client)
      checkEmail(body.emailAddress)
      const policyNumber = checkedPlanNumber(body.certificateNo)
      await inSameTime(() => sendUsername(request, policyNumber))
      return { messages: [await localize(body.client, "forgotUsername.done")] }
    },

    async [questionKey]({ site, cookies, params: { username, client } }) {
      if (client !== site.client && !site.clients.includes(client)) {
        throw new ApiError("request.clientMismatch")
      }
      checkUnion(site, client)
      return await inSameTime(async () => {
        const user = await recoverableUser(client, username)
        const own = questionById(user?.securityQuestionId ?? null)
        const secret = newSecret()
        const expiresAt = later(clock.now(), { minutes: questionMinutes })
        await insertRecovery(database, {
          secretHash: secrets.hash("password recovery", secret),
          client,
          usernameHash: hashUsername(secrets, secret, username),
          expiresAt,
        })
        cookies.set("recovery", secret)
        const securityQuestion = own ?? decoyQuestion(needs.decoyKey, client, username)
        return { securityQuestion, messages: [] }
      })
    },

    async "POST /appauth/forgotPassword"(request) {
      const client = await inSameTime(() => checkAnswer(request))
      request.cookies.clear("recovery")
      return { messages: [await localize(client, "forgotPassword.done")] }
    },
  }

  async function sendUsername({ site, body }: UsernameRequest, policyNumber: string) {
    const person = await policyAdmin.personByPolicyNumber(body.client, policyNumber)
    const user = await findUserOf(database, body.client, person?.accountNumber ?? "")
    const brand = await needs.brandOf(body.client, site.origin)
    const fits =
      person !== undefined &&
      isSameName(body, person) &&
      isSameAddress(body.emailAddress, person.emailAddress)
    // Written for everybody and sent to the right person alone: a failure must not tell who that is.
    const isTheirs = fits && user !== undefined && !user.reactivate
    // Counted for the right person alone: nobody else can use it up, and an earlier email says the same.
    const isSent =
      isTheirs && (await rateLimits.isWithin(`usernames of ${user.userid}`, usernameLimit))
    const names = { firstName: person?.firstName ?? "", username: user?.username ?? "" }
    const to = isSent ? person.emailAddress : null
    await needs.outbox.add(database, addressed(usernameEmail({ brand, ...names }), brand, to))
    if (isSent) needs.wakeEmail()
  }

  /**
   * Returns the client that the question was asked for.
   *
   * Errors: `forgotPassword.restart`, `forgotPassword.linkSent` where the answer was not compared.
   */
  async function checkAnswer(request: AnswerRequest): Promise<string> {
    const { site, cookies, body } = request
    const secret = cookies.get("recovery")
    if (secret === undefined) throw new ApiError("forgotPassword.restart")
    const { username } = body
    const secretHash = secrets.hash("password recovery", secret)
    const usernameHash = hashUsername(secrets, secret, username)
    const now = clock.now()
    // Counted before the answer is compared, and together with taking it: tries cannot be shared.
    const { client, isCounted } = await database.transaction(async (tx) => {
      const asked = await lockQuestion(tx, secretHash, usernameHash, now)
      if (!asked) throw new ApiError("forgotPassword.restart")
      const counts = await countsOf(needs, tx, cookies, useridOf(username, asked.client))
      const isCounted = await countTry(needs, "answers", counts, answerLimit, tx)
      // An answer that is not compared leaves the question open, for after the link.
      if (isCounted) await takeAnswer(tx, secretHash, now)
      return { client: asked.client, isCounted }
    })
    if (!isCounted) {
      const user = await findUser(database, client, username)
      const person = await policyAdmin.person(client, user?.accountNumber ?? "")
      const userid = useridOf(username, client)
      const found = person && { ...person, subjectUserid: userid }
      await needs.sendSignInLink(request, { client, userid, found })
      throw new ApiError("forgotPassword.linkSent")
    }
    const user = await recoverableUser(client, username)
    const hash = user?.securityAnswerHash
    const right = await needs.passwords.isRight(
      normalizedAnswer(body.securityAnswer),
      user && hash ? { stored: hash, owner: answerOf(user) } : undefined,
    )
    if (!right) await recordWrongAnswer(client, user, request.ip)
    await sendTicket(site.origin, client, user, right)
    return client
  }

  /** Of unknown usernames too, without what was typed: the time must not tell who has an account. */
  async function recordWrongAnswer(client: string, user: UserRow | undefined, ip: string) {
    await database.transaction((tx) =>
      needs.audit.record(tx, {
        client,
        accountNumber: user?.accountNumber ?? null,
        subjectUserid: user?.userid ?? null,
        ip,
        action: "answer.failed",
        actor: { kind: "visitor" },
      }),
    )
  }

  /**
   * Mails a ticket to the user who answered right. Every other caller takes the same steps up to
   * an email to nobody, so that no failure on the way tells who has an account or which answer is
   * right.
   */
  async function sendTicket(
    origin: string,
    client: string,
    user: UserRow | undefined,
    right: boolean,
  ) {
    const accountNumber = user?.accountNumber ?? ""
    const person = await policyAdmin.person(client, accountNumber)
    const brand = await needs.brandOf(client, origin)
    // After the address was read, which is then the old one or held.
    const isHeld = await needs.isAddressHeld({ client, accountNumber })
    const ticket = secrets.bound("reset ticket", client, user?.userid ?? "", accountNumber)
    const expiresAt = later(clock.now(), { minutes: resetLinkMinutes })
    const to = { brand, firstName: person?.firstName ?? "" }
    const held = addressHeldEmail({ ...to, at: clock.now() })
    const link = resetLinkEmail({ ...to, ticket, minutes: resetLinkMinutes })
    const address = (right && person?.emailAddress) || null
    await database.transaction(async (tx) => {
      if (isHeld) return await needs.outbox.add(tx, addressed(held, brand, address))
      if (user && address !== null) {
        await insertTicket(tx, {
          ticketHash: secrets.hash("reset ticket", ticket),
          client,
          userid: user.userid,
          expiresAt,
        })
      }
      await needs.outbox.add(tx, addressed(link, brand, address, expiresAt))
    })
    if (address !== null) needs.wakeEmail()
  }

  /** Nobody, too, where an account is to be reactivated: that is done by registering. */
  async function recoverableUser(client: string, username: string): Promise<UserRow | undefined> {
    const user = await findUser(database, client, username)
    return user && !user.reactivate && user.securityAnswerHash !== null ? user : undefined
  }

  return { handlers }
}

/**
 * What the database keeps of a typed username, which may be a password in the wrong field. It is
 * keyed with the secret of the browser, so the database and the installation's key do not give it
 * back.
 */
function hashUsername(secrets: Secrets, secret: string, username: string): Buffer {
  return secrets.hash("recovery username", username.toLowerCase(), secret)
}
