import { readdir, readFile } from "node:fs/promises"
import { createLocks, takeLock } from "./named-lock.ts"
import type { Database } from "./open.ts"
import { type Queries, sql } from "./sql.ts"
import { DatabaseUnavailable, isToRepeat } from "./unavailable.ts"

const folder = new URL("./migrations/", import.meta.url)

/**
 * Migrates the database to the newest version: runs every file of migrations/ once, in order,
 * forward only. Each file and its row in `public.migration` commit together, and a lock makes
 * processes that start at the same time wait for one another. A process that dies loses the lock
 * with its connection.
 *
 * Numbers increase and may skip: a branch reserves numbers before it knows how many it needs, and
 * unused numbers stay unused.
 *
 * Returns the names of the files that ran. Errors: the database's own, naming the file.
 */
export async function migrate(database: Database): Promise<string[]> {
  const names = await migrationFiles()
  const ran: string[] = []
  // Nothing to run: a role without the right to alter the schema can find that out.
  const [next] = await pendingMigrations(database)
  if (next === undefined) return ran
  await prepare(database, next)
  for (const name of names) {
    const text = await readFile(new URL(name, folder), "utf8")
    if (await runOnce(database, name, text)) ran.push(name)
  }
  return ran
}

/** Names of the migrations that `migrate` would run, in their order. Changes nothing. */
export async function pendingMigrations(database: Queries): Promise<string[]> {
  const done = await namesOfRun(database)
  return (await migrationFiles()).filter((name) => !done.has(name))
}

/** The names of all migrations, in their order. */
export async function migrationFiles(): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort()
}

async function namesOfRun(database: Queries): Promise<Set<string>> {
  const [table] = await database.rows<{ isThere: boolean }>(
    sql`select to_regclass('public.migration') is not null as is_there`,
  )
  if (!table?.isThere) return new Set()
  const rows = await database.rows<{ name: string }>(sql`select name from public.migration`)
  return new Set(rows.map(({ name }) => name))
}

const insufficientPrivilege = "42501"
/** Unique violation, and duplicate table: another process created the table at the same time. */
const justCreated = ["23505", "42P07"]

/** Creates the tables that migrating itself needs. `next` is the first migration to run. */
async function prepare(database: Database, next: string): Promise<void> {
  const create = () =>
    database.transaction(async (tx) => {
      await createLocks(tx)
      await tx.rows(sql`create table if not exists public.migration (
        name text primary key, ran_at timestamptz not null default now())`)
    })
  await create().catch(async (error: Error & { code?: string }) => {
    if (justCreated.includes(error.code ?? "")) return await create()
    if (error.code !== insufficientPrivilege) throw error
    throw new Error(
      `The database lacks the migration ${next}, and this role may not run it. Set MIGRATE_DATABASE_URL to the role that owns the tables.`,
      { cause: error },
    )
  })
}

async function runOnce(database: Database, name: string, text: string): Promise<boolean> {
  return await database.transaction(async (tx) => {
    await takeLock(tx, "migrate")
    const done = await tx.rows(sql`select 1 from public.migration where name = ${name}`)
    if (done.length > 0) return false
    await tx.script(text).catch((error: Error) => {
      // The database failed, not the file: the caller waits or repeats the transaction.
      if (error instanceof DatabaseUnavailable || isToRepeat(error)) throw error
      throw new Error(`Migration ${name} failed: ${error.message}`, { cause: error })
    })
    await tx.rows(sql`insert into public.migration (name) values (${name})`)
    return true
  })
}
