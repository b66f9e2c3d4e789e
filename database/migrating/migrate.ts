import { setTimeout as sleep } from "node:timers/promises"
import { createLocks, takeLock } from "../named-lock.ts"
import type { Database, Transaction } from "../open.ts"
import { sql } from "../sql.ts"
import { DatabaseUnavailable, isToRepeat } from "../unavailable.ts"
import {
  earliestServerOf,
  isConcurrent,
  listMigrations,
  type Migration,
  plainStatementsOf,
} from "./migration-files.ts"
import { findMigrationState, whyRefused } from "./migration-state.ts"

/**
 * Milliseconds. A migration that waits for a table blocks all later users of it, so it waits at
 * most this long.
 */
const lockWaitMs = 1_000
const tryAgainMs = 2_000
/** Milliseconds after which a migration that does not get its tables is given up. */
const mostWaitMs = 600_000
/** Milliseconds that one statement waits for another process that migrates. */
const turnWaitMs = 100
const turnAgainMs = 300

/**
 * Migrates the database to this version: runs every file of `folder` once, in order, forward only.
 * Each file and its row in `public.migration` commit together, and a lock makes processes that
 * start at the same time wait for one another. A process that dies loses the lock with its
 * connection. A file that builds an index concurrently runs outside of a transaction.
 *
 * A migration waits a second for the tables that it changes, and lets others use them before it
 * tries again, for at most ten minutes.
 *
 * Numbers increase and may skip: a branch reserves numbers before it knows how many it needs, and
 * unused numbers stay unused.
 *
 * Returns the names of the files that ran. Errors: those of `whyRefused`; the database's own,
 * naming the file.
 */
export async function migrate(database: Database, folder?: URL): Promise<string[]> {
  const state = await findMigrationState(database, folder)
  const refused = whyRefused(state)
  if (refused !== undefined) throw new Error(refused)
  // Without pending migrations, a role without permission to alter the schema can return here.
  const [next] = state.pending
  if (next === undefined) return []
  await prepare(database, next)
  const ran: string[] = []
  for (const migration of await listMigrations(folder)) {
    if (await runOnce(database, migration)) ran.push(migration.name)
  }
  return ran
}

const insufficientPrivilege = "42501"
/** Unique violation, duplicate table, duplicate column: another process did it at the same time. */
const justCreated = ["23505", "42P07", "42701"]

/** Creates the tables that migrating itself needs. `next` is the first migration to run. */
async function prepare(database: Database, next: string): Promise<void> {
  const create = () =>
    database.transaction(async (tx) => {
      await createLocks(tx)
      await tx.rows(sql`create table if not exists public.migration (
        name text primary key, ran_at timestamptz not null default now())`)
      await tx.rows(sql`alter table public.migration add column if not exists earliest_server text`)
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

async function runOnce(database: Database, migration: Migration): Promise<boolean> {
  const { name } = migration
  const giveUpAt = performance.now() + mostWaitMs
  for (let tries = 1; ; tries += 1) {
    try {
      return await inTurn(database, async (tx) => {
        const done = await tx.rows(sql`select 1 from public.migration where name = ${name}`)
        if (done.length > 0) return false
        await run(database, tx, migration)
        await tx.rows(
          sql`insert into public.migration (name, earliest_server)
            values (${name}, ${earliestServerOf(migration) ?? null})`,
        )
        return true
      })
    } catch (error) {
      if (!isLockTimeout(error)) throw asFailureOf(name, error as Error)
      if (performance.now() > giveUpAt) {
        throw new Error(
          `Migration ${name} did not get the tables that it changes: transactions hold them. Find and end them in pg_stat_activity, and migrate again. Nothing was changed.`,
          { cause: error },
        )
      }
      if (tries === 1) console.warn(`Migration ${name} waits for transactions that use its tables.`)
      await sleep(tryAgainMs)
    }
  }
}

async function run(database: Database, tx: Transaction, migration: Migration): Promise<void> {
  if (database.engine === "PGlite" || !isConcurrent(migration)) {
    // PGlite has one connection, so an index cannot be built concurrently.
    const isAlone = database.engine === "PGlite" && isConcurrent(migration)
    const text = isAlone ? migration.text.replaceAll(/\bconcurrently\b/gi, "") : migration.text
    await tx.script(`set local lock_timeout = ${lockWaitMs};\n${text}`)
    return
  }
  // `tx` only holds the lock meanwhile; the index is built on another connection. The build waits
  // for older snapshots, and a prepared select holds its own until the next statement.
  await tx.script("set local lock_timeout = 0")
  for (const text of plainStatementsOf(migration))
    await database.rows({ name: "", text, values: [] })
}

/**
 * Runs `work` in one transaction while no other process migrates or grants.
 *
 * Waiting inside the database would block a concurrent index build, which waits for every older
 * statement. So this retries repeatedly instead.
 */
export async function inTurn<Result>(
  database: Database,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  for (;;) {
    let hasTurn = false
    try {
      return await database.transaction(async (tx) => {
        hasTurn = false
        await tx.script(
          `set transaction isolation level read committed;
          set local idle_in_transaction_session_timeout = 0;
          set local lock_timeout = ${turnWaitMs}`,
        )
        await takeLock(tx, "migrate")
        hasTurn = true
        return await work(tx)
      })
    } catch (error) {
      if (hasTurn || !isLockTimeout(error)) throw error
      await sleep(turnAgainMs)
    }
  }
}

function isLockTimeout(error: unknown): boolean {
  return (error as { code?: string }).code === "55P03"
}

/** If the database failed rather than the file, the caller waits or repeats. */
function asFailureOf(name: string, error: Error): Error {
  if (error instanceof DatabaseUnavailable || isToRepeat(error)) return error
  return new Error(`Migration ${name} failed: ${error.message}`, { cause: error })
}
