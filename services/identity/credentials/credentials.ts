import type { credentials } from "#contracts/identity/credentials.ts"
import { usernameOf } from "#contracts/identity/userid.ts"
import { ApiError } from "#contracts/messages.ts"
import { isSamePassword } from "#contracts/rules.ts"
import type { Queries } from "#database/sql.ts"
import type { EmailBrand } from "#platform/email/brand.ts"
import { addressed, type EmailMessage } from "#platform/email/email-message.ts"
import type { Person } from "#ports/policy-admin/port.ts"
import { type Audit, auditedBy } from "#services/audit/audit.ts"
import type { CustomerSession, Handlers } from "#services/call-request.ts"
import { checkPassword } from "../checks.ts"
import { endAttemptsOf } from "../codes/one-time-codes.store.ts"
import type { PeopleNeeds } from "../needs.ts"
import { endTicketsOf } from "../recovery/recovery.store.ts"
import { endOtherSessionsOf } from "../sessions/sessions.store.ts"
import { passwordChangedEmail, securityQuestionChangedEmail } from "./credentials-email.ts"
import { answerOf, normalizedAnswer, passwordLimit, passwordOf } from "./password.ts"
import { questionById } from "./security-questions.ts"
import { findUser, replacePassword, writeSecurityDetails } from "./users.store.ts"

/** Password and security question, changed by who is signed in; each change is told by mail. */
export function createCredentials(needs: PeopleNeeds & { audit: Audit }) {
  const { database, clock, policyAdmin, passwords, rateLimits, audit, localize } = needs

  const handlers: Handlers<typeof credentials> = {
    async "PUT /myaccount-core/profile/securityDetails"({ site, session, body, ip }) {
      const question = questionById(body.securityQuestion)
      if (question === undefined) throw new ApiError("securityQuestion.unknown")
      const person = await changeablePerson(session)
      const brand = await needs.brandOf(session.client, site.origin)
      const answerHash = await passwords.hash(
        normalizedAnswer(body.securityAnswer),
        answerOf(session),
      )
      await database.transaction(async (tx) => {
        await writeSecurityDetails(tx, session.userid, body.securityQuestion, answerHash)
        await tell(tx, person, brand, securityQuestionChangedEmail)
        await audit.record(tx, {
          ...auditedBy(session, ip),
          action: "securityQuestion.change",
          before: { question: questionById(session.securityQuestionId) ?? "" },
          after: { question },
        })
      })
      needs.wakeEmail()
      return { messages: [await localize(session.client, "securityDetails.changed")] }
    },

    async "PUT /myaccount-core/profile/password"({ site, session, body, ip }) {
      if (isSamePassword(body.password, body.currentPassword)) throw new ApiError("password.same")
      const { userid, client } = session
      const person = await changeablePerson(session)
      const brand = await needs.brandOf(client, site.origin)
      const { clientName } = brand
      await checkPassword(body.password, { ...person, clientName, username: usernameOf(userid) })
      // A count that only somebody with a session of this person can use up.
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
        const isReplaced = await replacePassword(tx, userid, user.passwordHash, passwordHash)
        // Somebody else has changed it since: the old one that was typed is old indeed.
        if (!isReplaced) throw new ApiError("password.wrong")
        await endTicketsOf(tx, userid, now)
        await endAttemptsOf(tx, userid, now)
        await endOtherSessionsOf(tx, userid, session.id, now)
        await tell(tx, person, brand, passwordChangedEmail)
        await audit.record(tx, { ...auditedBy(session, ip), action: "password.change" })
      })
      needs.wakeEmail()
      return { messages: [await localize(client, "password.changed")] }
    },
  }

  /** Errors: `profile.blocked` where the account system takes no changes of this person now. */
  async function changeablePerson({ client, accountNumber }: CustomerSession): Promise<Person> {
    const person = await policyAdmin.person(client, accountNumber)
    if (!person) throw new ApiError("request.notFound")
    const reason = person.editBlocked.save
    if (reason !== "") throw new ApiError("profile.blocked", { reason })
    return person
  }

  async function tell(
    tx: Queries,
    { firstName, emailAddress }: Person,
    brand: EmailBrand,
    letter: (news: { brand: EmailBrand; firstName: string; at: Date }) => EmailMessage,
  ): Promise<void> {
    if (emailAddress === "") return
    const written = letter({ brand, firstName, at: clock.now() })
    await needs.outbox.add(tx, addressed(written, brand, emailAddress))
  }

  return { handlers }
}
