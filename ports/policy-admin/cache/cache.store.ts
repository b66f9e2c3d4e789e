import { type Queries, sql } from "#database/sql.ts"

/** An answer of the account system about one person. */
export interface CachedRow {
  client: string
  accountNumber: string
  read: Buffer
  sealed: Buffer
  keptAt: Date
}

/** A plan number or account number by which staff find a person. */
export interface CachedNumber {
  client: string
  number: Buffer
  accountNumber: string
  keptAt: Date
}

/**
 * Stores these answers, each unless a newer one is stored; of two answers from the same
 * millisecond, the later one stays. No two may be for the same question.
 */
export async function storeRows(queries: Queries, rows: readonly CachedRow[]): Promise<void> {
  await queries.rows(
    sql`insert into myaccount_core.kept_read (client, account_number, read, sealed, kept_at)
      select * from unnest(${rows.map(({ client }) => client)}::text[],
        ${rows.map(({ accountNumber }) => accountNumber)}::text[],
        ${rows.map(({ read }) => read)}::bytea[], ${rows.map(({ sealed }) => sealed)}::bytea[],
        ${rows.map(({ keptAt }) => keptAt)}::timestamptz[])
      on conflict (client, account_number, read)
        do update set sealed = excluded.sealed, kept_at = excluded.kept_at
        where kept_read.kept_at <= excluded.kept_at`,
  )
}

/** Stores these numbers. No two may be the same. */
export async function storeNumbers(queries: Queries, rows: readonly CachedNumber[]): Promise<void> {
  await queries.rows(
    sql`insert into myaccount_core.kept_number (client, number, account_number, kept_at)
      select * from unnest(${rows.map(({ client }) => client)}::text[],
        ${rows.map(({ number }) => number)}::bytea[],
        ${rows.map(({ accountNumber }) => accountNumber)}::text[],
        ${rows.map(({ keptAt }) => keptAt)}::timestamptz[])
      on conflict (client, number, account_number) do update set kept_at = excluded.kept_at
        where kept_number.kept_at < excluded.kept_at`,
  )
}

/** The answers to these questions that are not older than `since`, newest first. */
export async function findRows(
  queries: Queries,
  client: string,
  accountNumber: string,
  reads: readonly Buffer[],
  since: Date,
): Promise<Pick<CachedRow, "read" | "sealed" | "keptAt">[]> {
  return await queries.rows(
    sql`select read, sealed, kept_at from myaccount_core.kept_read
      where client = ${client} and account_number = ${accountNumber}
        and read = any(${reads}::bytea[]) and kept_at >= ${since}
      order by kept_at desc`,
  )
}

/** The people of the client with one of these numbers that is not older than `since`. */
export async function findHolders(
  queries: Queries,
  client: string,
  numbers: readonly Buffer[],
  since: Date,
): Promise<string[]> {
  const rows = await queries.rows<{ accountNumber: string }>(
    sql`select distinct account_number from myaccount_core.kept_number
      where client = ${client} and number = any(${numbers}::bytea[]) and kept_at >= ${since}
      order by account_number`,
  )
  return rows.map(({ accountNumber }) => accountNumber)
}

/** Deletes a person's answers that were cached up to `until`. */
export async function deleteCached(
  queries: Queries,
  client: string,
  accountNumber: string,
  until: Date,
): Promise<void> {
  await queries.rows(
    sql`with numbers as (
        delete from myaccount_core.kept_number
        where client = ${client} and account_number = ${accountNumber} and kept_at <= ${until})
      delete from myaccount_core.kept_read
      where client = ${client} and account_number = ${accountNumber} and kept_at <= ${until}`,
  )
}

/** The clients with cached answers. */
export async function findCachedClients(queries: Queries): Promise<string[]> {
  const rows = await queries.rows<{ client: string }>(
    sql`select distinct client from myaccount_core.kept_read
      union select distinct client from myaccount_core.kept_number`,
  )
  return rows.map(({ client }) => client)
}

/**
 * Deletes the answers about each of these clients' people that were cached before the client's
 * moment.
 */
export async function deleteOldCached(
  queries: Queries,
  limits: readonly { client: string; before: Date }[],
): Promise<void> {
  await queries.rows(
    sql`with old as (select * from json_to_recordset(${JSON.stringify(limits)}::json)
          as o (client text, before timestamptz)),
      numbers as (delete from myaccount_core.kept_number k using old
        where k.client = old.client and k.kept_at < old.before)
      delete from myaccount_core.kept_read k using old
        where k.client = old.client and k.kept_at < old.before`,
  )
}
