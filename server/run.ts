import { setTimeout as sleep } from "node:timers/promises"
import { findMigrationState, severalOf } from "#database/migrating/migration-state.ts"
import { type Database, openDatabase } from "#database/open.ts"
import { ownsTables, roleOf } from "#database/roles.ts"
import { DatabaseUnavailable } from "#database/unavailable.ts"
import { version } from "#platform/version.ts"
import { refuseHeld } from "#server/restored.store.ts"
import type { Config } from "./config/config.ts"
import type { RunningServer } from "./main.ts"
import { migrateDatabase, openMigratedDatabase } from "./migrated-database.ts"

/** Seconds after which remaining requests, jobs and connections are cut off. */
const mostSecondsToStop = 30
const tryAgainSeconds = 1
const sayAgainSeconds = 10

/**
 * Runs a server as operators do: waits for its database, migrates it, serves, and ends with the
 * first SIGINT or SIGTERM.
 *
 * Then `/readyz` returns 503 for `shutdownDelaySeconds` while requests are still answered; the
 * listener closes; requests in progress, jobs and the database end; the process exits with 0. After
 * 30 s more, or at a second signal, it exits with 1.
 *
 * Errors: missing configuration, a wrong password or database name, a port in use.
 */
export async function runServer(
  config: Config,
  start: (database: Database) => Promise<RunningServer>,
): Promise<RunningServer> {
  const stopping = new AbortController()
  let stop = async () => {}
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      if (stopping.signal.aborted) process.exit(1)
      stopping.abort()
      const most = config.shutdownDelaySeconds + mostSecondsToStop
      setTimeout(() => process.exit(1), most * 1000).unref()
      stop().then(
        () => process.exit(0),
        (error: Error) => {
          console.error(error.message)
          process.exit(1)
        },
      )
    })
  }

  for (const line of config.warnings) console.warn(`Warning: ${line}`)
  const database = await openMigrated(config)
  await warnOfLaterVersion(database)
  const server = await start(database).catch(async (error: unknown) => {
    await database.close()
    throw error
  })
  stop = async () => {
    server.drain()
    await sleep(config.shutdownDelaySeconds * 1000)
    await server.close()
    await database.close()
  }
  return server
}

/** Migrates with separate connections, because a migration may take longer than a call may. */
async function openMigrated(config: Config): Promise<Database> {
  if ("folder" in config.database) return await openMigratedDatabase(config)
  await migrateOnceThere(config)
  const database = await openDatabase(config.database, config.databaseLimits)
  await refuseHeld(database).catch(async (error: unknown) => {
    await database.close()
    throw error
  })
  if (config.production && config.migrateDatabaseUrl === undefined) await warnOfOneRole(database)
  return database
}

async function warnOfOneRole(database: Database): Promise<void> {
  if (!(await ownsTables(database, await roleOf(database)))) return
  console.warn(
    "Warning: the role of DATABASE_URL owns the tables and could alter the audit log. Set MIGRATE_DATABASE_URL to another role.",
  )
}

/**
 * Logs a warning only: rolling back a server, or starting one during an upgrade, is not an error.
 * See docs/upgrading.md.
 */
async function warnOfLaterVersion(database: Database): Promise<void> {
  const { later } = await findMigrationState(database)
  if (later.length === 0) return
  console.warn(
    `Warning: a later version has migrated the database (${severalOf(later)}). This server, ${version}, serves it; upgrade it soon.`,
  )
}

/**
 * Retries endlessly while the database is unavailable, because the supervisor decides when to give
 * up.
 *
 * Errors: those of `migrateDatabase`, except an unavailable database.
 */
async function migrateOnceThere(config: Config): Promise<void> {
  let saidAt = Number.NEGATIVE_INFINITY
  for (;;) {
    try {
      await migrateDatabase(config)
      return
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error
      if (error.isConfiguration) throw new Error(error.message, { cause: error })
      if (performance.now() - saidAt >= sayAgainSeconds * 1000) {
        console.error(`Waiting for the database. ${error.message}`)
        saidAt = performance.now()
      }
      await sleep(tryAgainSeconds * 1000)
    }
  }
}
