import type { credentials } from "#contracts/identity/credentials.ts"
import { isSamePassword } from "#contracts/identity/password-rules.ts"
import { usernameOf } from "#contracts/identity/userid.ts"
import { ApiError } from "#contracts/messages.ts"
import type { Queries } from "#database/sql.ts"
import type { EmailBrand } from "#platform/email/brand.ts"
import { addressed, type EmailMessage } from "#platform/email/email-message.ts"
import type { ChangeNotice } from "#platform/email/notice.ts"
import type { Person } from "#ports/policy-admin/port.ts"
import { auditedBy } from "#services/audit/audit.ts"
import type { CustomerSession, Handlers } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"
import { checkPassword, checkSecurityAnswer } from "../checks.ts"
import { endAttemptsOf } from "../codes/one-time-codes.store.ts"
import { endTicketsOf } from "../recovery/recovery.store.ts"
import { endOtherSessionsOf } from "../sessions/sessions.store.ts"
import { passwordLimit } from "../sign-in/guessing-limits.ts"
import { passwordChangedEmail, securityQuestionChangedEmail } from "./credentials-email.ts"
import { passwordOf } from "./password.ts"
import { hashAnswer } from "./security-answers.ts"
import { questionById } from "./security-questions.ts"
import { findUser, replacePassword, writeSecurityDetails } from "./users.store.ts"

/** Changes of password and security question by a signed-in customer, each confirmed by email. */
export function createCredentials(deps: Deps) {
  const { database, clock, policyAdmin, passwords, rateLimits, audit, localize } = deps

  const handlers: Handlers<typeof credentials> = {
    async "PUT /myaccount-core/profile/securityDetails"({ site, session, body, ip }) {
      const question = questionById(body.securityQuestion)
      if (question === undefined) throw new ApiError("securityQuestion.unknown")
      const person = await changeablePerson(session)
      const brand = await deps.brandOf(session.client, site.origin)
      checkSecurityAnswer(body.securityAnswer)
      const answerHash = await hashAnswer(passwords, body.securityAnswer, session)
      await database.transaction(async (tx) => {
        await writeSecurityDetails(tx, session, body.securityQuestion, answerHash)
        await endOtherSessionsOf(tx, session, clock.now())
        await tell(tx, person, brand, securityQuestionChangedEmail)
        await audit.record(tx, {
          ...auditedBy(session, ip),
          action: "securityQuestion.change",
          before: { question: questionById(session.securityQuestionId) ?? "" },
          after: { question },
        })
      })
      deps.wakeEmail()
      return { messages: [await localize(session.client, "securityDetails.changed")] }
    },

    async "PUT /myaccount-core/profile/password"({ site, session, body, ip }) {
      if (isSamePassword(body.password, body.currentPassword)) throw new ApiError("password.same")
      const { userid, client } = session
      const person = await changeablePerson(session)
      const brand = await deps.brandOf(client, site.origin)
      const { clientName } = brand
      await checkPassword(body.password, { ...person, clientName, username: usernameOf(userid) })
      // Only a person with a session of this user can use up this limit.
      await rateLimits.consume(`old passwords of ${userid}`, {
        ...passwordLimit,
        message: "password.tooMany",
      })
      const user = await findUser(database, client, body.username)
      const isRight = await passwords.isRight(
        body.currentPassword,
        user && { stored: user.passwordHash, owner: passwordOf(user) },
      )
      if (!user || !isRight) throw new ApiError("password.wrong")
      const passwordHash = await passwords.hash(body.password, passwordOf(user))
      await database.transaction(async (tx) => {
        const now = clock.now()
        const isReplaced = await replacePassword(tx, session, user.passwordHash, passwordHash)
        // The password was changed in the meantime.
        if (!isReplaced) throw new ApiError("password.wrong")
        await endTicketsOf(tx, session, now)
        await endAttemptsOf(tx, session, now)
        await endOtherSessionsOf(tx, session, now)
        await tell(tx, person, brand, passwordChangedEmail)
        await audit.record(tx, { ...auditedBy(session, ip), action: "password.change" })
      })
      deps.wakeEmail()
      return { messages: [await localize(client, "password.changed")] }
    },
  }

  /** Errors: `profile.blocked` if the account system accepts no changes of this person now. */
  async function changeablePerson({ client, accountNumber }: CustomerSession): Promise<Person> {
    const person = await policyAdmin.person(client, accountNumber)
    if (!person) throw new ApiError("request.notFound")
    const reason = person.editBlocked.save
    if (reason !== "") throw new ApiError("profile.blocked", { reason })
    return person
  }

  async function tell(
    tx: Queries,
    { firstName, policyNumber, emailAddress }: Person,
    brand: EmailBrand,
    emailOf: (news: ChangeNotice) => EmailMessage,
  ): Promise<void> {
    if (emailAddress === "") return
    const email = emailOf({ brand, firstName, policyNumber, at: clock.now() })
    await deps.outbox.add(tx, addressed(email, brand, emailAddress))
  }

  return { handlers }
}
