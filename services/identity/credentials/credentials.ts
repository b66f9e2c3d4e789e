import type { credentials } from "#contracts/identity/credentials.ts"
import { usernameOf } from "#contracts/identity/userid.ts"
import { Failure } from "#contracts/messages.ts"
import { isSamePassword } from "#contracts/rules.ts"
import type { Queries } from "#database/sql.ts"
import type { MailBrand } from "#platform/email/brand.ts"
import { addressed, type Letter } from "#platform/email/email-message.ts"
import type { Person } from "#ports/policy-admin/port.ts"
import { type Audit, auditedBy } from "#services/audit/audit.ts"
import type { CustomerSession, Handlers } from "#services/call-request.ts"
import { checkPassword } from "../checks.ts"
import { endAttemptsOf } from "../codes/passcodes.store.ts"
import { passwordChangedMail, securityQuestionChangedMail } from "../emails/security.ts"
import type { PeopleNeeds } from "../needs.ts"
import { endTicketsOf } from "../recovery/recovery.store.ts"
import { endOtherSessionsOf } from "../sessions/sessions.store.ts"
import { answerOf, normalizedAnswer, passwordBudget, passwordOf } from "./password.ts"
import { questionById } from "./security-questions.ts"
import { findUser, replacePassword, writeSecurityDetails } from "./users.store.ts"

/** Password and security question, changed by who is signed in; each change is told by mail. */
export function createCredentials(needs: PeopleNeeds & { audit: Audit }) {
  const { database, clock, policyAdmin, passwords, budgets, audit, say } = needs

  const handlers: Handlers<typeof credentials> = {
    async "PUT /myaccount-core/profile/securityDetails"({ site, session, body, ip }) {
      const question = questionById(body.securityQuestion)
      if (question === undefined) throw new Failure("securityQuestion.unknown")
      const person = await changeablePerson(session)
      const brand = await needs.brandOf(session.client, site.origin)
      const answerHash = await passwords.hash(
        normalizedAnswer(body.securityAnswer),
        answerOf(session),
      )
      await database.transaction(async (tx) => {
        await writeSecurityDetails(tx, session.userid, body.securityQuestion, answerHash)
        await tell(tx, person, brand, securityQuestionChangedMail)
        await audit.record(tx, {
          ...auditedBy(session, ip),
          action: "securityQuestion.change",
          before: { question: questionById(session.securityQuestionId) ?? "" },
          after: { question },
        })
      })
      needs.wakeMail()
      return { messages: [await say(session.client, "securityDetails.changed")] }
    },

    async "PUT /myaccount-core/profile/password"({ site, session, body, ip }) {
      if (isSamePassword(body.password, body.currentPassword)) throw new Failure("password.same")
      const { userid, client } = session
      const person = await changeablePerson(session)
      const brand = await needs.brandOf(client, site.origin)
      const { clientName } = brand
      await checkPassword(body.password, { ...person, clientName, username: usernameOf(userid) })
      // A count that only somebody with a session of this person can use up.
      await budgets.spend(`old passwords of ${userid}`, {
        ...passwordBudget,
        message: "password.tooMany",
      })
      const user = await findUser(database, client, body.username)
      const isRight = await passwords.isRight(
        body.currentPassword,
        user && { stored: user.passwordHash, owner: passwordOf(user) },
      )
      if (!user || !isRight) throw new Failure("password.wrong")
      const passwordHash = await passwords.hash(body.password, passwordOf(user))
      await database.transaction(async (tx) => {
        const now = clock.now()
        const isReplaced = await replacePassword(tx, userid, user.passwordHash, passwordHash)
        // Somebody else has changed it since: the old one that was typed is old indeed.
        if (!isReplaced) throw new Failure("password.wrong")
        await endTicketsOf(tx, userid, now)
        await endAttemptsOf(tx, userid, now)
        await endOtherSessionsOf(tx, userid, session.id, now)
        await tell(tx, person, brand, passwordChangedMail)
        await audit.record(tx, { ...auditedBy(session, ip), action: "password.change" })
      })
      needs.wakeMail()
      return { messages: [await say(client, "password.changed")] }
    },
  }

  /** Errors: `profile.blocked` where the account system takes no changes of this person now. */
  async function changeablePerson({ client, accountNumber }: CustomerSession): Promise<Person> {
    const person = await policyAdmin.person(client, accountNumber)
    if (!person) throw new Failure("request.notFound")
    const reason = person.editBlocked.save
    if (reason !== "") throw new Failure("profile.blocked", { reason })
    return person
  }

  async function tell(
    tx: Queries,
    { firstName, emailAddress }: Person,
    brand: MailBrand,
    letter: (news: { brand: MailBrand; firstName: string; at: Date }) => Letter,
  ): Promise<void> {
    if (emailAddress === "") return
    const written = letter({ brand, firstName, at: clock.now() })
    await needs.outbox.add(tx, addressed(written, brand, emailAddress))
  }

  return { handlers }
}
