import type { recovery } from "#contracts/appauth/recovery.ts"
import { Failure } from "#contracts/messages.ts"
import { resetLinkMinutes } from "#contracts/rules.ts"
import { useridOf } from "#contracts/userid.ts"
import { addressed } from "#services/mails/letter.ts"
import { addressHeldMail, resetLinkMail, usernameMail } from "#services/mails/recovery.ts"
import type { CallRequest, Handlers } from "#services/request.ts"
import { newSecret, type Secrets } from "#services/secrets.ts"
import { checkEmail, checkedPlanNumber, checkUnion } from "./checks.ts"
import { countedUnder } from "./devices.ts"
import type { PeopleNeeds } from "./needs.ts"
import { answerOf, normalizedAnswer } from "./password.ts"
import { insertRecovery, insertTicket, takeAnswer } from "./recovery.store.ts"
import { isSameAddress, isSameName } from "./same-person.ts"
import { inSameTime } from "./same-time.ts"
import { decoyQuestion, questionById } from "./security-questions.ts"
import { findUser, findUserOf, type UserRow } from "./users.store.ts"

const questionMinutes = 15
/** Of anybody's plan number, so that being told to wait does not tell who exists. */
const usernameBudget = { calls: 5, minutes: 60 }
const answerBudget = { calls: 5, minutes: 60, message: "forgotPassword.tooMany" } as const

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
    /** Draws the questions of usernames that nobody has; the installation's own. */
    decoyKey: Buffer
  },
) {
  const { database, clock, secrets, policyAdmin, budgets, say } = needs

  const handlers: RecoveryHandlers = {
    async "POST /appauth/forgotUsername"(request) {
      const { site, body } = request
      checkUnion(site, body.client)
      checkEmail(body.emailAddress)
      const policyNumber = checkedPlanNumber(body.certificateNo)
      await budgets.spend(`usernames of ${body.client} ${policyNumber}`, usernameBudget)
      await inSameTime(() => sendUsername(request, policyNumber))
      return { messages: [await say(body.client, "forgotUsername.done")] }
    },

    async [questionKey]({ site, cookies, params: { username, client } }) {
      if (client !== site.client && !site.clients.includes(client)) {
        throw new Failure("request.clientMismatch")
      }
      checkUnion(site, client)
      return await inSameTime(async () => {
        const user = await recoverableUser(client, username)
        const own = questionById(user?.securityQuestionId ?? null)
        const secret = newSecret()
        const expiresAt = minutesFromNow(questionMinutes)
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
      return { messages: [await say(client, "forgotPassword.done")] }
    },
  }

  async function sendUsername({ site, body }: UsernameRequest, policyNumber: string) {
    const person = await policyAdmin.personByPolicyNumber(body.client, policyNumber)
    const user = await findUserOf(database, body.client, person?.accountNumber ?? "")
    const brand = await needs.brandOf(body.client, site.origin)
    const fits =
      person && isSameName(body, person) && isSameAddress(body.emailAddress, person.emailAddress)
    if (!fits || !user || user.reactivate) return
    const { firstName, emailAddress } = person
    const letter = usernameMail({ brand, firstName, username: user.username })
    await needs.outbox.add(database, addressed(letter, brand, emailAddress))
    needs.wakeMail()
  }

  /** Returns the client that the question was asked for. Errors: `forgotPassword.restart`, `forgotPassword.tooMany`. */
  async function checkAnswer({ site, cookies, body }: AnswerRequest): Promise<string> {
    const secret = cookies.get("recovery")
    if (secret === undefined) throw new Failure("forgotPassword.restart")
    const { username } = body
    // Counted before the answer is compared, and together with taking it: tries cannot be shared.
    const client = await database.transaction(async (tx) => {
      const taken = await takeAnswer(
        tx,
        secrets.hash("password recovery", secret),
        hashUsername(secrets, secret, username),
        clock.now(),
      )
      if (!taken) throw new Failure("forgotPassword.restart")
      const counted = await countedUnder(tx, secrets, cookies, useridOf(username, taken.client))
      await budgets.spend(`answers of ${counted}`, answerBudget, tx)
      return taken.client
    })
    const user = await recoverableUser(client, username)
    const hash = user?.securityAnswerHash
    const right = await needs.passwords.isRight(
      normalizedAnswer(body.securityAnswer),
      user && hash ? { stored: hash, owner: answerOf(user) } : undefined,
    )
    if (user && right) await sendTicket(site.origin, user)
    return client
  }

  async function sendTicket(origin: string, { client, userid, accountNumber }: UserRow) {
    const person = await policyAdmin.person(client, accountNumber)
    if (!person?.emailAddress) return
    const { firstName, emailAddress } = person
    const brand = await needs.brandOf(client, origin)
    // After the address was read, which is then the old one or held.
    if (await needs.isAddressHeld({ client, accountNumber })) {
      const letter = addressHeldMail({ brand, firstName, at: clock.now() })
      await needs.outbox.add(database, addressed(letter, brand, emailAddress))
      needs.wakeMail()
      return
    }
    const ticket = newSecret()
    const expiresAt = minutesFromNow(resetLinkMinutes)
    const letter = resetLinkMail({ brand, firstName, ticket, minutes: resetLinkMinutes })
    await database.transaction(async (tx) => {
      await insertTicket(tx, {
        ticketHash: secrets.hash("reset ticket", ticket),
        client,
        userid,
        expiresAt,
      })
      await needs.outbox.add(tx, addressed(letter, brand, emailAddress, expiresAt))
    })
    needs.wakeMail()
  }

  /** Nobody, too, where an account is to be reactivated: that is done by registering. */
  async function recoverableUser(client: string, username: string): Promise<UserRow | undefined> {
    const user = await findUser(database, client, username)
    return user && !user.reactivate && user.securityAnswerHash !== null ? user : undefined
  }

  function minutesFromNow(minutes: number): Date {
    return new Date(clock.now().getTime() + minutes * 60_000)
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
