import type { Database, Transaction } from "#database/open.ts"
import { oneRow, type Queries, sql } from "#database/sql.ts"

/**
 * A database that was restored from a backup and is on hold: no server starts on it until the
 * payments since the backup are known. The row is in a separate schema, which exists only during
 * the hold; no backup contains it.
 */
export interface Hold {
  /** When the backup was made. */
  backupAt: Date
  /**
   * When the restored database was compared with its backup; null before that, or if they differ.
   */
  verifiedAt: Date | null
  /** When the payments since the backup were recorded; null before that. */
  reconciledAt: Date | null
}

export const holdSchema = "restored"

/** The hold of a database; undefined if it is not on hold. */
export async function findHold(queries: Queries): Promise<Hold | undefined> {
  if (!(await isDatabaseHeld(queries))) return undefined
  return await oneRow<Hold>(
    queries,
    sql`select backup_at, verified_at, reconciled_at from restored.hold`,
  )
}

/**
 * Puts an empty database on hold, before anything is restored into it. A repetition is not an
 * error.
 */
export async function hold(database: Database, backupAt: Date): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.script(`create schema if not exists restored;
      create table if not exists restored.hold (backup_at timestamptz not null,
        verified_at timestamptz, reconciled_at timestamptz)`)
    await tx.rows(sql`delete from restored.hold`)
    await tx.rows(sql`insert into restored.hold values (${backupAt})`)
  })
}

export async function markVerified(tx: Queries, now: Date): Promise<void> {
  await tx.rows(sql`update restored.hold set verified_at = ${now}`)
}

export async function markReconciled(database: Queries, now: Date): Promise<void> {
  await database.rows(sql`update restored.hold set reconciled_at = ${now}`)
}

/** Lets servers start on the database again. Only the owner of the tables can do this. */
export async function releaseHold(tx: Transaction): Promise<void> {
  await tx.script("drop schema if exists restored cascade")
}

/** Errors: an `Error` with one line for the operator while the database is on hold. */
export async function refuseHeld(queries: Queries): Promise<void> {
  if (!(await isDatabaseHeld(queries))) return
  throw new Error(
    "This database was restored from a backup, and payments made since then are not in it yet. Run: npm run my-account -- restore --reconcile",
  )
}

/**
 * Whether no server may start on this database, because it was restored and not released. Reads the
 * catalog, which every role may do.
 */
export async function isDatabaseHeld(queries: Queries): Promise<boolean> {
  const rows = await queries.rows(
    sql`select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'restored' and c.relname = 'hold'`,
  )
  return rows.length > 0
}
