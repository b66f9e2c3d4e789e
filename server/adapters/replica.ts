import { createLaggingReads } from "#database/lagging-reads.ts"
import { type Database, openDatabase } from "#database/open.ts"
import type { Queries } from "#database/sql.ts"
import type { Config } from "#server/config/config.ts"

/** The primary answers if the replica has not by then. */
const patience = { connectSeconds: 1, statementSeconds: 5 }

/** Reads that may be some seconds old: those of READ_DATABASE_URL, or of the database itself. */
export async function openLaggingReads(
  { readDatabaseUrl, database: source, databaseLimits }: Config,
  database: Database,
): Promise<{ laggingReads: Queries; close(): Promise<void> }> {
  if (readDatabaseUrl === undefined) return { laggingReads: database, async close() {} }
  const limits = { ...databaseLimits, ...patience }
  const replica = await openDatabase({ ...source, url: readDatabaseUrl }, limits)
  return { laggingReads: createLaggingReads(database, replica), close: replica.close }
}
