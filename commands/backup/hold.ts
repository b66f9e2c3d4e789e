import { type Database, openDatabase } from "#database/open.ts"
import type { Config } from "#server/config/config.ts"
import { findHold, type Hold, releaseHold } from "#server/restored.store.ts"

/** Opens the restored database as the owner of its tables, until the work is done. */
export async function withOwner<Result>(
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
 * Errors: an `Error` if it is not on hold, was not restored completely, or lacks the payments since
 * its backup, unless `lacksPayments` accepts that.
 */
export async function release(
  config: Pick<Config, "database" | "migrateDatabaseUrl">,
  { lacksPayments }: { lacksPayments: boolean },
): Promise<void> {
  await withOwner(config, async (database) => {
    const { reconciledAt } = await completeHold(database)
    if (reconciledAt === null && !lacksPayments) {
      throw new Error(
        "The payments since the backup are not recorded. Run: npm run my-account -- restore --reconcile",
      )
    }
    await database.transaction(releaseHold)
  })
}

/** The hold of a completely restored database. Errors: as for `release`. */
export async function completeHold(database: Database): Promise<Hold> {
  const held = await findHold(database)
  if (!held) throw new Error("This database is not held: servers can start on it.")
  if (held.verifiedAt === null) {
    throw new Error(
      "This database was not restored completely, or differs from its backup. Restore into a new one.",
    )
  }
  return held
}
