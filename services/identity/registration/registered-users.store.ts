import { oneRow, type Queries, sql } from "#database/sql.ts"

/** Somebody who can sign in, as staff know them. */
export interface RegistrationRow {
  userid: string
  client: string
  username: string
  accountNumber: string
  /** Opens nothing any more: the account can only be registered anew. */
  reactivate: boolean
  registeredAt: Date
}

/** Of these clients, by username or by userid. */
export async function findRegistrations(
  queries: Queries,
  clients: string[],
  name: string,
): Promise<RegistrationRow[]> {
  return await queries.rows<RegistrationRow>(
    sql`select userid, client, username, account_number, reactivate,
        created_at as registered_at
      from appauth.user_account
      where client = any(${clients}::text[]) and (lower(username) = ${name.toLowerCase()}
        or userid = ${name.toLowerCase()})
      order by client`,
  )
}

export async function findRegistrationOf(
  queries: Queries,
  client: string,
  accountNumber: string,
): Promise<RegistrationRow | undefined> {
  return await oneRow<RegistrationRow>(
    queries,
    sql`select userid, client, username, account_number, reactivate,
        created_at as registered_at
      from appauth.user_account where client = ${client} and account_number = ${accountNumber}`,
  )
}

export async function findRegistration(
  queries: Queries,
  userid: string,
): Promise<RegistrationRow | undefined> {
  return await oneRow<RegistrationRow>(
    queries,
    sql`select userid, client, username, account_number, reactivate,
        created_at as registered_at
      from appauth.user_account where userid = ${userid}`,
  )
}

/** Waits for whoever removes it at this moment. */
export async function isRegistered(queries: Queries, userid: string): Promise<boolean> {
  const rows = await queries.rows(
    sql`select 1 from appauth.user_account where userid = ${userid} for share`,
  )
  return rows.length > 0
}

/**
 * Removes a registration with all that it has opened: sessions, tickets, known devices. True for
 * one caller only.
 */
export async function deleteRegistration(tx: Queries, userid: string): Promise<boolean> {
  const gone = await tx.rows(
    sql`delete from appauth.user_account where userid = ${userid} returning 1`,
  )
  await tx.rows(sql`delete from appauth.device where userid = ${userid}`)
  return gone.length > 0
}
