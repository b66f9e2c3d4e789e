import type { registration } from "#contracts/identity/registration.ts"
import { useridOf } from "#contracts/identity/userid.ts"
import { ApiError } from "#contracts/messages.ts"
import type { Queries } from "#database/sql.ts"
import type { EmailBrand } from "#platform/email/brand.ts"
import { addressed } from "#platform/email/email-message.ts"
import type { Person } from "#ports/policy-admin/port.ts"
import type { CallRequest } from "#services/call-request.ts"
import { answerOf, normalizedAnswer, passwordOf } from "../credentials/password.ts"
import {
  deleteReactivated,
  findUser,
  findUserOf,
  insertUser,
  type NewUser,
} from "../credentials/users.store.ts"
import { rememberOnlyThisDevice } from "../devices/devices.ts"
import type { PeopleNeeds } from "../needs.ts"
import { startSession } from "../sessions/sessions.ts"
import { registeredEmail } from "./registered-email.ts"
import { type RegistrationRow, reachCompleted } from "./registration.store.ts"

type Request = CallRequest<(typeof registration)["POST /appauth/registration"]>

/**
 * Makes the account of a verified registration and signs it in: all in one transaction, and once,
 * however many try at the same time. Credentials that were to be replaced are gone with it.
 *
 * Errors: `registration.usernameTaken`, `registration.registered`, `registration.restart`.
 */
export async function createAccount(
  needs: PeopleNeeds,
  request: Request,
  flow: RegistrationRow,
  person: Person,
  brand: EmailBrand,
): Promise<{ userid: string; accessToken: string }> {
  const { database, clock, passwords } = needs
  const { body, cookies } = request
  const { client, accountNumber } = flow
  const { username } = body
  const userid = useridOf(username, client)
  await refuseTaken(database, flow, username)
  const holder = { client, userid, accountNumber }
  const [passwordHash, securityAnswerHash] = await Promise.all([
    passwords.hash(body.password, passwordOf(holder)),
    passwords.hash(normalizedAnswer(body.securityAnswer), answerOf(holder)),
  ])
  const accessToken = await database.transaction(async (tx) => {
    const now = clock.now()
    if (!(await reachCompleted(tx, flow.id, now))) throw new ApiError("registration.restart")
    await deleteReactivated(tx, client, accountNumber)
    const user: NewUser = {
      userid,
      client,
      username,
      passwordHash,
      securityQuestionId: body.securityQuestion,
      securityAnswerHash,
      accountNumber,
      now,
    }
    if (!(await insertUser(tx, user))) {
      const holder = await findUserOf(tx, client, accountNumber)
      throw new ApiError(holder ? "registration.registered" : "registration.usernameTaken")
    }
    await rememberOnlyThisDevice(tx, needs.secrets, cookies, userid, now)
    const letter = registeredEmail({ brand, firstName: person.firstName, at: now, username })
    if (person.emailAddress !== "") {
      await needs.outbox.add(tx, addressed(letter, brand, person.emailAddress))
    }
    const token = await startSession(tx, needs, request, {
      client,
      userid,
      accountNumber,
      staffUserid: null,
      provenAt: flow.verifiedAt,
      device: body.userDeviceInfo,
      loginIp: body.clientLoginIp,
    })
    await needs.audit.record(tx, {
      client,
      action: "register",
      actor: { kind: "customer", userid },
      accountNumber,
      subjectUserid: userid,
      ip: request.ip,
      after: { username },
    })
    return token
  })
  cookies.clear("registration")
  cookies.clear("registration-code")
  needs.wakeEmail()
  return { userid, accessToken }
}

/** Before the passwords are hashed, which takes its time. */
async function refuseTaken(
  queries: Queries,
  { client, accountNumber }: RegistrationRow,
  username: string,
): Promise<void> {
  const holder = await findUser(queries, client, username)
  const isOwn = holder?.accountNumber === accountNumber && holder.reactivate
  if (holder && !isOwn) throw new ApiError("registration.usernameTaken")
}
