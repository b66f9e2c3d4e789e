import type { Database } from "#database/open.ts"
import type { Clock } from "#platform/clock.ts"
import type { Audit } from "#services/audit/audit.ts"
import { findRegistrations } from "../registration/registered-users.store.ts"
import { endSessionsOfClient } from "./sessions.store.ts"

/**
 * Ends the sessions of one customer of this client, or of all customers, including those in which
 * staff act for them. Returns the number of ended sessions; undefined if no customer has that
 * username.
 */
export async function endSessionsByOperator(
  { database, clock, audit }: { database: Database; clock: Clock; audit: Audit },
  client: string,
  username: string | undefined,
): Promise<number | undefined> {
  return await database.transaction(async (tx) => {
    const [user] = username === undefined ? [] : await findRegistrations(tx, [client], username)
    if (username !== undefined && !user) return undefined
    const ended = await endSessionsOfClient(tx, client, user?.userid ?? null, clock.now())
    await audit.record(tx, {
      client,
      action: "session.end",
      actor: { kind: "operator" },
      accountNumber: user?.accountNumber ?? null,
      subjectUserid: user?.userid ?? null,
      ip: null,
      after: { sessions: String(ended) },
    })
    return ended
  })
}
