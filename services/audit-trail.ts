import type { Queries } from "#database/sql.ts"
import { contactChangesSince, entriesOfAccount } from "./audit.store.ts"
import type { Actor, AuditAction } from "./audit.ts"

/** What is on record of one account, as it was recorded. */
export interface TrailEntry {
  /** Its place in the client's chain; what a person names it by. */
  number: number
  at: Date
  /** Of `auditActions`, or one that an earlier version knew. */
  action: string
  actorKind: Actor["kind"]
  before: Record<string, string>
  after: Record<string, string>
}

/**
 * What was done to an account, newest first: entries before `before`, at most `limit`, and none of
 * the actions `without`.
 */
export async function trailOf(
  queries: Queries,
  client: string,
  accountNumber: string,
  page: { before: number; limit: number; without: readonly AuditAction[] },
): Promise<TrailEntry[]> {
  const rows = await entriesOfAccount(queries, client, accountNumber, page)
  return rows.map(({ number, at, content }) => {
    const { before = {}, after = {}, ...entry } = JSON.parse(content) as Recorded
    return { ...entry, number, at, before, after }
  })
}

type Recorded = Pick<TrailEntry, "action" | "actorKind"> &
  Partial<Pick<TrailEntry, "before" | "after">>

/** Who changed the e-mail address of an account after `since`, newest first. */
export async function emailChangesSince(
  queries: Queries,
  client: string,
  accountNumber: string,
  since: Date,
): Promise<Actor["kind"][]> {
  const changes = await contactChangesSince(queries, client, accountNumber, since)
  return changes.flatMap(({ content }) => {
    const { after = {}, actorKind } = JSON.parse(content) as Recorded
    return "email" in after ? [actorKind] : []
  })
}
