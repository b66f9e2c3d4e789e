import type { Transaction } from "./open.ts"
import { type Queries, sql } from "./sql.ts"

/**
 * Creates the table of the locks of the installation. Two processes that create it at the same time
 * conflict: the caller repeats the transaction.
 */
export async function createLocks(tx: Transaction): Promise<void> {
  await tx.rows(
    sql`create table if not exists public.named_lock (name text primary key, taken bigint not null)`,
  )
}

/**
 * Takes a lock of the installation until the transaction ends, or until its connection is lost;
 * others wait.
 *
 * It changes the row instead of only locking it. An engine whose transactions read a snapshot would
 * otherwise let the waiting transaction continue with outdated reads; this way it repeats the
 * transaction.
 */
export async function takeLock(tx: Queries, name: "migrate" | "load"): Promise<void> {
  await tx.rows(
    sql`insert into public.named_lock as l (name, taken) values (${name}, 1)
      on conflict (name) do update set taken = l.taken + 1`,
  )
}
