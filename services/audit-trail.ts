import type { Queries } from "#database/sql.ts"
import { contactChangesSince, entriesOfAccount } from "./audit.store.ts"
import { type AuditAction, auditActions } from "./audit.ts"

/** What is on record of one account, as it was recorded. */
export interface TrailEntry {
  /** Its place in the client's chain; what a person names it by. */
  number: number
  at: Date
  action: AuditAction
  actorKind: "customer" | "staff" | "visitor" | "operator" | "system"
  actorUserid: string | null
  subjectUserid: string | null
  before: Record<string, string>
  after: Record<string, string>
}

/** What was done to an account, newest first: entries before `before`, at most `limit`. */
export async function trailOf(
  queries: Queries,
  client: string,
  accountNumber: string,
  { before = Number.MAX_SAFE_INTEGER, limit = 100 }: { before?: number; limit?: number } = {},
): Promise<TrailEntry[]> {
  const rows = await entriesOfAccount(queries, client, accountNumber, before, limit)
  return rows.flatMap(({ number, at, content }) => {
    const entry = JSON.parse(content) as Omit<TrailEntry, "number" | "at">
    // An action that this version no longer knows cannot be put in words.
    if (!auditActions.includes(entry.action)) return []
    return [{ ...entry, number, at, before: entry.before ?? {}, after: entry.after ?? {} }]
  })
}

/** Who changed the e-mail address of an account after `since`, newest first. */
export async function emailChangesSince(
  queries: Queries,
  client: string,
  accountNumber: string,
  since: Date,
): Promise<TrailEntry["actorKind"][]> {
  const changes = await contactChangesSince(queries, client, accountNumber, since)
  return changes.flatMap(({ content }) => {
    const { after = {}, actorKind } = JSON.parse(content) as Partial<TrailEntry>
    return actorKind && "email" in after ? [actorKind] : []
  })
}
