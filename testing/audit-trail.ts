import type { Database } from "#database/open.ts"
import { entriesAfter } from "#services/audit.store.ts"

export interface RecordedEntry {
  client: string
  action: string
  actorKind: string
  actorUserid: string | null
  subjectUserid: string | null
  accountNumber: string | null
  at: string
  ip: string | null
  before?: Record<string, string>
  after?: Record<string, string>
}

/** What is on record of a client's people, oldest first. */
export async function auditTrail(database: Database, client: string): Promise<RecordedEntry[]> {
  const rows = await entriesAfter(database, client, 0, 10_000)
  return rows.map(({ content }) => JSON.parse(content) as RecordedEntry)
}
