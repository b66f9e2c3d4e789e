import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type TestContext, test } from "node:test"
import { type Database, openDatabase } from "#database/open.ts"
import type { Filling } from "./database.ts"
import { openPgliteCopy } from "./pglite-copy.ts"
import { openPostgresCopy } from "./postgres-copy.ts"
import { keySettings } from "./secret-key.ts"

export interface CommandDatabase {
  /** The environment that makes a command use this database. */
  settings: NodeJS.ProcessEnv
  /** A folder for the test's files, which is deleted with the database. */
  folder: string
  /**
   * Opens the database between two commands, because only one process at a time can open a PGlite
   * folder.
   */
  visit<Result>(work: (database: Database) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

/**
 * A separate database on which a test runs commands, each in a separate process. It uses the
 * PostgreSQL of TEST_DATABASE_URL, or else PGlite in a folder.
 */
export async function openCommandDatabase(filling: Filling): Promise<CommandDatabase> {
  const folder = await mkdtemp(join(tmpdir(), "command-"))
  const common = { DATA_DIR: folder, ...keySettings }
  const remove = () => rm(folder, { recursive: true, force: true })
  const { TEST_DATABASE_URL: url, NAMED_STATEMENTS: namedStatements } = process.env
  if (url) {
    const database = await openPostgresCopy(url, filling)
    return {
      folder,
      settings: { ...common, DATABASE_URL: database.url, NAMED_STATEMENTS: namedStatements },
      visit: (work) => work(database),
      async close() {
        await database.close()
        await remove()
      },
    }
  }
  const filled = await openPgliteCopy(filling, join(folder, "pglite"))
  await filled.close()
  return {
    folder,
    settings: common,
    async visit(work) {
      const database = await openDatabase({ folder })
      return await work(database).finally(() => database.close())
    },
    close: remove,
  }
}

/**
 * Declares a test of a command whose behavior does not depend on the engine. It runs only on
 * PostgreSQL, because each process takes a second to open a PGlite folder.
 */
export function testOnPostgres(name: string, work: (t: TestContext) => Promise<void>): void {
  if (process.env.TEST_DATABASE_URL) test(name, work)
}
