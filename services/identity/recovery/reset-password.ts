import type { recovery } from "#contracts/identity/recovery.ts"
import { usernameOf } from "#contracts/identity/userid.ts"
import { ApiError } from "#contracts/messages.ts"
import { addressed } from "#platform/email/email-message.ts"
import type { Handlers } from "#services/call-request.ts"
import { checkPassword, checkUnion } from "../checks.ts"
import { endAttemptsOf } from "../codes/one-time-codes.store.ts"
import { passwordChangedEmail } from "../credentials/credentials-email.ts"
import { passwordOf } from "../credentials/password.ts"
import { writePassword } from "../credentials/users.store.ts"
import { rememberOnlyThisDevice } from "../devices/devices.ts"
import type { PeopleNeeds } from "../needs.ts"
import { endSessionsOf } from "../sessions/sessions.store.ts"
import { startSession } from "../sessions/sessions.ts"
import { storedUserOf } from "../sign-in/sign-in.ts"
import { endTicketsOf, findTicket, useTicket } from "./recovery.store.ts"

type ResetHandlers = Pick<Handlers<typeof recovery>, "POST /appauth/resetPassword">

/**
 * A new password by the mailed ticket. Everything that the old one opened ends, other tickets
 * included; the person is told, and signed in here.
 */
export function createResetPassword(needs: PeopleNeeds) {
  const { database, clock, secrets, policyAdmin, audit, localize } = needs

  const handlers: ResetHandlers = {
    async "POST /appauth/resetPassword"(request) {
      const { site, cookies, body } = request
      checkUnion(site, body.client)
      const ticketHash = secrets.hash("reset ticket", body.ticket)
      const row = await findTicket(database, ticketHash, body.client, clock.now())
      const found = row && isTicketOf(body, row) ? row : undefined
      const person = found && (await policyAdmin.person(body.client, found.accountNumber))
      if (!person) throw new ApiError("resetPassword.ticket")
      const { userid } = found
      const brand = await needs.brandOf(body.client, site.origin)
      const { clientName } = brand
      await checkPassword(body.password, { ...person, clientName, username: usernameOf(userid) })
      const passwordHash = await needs.passwords.hash(
        body.password,
        passwordOf({ ...found, client: body.client }),
      )

      const accessToken = await database.transaction(async (tx) => {
        const now = clock.now()
        // First, because it locks the person: two tickets of theirs are then used one by one.
        await writePassword(tx, userid, passwordHash)
        if (!(await useTicket(tx, ticketHash, now))) throw new ApiError("resetPassword.ticket")
        await endTicketsOf(tx, userid, now)
        await endAttemptsOf(tx, userid, now)
        await endSessionsOf(tx, userid, now)
        await rememberOnlyThisDevice(tx, secrets, cookies, userid, now)
        if (person.emailAddress !== "") {
          const letter = passwordChangedEmail({ brand, firstName: person.firstName, at: now })
          await needs.outbox.add(tx, addressed(letter, brand, person.emailAddress))
        }
        const { accountNumber } = found
        // Without `provenAt`: a link is no one-time code. It may be half an hour old, and forwarded.
        const owner = { client: body.client, userid, accountNumber, staffUserid: null }
        const token = await startSession(tx, needs, request, owner)
        await audit.record(tx, {
          client: body.client,
          action: "password.reset",
          actor: { kind: "customer", userid },
          accountNumber: person.accountNumber,
          subjectUserid: userid,
          ip: request.ip,
        })
        return token
      })
      needs.wakeEmail()
      const done = await localize(body.client, "resetPassword.done")
      return { ...storedUserOf(userid, person, accessToken), messages: [done] }
    },
  }

  /** A ticket says itself whose password it resets, whatever its row says. */
  function isTicketOf(
    { ticket, client }: { ticket: string; client: string },
    { userid, accountNumber }: { userid: string; accountNumber: string },
  ): boolean {
    return secrets.isBound("reset ticket", ticket, client, userid, accountNumber)
  }

  return { handlers }
}
