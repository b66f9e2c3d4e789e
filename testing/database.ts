import { join } from "node:path"
import { migrate } from "#database/migrating/migrate.ts"
import type { Database } from "#database/open.ts"
import { digestOf } from "#tools/digest.ts"
import { openPgliteCopy } from "./pglite-copy.ts"
import { openPostgresCopy } from "./postgres-copy.ts"

/** The initial data of a database. Different data need a different `key`. */
export interface Filling {
  key: string
  fill(database: Database): Promise<unknown>
}

const migrations = join(import.meta.dirname, "../database/migrations")

/** The migrated schema without data. */
export function migratedFilling(): Filling {
  return { key: digestOf([migrations]), fill: migrate }
}

/**
 * Opens a separate database for one test file, with the migrated schema or with `filling`. It uses
 * the PostgreSQL of TEST_DATABASE_URL, or else PGlite in memory. `close()` deletes it. The filling
 * runs once; later calls get a copy.
 */
export async function openTestDatabase(filling?: Filling): Promise<Database> {
  const chosen = filling ?? migratedFilling()
  const url = process.env.TEST_DATABASE_URL
  const database = url ? await openPostgresCopy(url, chosen) : await openPgliteCopy(chosen)
  checkEngine(database)
  return database
}

/** Errors: an `Error` when the runner selected the other engine. */
export function checkEngine({ engine }: Pick<Database, "engine">): void {
  const { TEST_ENGINE = engine } = process.env
  if (engine !== TEST_ENGINE) throw new Error(`This test is for ${TEST_ENGINE}, not for ${engine}.`)
}
