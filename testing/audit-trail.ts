import type { Database } from "#database/open.ts"
import type { RecordedEntry } from "#services/audit/audit-content.ts"
import { createAuditLog } from "#services/audit/audit-log.ts"
import { findEntries } from "./audit-trail.store.ts"
import { testAuditKeys } from "./secret-key.ts"

const trail = createAuditLog(testAuditKeys)

/** The audit log of a client's people, oldest entry first. */
export async function auditLog(database: Database, client: string): Promise<RecordedEntry[]> {
  return await openedEntries(database, client, await findEntries(database, client))
}

/** Decrypts the personal fields of these audit entries of a client. */
export async function openedEntries(
  database: Database,
  client: string,
  rows: readonly { number: number; content: string }[],
): Promise<RecordedEntry[]> {
  return (await trail.opened(database, client, rows)).map(({ entry }) => entry)
}
