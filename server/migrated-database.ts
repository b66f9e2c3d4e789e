import { analyze } from "#database/analyze.ts"
import { migrate } from "#database/migrating/migrate.ts"
import { findMigrationState, whyRefused } from "#database/migrating/migration-state.ts"
import { type Database, openDatabase } from "#database/open.ts"
import { grantServing, refuseOwner, roleOf } from "#database/roles.ts"
import { lacksRight } from "#platform/error-name.ts"
import { counted } from "#platform/text/words.ts"
import { refuseHeld } from "#server/restored.store.ts"
import type { Config } from "./config/config.ts"

type DatabaseConfig = Pick<Config, "database" | "migrateDatabaseUrl">

/**
 * Opens the configured database after bringing it to this version.
 *
 * Errors: those of `migrateDatabase`, of opening it, and of `refuseHeld`.
 */
export async function openMigratedDatabase(config: DatabaseConfig): Promise<Database> {
  if (config.migrateDatabaseUrl !== undefined) await migrateDatabase(config)
  const database = await openDatabase(config.database)
  try {
    if (config.migrateDatabaseUrl === undefined) await migrate(database)
    await refuseHeld(database)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

/**
 * Opens the configured database as it is, without creating tables, because the operator may have
 * mistyped it or only just created it.
 *
 * Errors: an `Error` with the next step if it has no tables or, unless any version is accepted,
 * lacks a migration of this version; those of opening it, of `whyRefused` and `refuseHeld`.
 */
export async function openPresentDatabase(
  config: Pick<Config, "database">,
  { isAnyVersion = false } = {},
): Promise<Database> {
  const database = await openDatabase(config.database)
  try {
    const state = await findMigrationState(database).catch((error: Error & { code?: string }) => {
      throw lacksRight(error) ? new Error(noRights, { cause: error }) : error
    })
    if (!state.hasTables) throw new Error(noTables)
    if (isAnyVersion) return database
    await refuseHeld(database)
    const refused = whyRefused(state)
    if (refused !== undefined) throw new Error(refused)
    if (state.pending.length > 0) {
      const count = counted(state.pending.length, "migration")
      throw new Error(
        `The database lacks ${count} of this version, such as ${state.pending[0]}. Run: npm run my-account -- migrate. Nothing was changed.`,
      )
    }
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

const noRights =
  "The role of DATABASE_URL may not read the tables. Run: npm run my-account -- migrate, which gives it its rights. Nothing was changed."
const noTables =
  "The database has no tables. Is DATABASE_URL right? Nothing was made there. For a new installation, run: npm run my-account -- migrate"

/**
 * Brings the configured database to this version with the role of MIGRATE_DATABASE_URL, which then
 * grants the serving role its permissions; without that setting, with the serving role. A database
 * that a later version has migrated also has that version's grants, which stay unchanged.
 *
 * Returns the names of the migrations that ran. Errors: those of `migrate` and `grantServing`.
 */
export async function migrateDatabase(config: DatabaseConfig): Promise<string[]> {
  const { migrateDatabaseUrl } = config
  if (migrateDatabaseUrl === undefined || "folder" in config.database) {
    return await withDatabase(await openDatabase(config.database), migrate)
  }
  const owner = { ...config.database, url: migrateDatabaseUrl }
  const role = await withDatabase(await openDatabase(config.database), roleOf)
  return await withDatabase(await openDatabase(owner), async (tables) => {
    await refuseOwner(tables, role)
    const ran = await migrate(tables)
    const { later } = await findMigrationState(tables)
    if (later.length === 0) await grantServing(tables, role)
    return ran
  })
}

/**
 * Updates the statistics of newly written rows, with the role that owns the tables. A failure is
 * only passed to `warn`: the rows are stored, and the database analyzes them itself later.
 */
export async function analyzeDatabase(
  { database: source, migrateDatabaseUrl }: DatabaseConfig,
  serving: Database,
  warn: (line: string) => void,
): Promise<void> {
  try {
    if (migrateDatabaseUrl === undefined || "folder" in source) return await analyze(serving)
    await withDatabase(await openDatabase({ ...source, url: migrateDatabaseUrl }), analyze)
  } catch (error) {
    warn(
      `The rows are loaded, and the database did not count them yet: ${(error as Error).message}`,
    )
  }
}

async function withDatabase<Result>(
  database: Database,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
