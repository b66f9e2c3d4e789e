import { randomBytes } from "node:crypto"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pg from "pg"
import { type Database, openDatabase } from "#database/open.ts"
import { keySettings } from "#testing/secret-key.ts"

/** An empty database and an empty folder for documents, into which a test restores. */
export async function openEmptyPlace() {
  const folder = await mkdtemp(join(tmpdir(), "restored-"))
  const { TEST_DATABASE_URL: url } = process.env
  const name = `restored_${randomBytes(6).toString("hex")}`
  if (url) await asAdmin(url, `create database ${name}`)
  const address = url && Object.assign(new URL(url), { pathname: `/${name}` }).href
  return {
    folder,
    settings: {
      DATA_DIR: folder,
      ...keySettings,
      ...(address && { DATABASE_URL: address }),
    },
    async visit<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
      const database = await openDatabase(address ? { url: address } : { folder })
      return await work(database).finally(() => database.close())
    },
    async close() {
      if (url) await asAdmin(url, `drop database ${name} with (force)`)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function asAdmin(url: string, statement: string): Promise<void> {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(statement).finally(() => admin.end())
}
