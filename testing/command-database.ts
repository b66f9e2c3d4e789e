import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { test } from "node:test"
import { type Database, openDatabase } from "#database/open.ts"
import type { Filling } from "./database.ts"
import { openPgliteCopy } from "./pglite-copy.ts"
import { openPostgresCopy } from "./postgres-copy.ts"
import { secretKey } from "./secret-key.ts"

export interface CommandDatabase {
  /** What a command is to be told, so that it works on this database. */
  settings: NodeJS.ProcessEnv
  /** Holds what a test puts there, and is gone with the database. */
  folder: string
  /** Opens the database between two commands: a folder of PGlite is one process's at a time. */
  visit<Result>(work: (database: Database) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

/**
 * A database of its own on which a test runs commands, each in a process of its own. As
 * `openTestDatabase`'s it stands on the PostgreSQL that TEST_DATABASE_URL names, else on PGlite,
 * here in a folder.
 */
export async function openCommandDatabase(filling: Filling): Promise<CommandDatabase> {
  const folder = await mkdtemp(join(tmpdir(), "command-"))
  const common = { DATA_DIR: folder, SECRET_KEY: secretKey }
  const remove = () => rm(folder, { recursive: true, force: true })
  const url = process.env.TEST_DATABASE_URL
  if (url) {
    const database = await openPostgresCopy(url, filling)
    return {
      folder,
      settings: { ...common, DATABASE_URL: database.url },
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
 * A test of what a command says and does alike on both engines. It runs on PostgreSQL alone: each
 * process that opens a folder of PGlite takes a second for it.
 */
export function testOnPostgres(name: string, work: () => Promise<void>): void {
  if (process.env.TEST_DATABASE_URL) test(name, work)
}
