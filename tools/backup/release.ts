import { type Database, openDatabase } from "#database/open.ts"
import { findHold, releaseHold } from "#database/restored.ts"
import type { Config } from "#server/config/config.ts"

/** Opens the restored database as the owner of its tables, for as long as the work takes. */
async function withOwner<Result>(
  { database: source, migrateDatabaseUrl }: Pick<Config, "database" | "migrateDatabaseUrl">,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const url = migrateDatabaseUrl
  const database = await openDatabase("url" in source && url ? { ...source, url } : source)
  return await work(database).finally(() => database.close())
}

/**
 * Lets servers start on a restored database.
 *
 * Errors: an `Error` if it is not held, or was not restored completely.
 */
export async function release(
  config: Pick<Config, "database" | "migrateDatabaseUrl">,
): Promise<void> {
  await withOwner(config, async (database) => {
    await completeHold(database)
    await database.transaction(releaseHold)
  })
}

/** When the backup of this held database was made. Errors: as for `release`. */
async function completeHold(database: Database): Promise<Date> {
  const held = await findHold(database)
  if (!held) throw new Error("This database is not held: servers can start on it.")
  if (held.verifiedAt === null) {
    throw new Error(
      "This database was not restored completely, or differs from its backup. Restore into a new one.",
    )
  }
  return held.backupAt
}
