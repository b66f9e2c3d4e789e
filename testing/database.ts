import { join } from "node:path"
import { migrate } from "#database/migrate.ts"
import type { Database } from "#database/open.ts"
import { digestOf } from "#tools/digest.ts"
import { openPgliteCopy } from "./pglite-copy.ts"
import { openPostgresCopy } from "./postgres-copy.ts"

/** What a database holds when it is handed out; `key` differs whenever the outcome would. */
export interface Filling {
  key: string
  fill(database: Database): Promise<unknown>
}

const migrations = join(import.meta.dirname, "../database/migrations")

/** Migrated, and otherwise empty. */
export function migratedFilling(): Filling {
  return { key: digestOf([migrations]), fill: migrate }
}

/**
 * A database of its own for one test file, migrated and otherwise empty unless `filling` says
 * more. It stands on the PostgreSQL that TEST_DATABASE_URL names, else on PGlite in memory, and
 * is gone after `close()`. The filling runs once; later calls get a copy of the outcome.
 */
export async function openTestDatabase(filling?: Filling): Promise<Database> {
  const chosen = filling ?? migratedFilling()
  const url = process.env.TEST_DATABASE_URL
  const database = url ? await openPostgresCopy(url, chosen) : await openPgliteCopy(chosen)
  checkEngine(database)
  return database
}

/** Errors: an `Error` when the runner asked for the other engine. */
export function checkEngine({ engine }: Pick<Database, "engine">): void {
  const { TEST_ENGINE = engine } = process.env
  if (engine !== TEST_ENGINE) throw new Error(`This test is for ${TEST_ENGINE}, not for ${engine}.`)
}
