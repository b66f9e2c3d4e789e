import { resetLinkMinutes } from "#contracts/identity/link-life.ts"
import type { Queries } from "#database/sql.ts"
import { later } from "#platform/time.ts"
import type { Deps } from "#services/deps.ts"
import { endTicketsOf, insertTicket } from "../recovery/recovery.store.ts"
import { endOtherSessionsOf, endSessionsOf, findLastSignIn } from "../sessions/sessions.store.ts"
import {
  deleteRegistration,
  findRegisteredUser,
  findRegistrationOf,
  findRegistrations,
  findRegistrationsByAccount,
  isRegistered,
  lockRegistration,
  markMoved,
  type RegisteredUserRow,
  type RegistrationKey,
} from "./registered-users.store.ts"

export type { RegisteredUserRow as RegisteredUser } from "./registered-users.store.ts"

/**
 * Ends the registration of an account that now has another number, with its sessions and reset
 * links. Returns its userid; undefined if there is no registration to end.
 */
export async function endMovedRegistration(
  tx: Queries,
  { client, accountNumber, movedTo }: { client: string; accountNumber: string; movedTo: string },
  now: Date,
): Promise<string | undefined> {
  const userid = await markMoved(tx, client, accountNumber, movedTo)
  if (userid === undefined) return undefined
  await endSessionsOf(tx, { client, userid }, now)
  await endTicketsOf(tx, { client, userid }, now)
  return userid
}

/** Registered customers, for staff and for the profile. */
export function createRegisteredUsers({
  database,
  clock,
  secrets,
}: Pick<Deps, "database" | "clock" | "secrets">) {
  return {
    named: (clients: string[], name: string) => findRegistrations(database, clients, name),
    of: (client: string, accountNumber: string) =>
      findRegistrationOf(database, client, accountNumber),
    /** Finds registrations of these clients by an account number as staff type it. */
    ofTyped: (clients: readonly string[], accountNumber: string) =>
      findRegistrationsByAccount(database, clients, accountNumber),
    byUserid: (clients: readonly string[], userid: string) =>
      findRegisteredUser(database, clients, userid),
    isRegistered: (user: RegistrationKey) => isRegistered(database, user),
    /** Locks the registration until the transaction ends; false if there is none. */
    lock: lockRegistration,
    remove: deleteRegistration,
    /**
     * When the customer last signed in themselves; undefined if none of their sessions is stored.
     */
    signedInAt: (user: RegistrationKey) => findLastSignIn(database, user),
    /**
     * Ends the open sessions and reset links of a customer, and the sessions of staff who act for
     * them.
     */
    async signOut(tx: Queries, user: RegistrationKey): Promise<void> {
      await endSessionsOf(tx, user, clock.now())
      await endTicketsOf(tx, user, clock.now())
    },
    /** Ends every session of the customer except this one. */
    endOtherSessions: (tx: Queries, session: RegistrationKey & { id: string }) =>
      endOtherSessionsOf(tx, session, clock.now()),
    /** Creates a ticket that resets the password once, for a link in an email. */
    async createResetTicket(
      tx: Queries,
      {
        client,
        userid,
        accountNumber,
      }: Pick<RegisteredUserRow, "client" | "userid" | "accountNumber">,
    ): Promise<{ ticket: string; minutes: number; expiresAt: Date }> {
      const ticket = secrets.bound("reset ticket", client, userid, accountNumber)
      const expiresAt = later(clock.now(), { minutes: resetLinkMinutes })
      await insertTicket(tx, {
        ticketHash: secrets.hash("reset ticket", ticket),
        client,
        userid,
        expiresAt,
      })
      return { ticket, minutes: resetLinkMinutes, expiresAt }
    },
  }
}

export type RegisteredUsers = ReturnType<typeof createRegisteredUsers>
