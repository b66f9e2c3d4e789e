import { readdir, readFile } from "node:fs/promises"
import type { Database } from "./open.ts"
import { sql } from "./sql.ts"
import { DatabaseUnavailable, isToRepeat } from "./unavailable.ts"

const folder = new URL("./migrations/", import.meta.url)

/**
 * Migrates the database to the newest version: runs every file of migrations/ once, in order,
 * forward only. Each file and its row in `public.migration` commit together, and an advisory lock
 * makes processes that start at the same time wait for one another.
 *
 * Numbers increase and may skip: a branch reserves numbers before it knows how many it needs, and
 * unused numbers stay unused.
 *
 * Returns the names of the files that ran. Errors: the database's own, naming the file.
 */
export async function migrate(database: Database): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort()
  const ran: string[] = []
  const done = await namesOfRun(database)
  // Nothing to run: a role without the right to alter the schema can find that out.
  if (names.every((name) => done.has(name))) return ran
  for (const name of names) {
    const text = await readFile(new URL(name, folder), "utf8")
    if (await runOnce(database, name, text)) ran.push(name)
  }
  return ran
}

async function namesOfRun(database: Database): Promise<Set<string>> {
  const [table] = await database.rows<{ isThere: boolean }>(
    sql`select to_regclass('public.migration') is not null as is_there`,
  )
  if (!table?.isThere) return new Set()
  const rows = await database.rows<{ name: string }>(sql`select name from public.migration`)
  return new Set(rows.map(({ name }) => name))
}

const insufficientPrivilege = "42501"

async function runOnce(database: Database, name: string, text: string): Promise<boolean> {
  return await database.transaction(async (tx) => {
    await tx.rows(sql`select pg_advisory_xact_lock(7236001)`)
    await tx
      .rows(sql`create table if not exists public.migration (
        name text primary key, ran_at timestamptz not null default now())`)
      .catch((error: Error & { code?: string }) => {
        if (error.code !== insufficientPrivilege) throw error
        throw new Error(
          `The database lacks the migration ${name}, and this role may not run it. Set MIGRATE_DATABASE_URL to the role that owns the tables.`,
          { cause: error },
        )
      })
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
