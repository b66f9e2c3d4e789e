import type { registration } from "#contracts/identity/registration.ts"
import { plainUsername, useridOf } from "#contracts/identity/userid.ts"
import { ApiError } from "#contracts/messages.ts"
import type { Queries } from "#database/sql.ts"
import type { EmailBrand } from "#platform/email/brand.ts"
import { addressed } from "#platform/email/email-message.ts"
import { listed } from "#platform/text/words.ts"
import type { Person } from "#ports/policy-admin/port.ts"
import type { CallRequest, Handlers } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"
import { checkCredentials, checkPassword } from "../checks.ts"
import { passwordOf } from "../credentials/password.ts"
import { hashAnswer } from "../credentials/security-answers.ts"
import {
  deleteReactivated,
  findReactivated,
  findUser,
  findUserOf,
  insertUser,
  type NewUser,
} from "../credentials/users.store.ts"
import { rememberOnlyThisDevice } from "../devices/devices.ts"
import { startSession } from "../sessions/start-session.ts"
import { storedUserOf } from "../sessions/stored-user.ts"
import { registeredEmail } from "./registered-email.ts"
import { type RegistrationRow, reachCompleted } from "./registration.store.ts"
import type { RegistrationFlow } from "./registration-flow.ts"

type AccountRequest = CallRequest<(typeof registration)["POST /appauth/registration"]>

/** Step 4 of the registration: username, password and security question. */
export function createAccountStep(deps: Deps, flow: RegistrationFlow) {
  const handlers: Pick<Handlers<typeof registration>, "POST /appauth/registration"> = {
    async "POST /appauth/registration"(request) {
      const { body, site } = request
      const row = await flow.find(request, { ...body, planNumber: body.policyNumber })
      if (row.step !== "verified") throw new ApiError("registration.order")
      checkCredentials(body)
      const person = await flow.personOf(row)
      const brand = await deps.brandOf(row.client, site.origin)
      const { clientName } = brand
      await checkPassword(body.password, { ...person, clientName, username: body.username })
      await refuseTaken(deps.database, row, body.username)
      await refuseOldCredentials(deps, row, body)
      const { userid, accessToken } = await createAccount(deps, request, row, { person, brand })
      const complete = await deps.localize(row.client, "registration.complete")
      return { ...storedUserOf(userid, person, accessToken), messages: [complete] }
    },
  }
  return { handlers }
}

/**
 * Creates the account and opens a session in one transaction. Happens once, even if many calls
 * arrive at the same time. Deletes credentials that the person must replace.
 *
 * Errors: `registration.usernameTaken`, `registration.registered`, `registration.restart`.
 */
async function createAccount(
  deps: Deps,
  request: AccountRequest,
  flow: RegistrationRow,
  { person, brand }: { person: Person; brand: EmailBrand },
): Promise<{ userid: string; accessToken: string }> {
  const { database, clock, passwords } = deps
  const { body, cookies } = request
  const { client, accountNumber } = flow
  const { username } = body
  const userid = useridOf(username, client)
  const holder = { client, userid, accountNumber }
  const [passwordHash, securityAnswerHash] = await Promise.all([
    passwords.hash(body.password, passwordOf(holder)),
    hashAnswer(passwords, body.securityAnswer, holder),
  ])
  const accessToken = await database.transaction(async (tx) => {
    const now = clock.now()
    if (!(await reachCompleted(tx, flow, now))) throw new ApiError("registration.restart")
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
    await rememberOnlyThisDevice(tx, deps.secrets, request, user, now)
    const { firstName, policyNumber } = person
    const email = registeredEmail({ brand, firstName, policyNumber, at: now, username })
    if (person.emailAddress !== "") {
      await deps.outbox.add(tx, addressed(email, brand, person.emailAddress))
    }
    const token = await startSession(tx, deps, request, {
      client,
      userid,
      accountNumber,
      staffUserid: null,
      provenAt: flow.verifiedAt,
      device: body.userDeviceInfo,
      loginIp: body.clientLoginIp,
    })
    await deps.audit.record(tx, {
      client,
      action: "register",
      actor: { kind: "customer", userid },
      accountNumber,
      subjectUserid: userid,
      ip: request.ip,
      after: { username },
    })
    await deps.events.add(tx, flow, "customer.registered", {})
    return token
  })
  cookies.clear("registration")
  cookies.clear("registration-code")
  deps.wakeEmail()
  return { userid, accessToken }
}

/** Checked before the passwords are hashed, because hashing takes time. */
async function refuseTaken(
  queries: Queries,
  { client, accountNumber }: RegistrationRow,
  username: string,
): Promise<void> {
  const holder = await findUser(queries, client, username)
  const isOwn = holder?.accountNumber === accountNumber && holder.reactivate
  if (holder && !isOwn) throw new ApiError("registration.usernameTaken")
}

/**
 * Refuses new credentials that repeat ones that the person must replace: the username, the password
 * or the security question. Does nothing if there are no credentials to replace.
 *
 * Errors: `registration.sameAsBefore`, which lists everything that must change.
 */
async function refuseOldCredentials(
  { database, passwords }: Pick<Deps, "database" | "passwords">,
  { client, accountNumber }: RegistrationRow,
  chosen: { username: string; password: string; securityQuestion: string },
): Promise<void> {
  const old = await findReactivated(database, client, accountNumber)
  if (!old) return
  const owner = passwordOf(old)
  const isOldPassword = await passwords.isRight(chosen.password, {
    stored: old.passwordHash,
    owner,
  })
  const kept = [
    ...(plainUsername(chosen.username) === plainUsername(old.username) ? ["username"] : []),
    ...(isOldPassword ? ["password"] : []),
    ...(chosen.securityQuestion === old.securityQuestionId ? ["security question"] : []),
  ]
  if (kept.length === 0) return
  const others = kept.length === 1 ? "a new one" : "new ones"
  throw new ApiError("registration.sameAsBefore", { parts: listed(kept), others })
}
