import type { Person } from "#ports/policy-admin/port.ts"
import type { Deps } from "#services/deps.ts"
import { findTicket } from "./recovery.store.ts"

/** The user whose password a ticket can reset now. */
export interface LiveTicket {
  ticketHash: Buffer
  client: string
  userid: string
  accountNumber: string
  person: Person
}

/**
 * The user of an unused ticket of one of these clients. Undefined for a used, expired or unknown
 * ticket, and for one that was stored without our key: a ticket names the user for whom it was made.
 */
export async function liveTicketOf(
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
