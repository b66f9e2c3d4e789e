import { resetLinkMinutes } from "#contracts/identity/link-life.ts"
import type { recovery } from "#contracts/identity/recovery.ts"
import { plainUsername, useridOf } from "#contracts/identity/userid.ts"
import { ApiError } from "#contracts/messages.ts"
import { inSameTime } from "#platform/constant-time.ts"
import { addressed } from "#platform/email/email-message.ts"
import type { Secrets } from "#platform/keys/secrets.ts"
import { later } from "#platform/time.ts"
import { type CallRequest, clientsOf, type Handlers } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"
import type { RecentEmailChanges } from "#services/profile/new-email/recent-email-changes.ts"
import { checkUnion } from "../checks.ts"
import { checkAnswer, hashAnswer } from "../credentials/security-answers.ts"
import { decoyQuestion, questionById } from "../credentials/security-questions.ts"
import { findUser, replaceAnswer, type UserRow } from "../credentials/users.store.ts"
import { answerLimit, countsOf, countTry } from "../sign-in/guessing-limits.ts"
import type { SendSignInLink } from "../sign-in/sign-in-links.ts"
import {
  insertRecovery,
  insertTicket,
  keepDecoyKey,
  lockQuestion,
  takeAnswer,
} from "./recovery.store.ts"
import { addressHeldEmail, resetLinkEmail } from "./recovery-email.ts"

const questionMinutes = 15

const questionKey = "GET /appauth/forgotPassword/userName/{username}/client/{client}"
type ForgotPasswordHandlers = Pick<
  Handlers<typeof recovery>,
  typeof questionKey | "POST /appauth/forgotPassword"
>
type AnswerRequest = CallRequest<(typeof recovery)["POST /appauth/forgotPassword"]>

/**
 * Forgotten passwords: the security question, then an emailed link. Every caller gets the same
 * reply in the same time. Only the right person gets the email.
 */
export function createForgotPassword(
  deps: Deps,
  {
    recentEmailChanges,
    sendSignInLink,
  }: { recentEmailChanges: RecentEmailChanges; sendSignInLink: SendSignInLink },
) {
  const { database, clock, secrets, policyAdmin, localize } = deps

  const handlers: ForgotPasswordHandlers = {
    async [questionKey]({ site, cookies, params: { username, client } }) {
      if (!clientsOf(site).includes(client)) {
        throw new ApiError("request.clientMismatch")
      }
      checkUnion(site, client)
      return await inSameTime(async () => {
        const user = await recoverableUser(client, username)
        const own = questionById(user?.securityQuestionId ?? null)
        const secret = secrets.random()
        const expiresAt = later(clock.now(), { minutes: questionMinutes })
        const { decoyKey } = await insertRecovery(database, {
          secretHash: secrets.hash("password recovery", secret),
          client,
          usernameHash: hashUsername(secrets, secret, username),
          expiresAt,
        })
        cookies.set("recovery", secret)
        const key = decoyKey ?? (await keepDecoyKey(database, deps.decoyKey))
        const securityQuestion = own ?? decoyQuestion(key, client, username)
        return { securityQuestion, messages: [] }
      })
    },

    async "POST /appauth/forgotPassword"(request) {
      const client = await inSameTime(() => takeTypedAnswer(request))
      request.cookies.clear("recovery")
      return { messages: [await localize(client, "forgotPassword.done")] }
    },
  }

  /**
   * Returns the client of the question.
   *
   * Errors: `forgotPassword.restart`, `forgotPassword.linkSent` if the answer was not compared.
   */
  async function takeTypedAnswer(request: AnswerRequest): Promise<string> {
    const { site, cookies, body } = request
    const secret = cookies.get("recovery")
    if (secret === undefined) throw new ApiError("forgotPassword.restart")
    const { username } = body
    const secretHash = secrets.hash("password recovery", secret)
    const hashes = { secretHash, usernameHash: hashUsername(secrets, secret, username) }
    const now = clock.now()
    // Counted before the answer is compared, and in the same transaction, so that parallel tries
    // count.
    const { client, isCounted } = await database.transaction(async (tx) => {
      const asked = await lockQuestion(tx, clientsOf(site), hashes, now)
      if (!asked) throw new ApiError("forgotPassword.restart")
      const { client } = asked
      const owner = { client, userid: useridOf(username, client) }
      const counts = await countsOf(deps, tx, cookies, owner)
      const isCounted = await countTry(deps, "answers", counts, answerLimit, tx)
      // If the answer is not compared, the question stays open: the person can answer it after the
      // link.
      if (isCounted) await takeAnswer(tx, client, secretHash, now)
      return { client, isCounted }
    })
    if (!isCounted) {
      const user = await findUser(database, client, username)
      const person = await policyAdmin.person(client, user?.accountNumber ?? "")
      const userid = useridOf(username, client)
      const found = person && { ...person, subjectUserid: userid }
      await sendSignInLink(request, { client, userid, found })
      throw new ApiError("forgotPassword.linkSent")
    }
    const user = await recoverableUser(client, username)
    const { isRight, stays } = await checkAnswer(deps.passwords, body.securityAnswer, user)
    if (!isRight) await recordWrongAnswer(client, user, request.ip)
    else if (user?.securityAnswerHash && !stays) {
      // Only if the answer was not changed in the meantime.
      const own = await hashAnswer(deps.passwords, body.securityAnswer, user)
      await replaceAnswer(database, user, user.securityAnswerHash, own)
    }
    await sendTicket(site.origin, client, user, isRight)
    return client
  }

  /** Also runs for an unknown username, so that the time does not reveal which usernames exist. */
  async function recordWrongAnswer(client: string, user: UserRow | undefined, ip: string) {
    await database.transaction((tx) =>
      deps.audit.record(tx, {
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
   * Emails a ticket to the user who gave the right answer. In all other cases the same steps write
   * an email without a recipient, so that failures reveal neither usernames nor right answers.
   */
  async function sendTicket(
    origin: string,
    client: string,
    user: UserRow | undefined,
    right: boolean,
  ) {
    const accountNumber = user?.accountNumber ?? ""
    const person = await policyAdmin.person(client, accountNumber)
    const brand = await deps.brandOf(client, origin)
    // Checked after reading the address, which is then either the old one or on hold.
    const isHeld = await recentEmailChanges.isHeld(database, { client, accountNumber })
    const ticket = secrets.bound("reset ticket", client, user?.userid ?? "", accountNumber)
    const expiresAt = later(clock.now(), { minutes: resetLinkMinutes })
    const { firstName, policyNumber } = person ?? { firstName: "", policyNumber: "" }
    const to = { brand, firstName, policyNumber }
    const held = addressHeldEmail({ ...to, at: clock.now() })
    const link = resetLinkEmail({ ...to, ticket, minutes: resetLinkMinutes })
    const address = (right && person?.emailAddress) || null
    await database.transaction(async (tx) => {
      if (isHeld) return await deps.outbox.add(tx, addressed(held, brand, address))
      if (user && address !== null) {
        await insertTicket(tx, {
          ticketHash: secrets.hash("reset ticket", ticket),
          client,
          userid: user.userid,
          expiresAt,
        })
      }
      await deps.outbox.add(tx, addressed(link, brand, address, expiresAt))
    })
    if (address !== null) deps.wakeEmail()
  }

  /** Undefined for unknown users and for a user who must register again. */
  async function recoverableUser(client: string, username: string): Promise<UserRow | undefined> {
    const user = await findUser(database, client, username)
    return user && !user.reactivate && user.movedTo === null && user.securityAnswerHash !== null
      ? user
      : undefined
  }

  return { handlers }
}

/**
 * The stored form of a typed username, which may be a password in the wrong field. It is keyed with
 * the browser's secret, so that the database and the installation's key together cannot restore it.
 */
function hashUsername(secrets: Secrets, secret: string, username: string): Buffer {
  return secrets.hash("recovery username", plainUsername(username), secret)
}
