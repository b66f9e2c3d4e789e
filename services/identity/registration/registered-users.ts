import { resetLinkMinutes } from "#contracts/rules.ts"
import type { Database } from "#database/open.ts"
import type { Queries } from "#database/sql.ts"
import type { Clock } from "#platform/clock.ts"
import type { Secrets } from "#platform/keys/secrets.ts"
import { later } from "#platform/time.ts"
import { endTicketsOf, insertTicket } from "../recovery/recovery.store.ts"
import { endSessionsOf } from "../sessions/sessions.store.ts"
import {
  deleteRegistration,
  findRegistration,
  findRegistrationOf,
  findRegistrations,
  isRegistered,
  type RegistrationRow,
} from "./registered-users.store.ts"

/** Who is registered, for those who help them: found, given a link to reset, or removed. */
export function createRegistrations({
  database,
  clock,
  secrets,
}: {
  database: Database
  clock: Clock
  secrets: Secrets
}) {
  return {
    named: (clients: string[], name: string) => findRegistrations(database, clients, name),
    of: (client: string, accountNumber: string) =>
      findRegistrationOf(database, client, accountNumber),
    byUserid: (userid: string) => findRegistration(database, userid),
    isThere: (userid: string) => isRegistered(database, userid),
    remove: deleteRegistration,
    /** Ends what is open of a person: sessions, acting staff included, and links to reset. */
    async logOut(tx: Queries, userid: string): Promise<void> {
      await endSessionsOf(tx, userid, clock.now())
      await endTicketsOf(tx, userid, clock.now())
    },
    /** A ticket that opens the reset of a password, once; to be mailed. */
    async ticketFor(
      tx: Queries,
      {
        client,
        userid,
        accountNumber,
      }: Pick<RegistrationRow, "client" | "userid" | "accountNumber">,
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
