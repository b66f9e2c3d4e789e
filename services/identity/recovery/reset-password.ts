import type { recovery } from "#contracts/identity/recovery.ts"
import { usernameOf } from "#contracts/identity/userid.ts"
import { ApiError } from "#contracts/messages.ts"
import { addressed } from "#platform/email/email-message.ts"
import type { Person } from "#ports/policy-admin/port.ts"
import type { Handlers } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"
import { checkPassword, checkUnion } from "../checks.ts"
import { endAttemptsOf } from "../codes/one-time-codes.store.ts"
import { passwordChangedEmail } from "../credentials/credentials-email.ts"
import { passwordOf } from "../credentials/password.ts"
import { writePassword } from "../credentials/users.store.ts"
import { rememberOnlyThisDevice } from "../devices/devices.ts"
import { endSessionsOf } from "../sessions/sessions.store.ts"
import { startSession } from "../sessions/start-session.ts"
import { storedUserOf } from "../sessions/stored-user.ts"
import { endTicketsOf, findTicket, useTicket } from "./recovery.store.ts"

const check = "POST /appauth/resetPassword/ticket"
type ResetHandlers = Pick<Handlers<typeof recovery>, typeof check | "POST /appauth/resetPassword">

/**
 * Sets a new password with the ticket of an emailed link. Ends all sessions and sign-ins that the
 * old password opened, and the other tickets. The person gets an email and is signed in here.
 */
export function createResetPassword(deps: Deps) {
  const { database, clock, secrets, audit, localize } = deps

  const handlers: ResetHandlers = {
    async [check]({ site, body }) {
      const live = await liveTicketOf(deps, body.ticket, site.clients)
      if (!live) throw new ApiError("resetPassword.ticket")
      return { client: live.client, username: usernameOf(live.userid), messages: [] }
    },

    async "POST /appauth/resetPassword"(request) {
      const { site, body } = request
      checkUnion(site, body.client)
      const found = await liveTicketOf(deps, body.ticket, site.clients)
      if (!found) throw new ApiError("resetPassword.ticket")
      if (found.client !== body.client)
        throw new ApiError("resetPassword.union", { term: site.groupTerm })
      const { userid, person } = found
      const brand = await deps.brandOf(body.client, site.origin)
      const { clientName } = brand
      await checkPassword(body.password, { ...person, clientName, username: usernameOf(userid) })
      const passwordHash = await deps.passwords.hash(body.password, passwordOf(found))

      const accessToken = await database.transaction(async (tx) => {
        const now = clock.now()
        // First, because it locks the user: two tickets of one user are then used one after the
        // other.
        await writePassword(tx, found, passwordHash)
        if (!(await useTicket(tx, found, now))) throw new ApiError("resetPassword.ticket")
        await endTicketsOf(tx, found, now)
        await endAttemptsOf(tx, found, now)
        await endSessionsOf(tx, found, now)
        await rememberOnlyThisDevice(tx, secrets, request, found, now)
        if (person.emailAddress !== "") {
          const { firstName, policyNumber } = person
          const email = passwordChangedEmail({ brand, firstName, policyNumber, at: now })
          await deps.outbox.add(tx, addressed(email, brand, person.emailAddress))
        }
        const { accountNumber } = found
        // Without `provenAt`: a link is weaker proof than a one-time code. It can be old or
        // forwarded.
        const owner = { client: body.client, userid, accountNumber, staffUserid: null }
        const token = await startSession(tx, deps, request, owner)
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
      deps.wakeEmail()
      const done = await localize(body.client, "resetPassword.done")
      return { ...storedUserOf(userid, person, accessToken), messages: [done] }
    },
  }

  return { handlers }
}

/** The user whose password a ticket can reset now. */
interface LiveTicket {
  ticketHash: Buffer
  client: string
  userid: string
  accountNumber: string
  person: Person
}

/**
 * The user of an unused ticket of one of these clients. Undefined for a used, expired or unknown
 * ticket, and for one that was stored without our key: the hash of a ticket includes its user.
 */
async function liveTicketOf(
  { database, clock, secrets, policyAdmin }: Deps,
  ticket: string,
  clients: readonly string[],
): Promise<LiveTicket | undefined> {
  const ticketHash = secrets.hash("reset ticket", ticket)
  const found = await findTicket(database, ticketHash, clients, clock.now())
  if (!found) return undefined
  const { client, userid, accountNumber } = found
  if (!secrets.isBound("reset ticket", ticket, client, userid, accountNumber)) return undefined
  const person = await policyAdmin.person(client, accountNumber)
  return person && { ticketHash, client, userid, accountNumber, person }
}
