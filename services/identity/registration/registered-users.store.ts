import { plainUsername } from "#contracts/identity/userid.ts"
import { oneRow, type Queries, sql } from "#database/sql.ts"

/** A customer who has registered. */
export interface RegisteredUserRow {
  userid: string
  client: string
  username: string
  accountNumber: string
  /** True if the credentials no longer work and the customer must register again. */
  reactivate: boolean
  /**
   * The account's new number, if it changed. The credentials no longer work then. Null for most
   * accounts.
   */
  movedTo: string | null
  registeredAt: Date
}

export type RegistrationKey = Pick<RegisteredUserRow, "client" | "userid">

/** Finds registrations of these clients by username or by userid. */
export async function findRegistrations(
  queries: Queries,
  clients: string[],
  name: string,
): Promise<RegisteredUserRow[]> {
  return await queries.rows<RegisteredUserRow>(
    sql`select userid, client, username, account_number, reactivate, moved_to,
        created_at as registered_at
      from appauth.user_account
      where client = any(${clients}::text[])
        and (appauth.plain_username(username) = ${plainUsername(name)} or userid = ${plainUsername(name)})
      order by client`,
  )
}

/** Finds registrations of these clients by account number, ignoring case and separators. */
export async function findRegistrationsByAccount(
  queries: Queries,
  clients: readonly string[],
  accountNumber: string,
): Promise<RegisteredUserRow[]> {
  return await queries.rows<RegisteredUserRow>(
    sql`select userid, client, username, account_number, reactivate, moved_to,
        created_at as registered_at
      from appauth.user_account
      where client = any(${clients}::text[])
        and policy_admin.plain_number(account_number) = policy_admin.plain_number(${accountNumber}::text)
      order by client, account_number`,
  )
}

export async function findRegistrationOf(
  queries: Queries,
  client: string,
  accountNumber: string,
): Promise<RegisteredUserRow | undefined> {
  return await oneRow<RegisteredUserRow>(
    queries,
    sql`select userid, client, username, account_number, reactivate, moved_to,
        created_at as registered_at
      from appauth.user_account where client = ${client} and account_number = ${accountNumber}`,
  )
}

/** The customer with this userid, if they belong to one of these clients. */
export async function findRegisteredUser(
  queries: Queries,
  clients: readonly string[],
  userid: string,
): Promise<RegisteredUserRow | undefined> {
  return await oneRow<RegisteredUserRow>(
    queries,
    sql`select userid, client, username, account_number, reactivate, moved_to,
        created_at as registered_at
      from appauth.user_account
      where client = any(${clients}::text[]) and userid = ${userid}`,
  )
}

/** Whether the user is registered. Waits for a transaction that is removing the registration. */
export async function isRegistered(
  queries: Queries,
  { client, userid }: RegistrationKey,
): Promise<boolean> {
  const rows = await queries.rows(
    sql`select 1 from appauth.user_account
      where client = ${client} and userid = ${userid} for share`,
  )
  return rows.length > 0
}

/** Locks the registration until the transaction ends; false if there is none. */
export async function lockRegistration(
  tx: Queries,
  { client, userid }: RegistrationKey,
): Promise<boolean> {
  const rows = await tx.rows(
    sql`select 1 from appauth.user_account
      where client = ${client} and userid = ${userid} for update`,
  )
  return rows.length > 0
}

/**
 * Ends a registration whose account now has another number: its credentials no longer work, and
 * older registrations that pointed to it point to the new number. Returns its userid; undefined if
 * there is no registration to end.
 */
export async function markMoved(
  tx: Queries,
  client: string,
  accountNumber: string,
  movedTo: string,
): Promise<string | undefined> {
  const rows = await tx.rows<{ userid: string; accountNumber: string }>(
    sql`update appauth.user_account set moved_to = ${movedTo}
      where client = ${client} and (moved_to = ${accountNumber}
        or (account_number = ${accountNumber} and moved_to is null))
      returning userid, account_number`,
  )
  return rows.find((row) => row.accountNumber === accountNumber)?.userid
}

/** Removes a registration with its sessions, tickets and known devices. */
export async function deleteRegistration(
  tx: Queries,
  { client, userid }: RegistrationKey,
): Promise<void> {
  await tx.rows(
    sql`delete from appauth.user_account where client = ${client} and userid = ${userid}`,
  )
  await tx.rows(sql`delete from appauth.device where client = ${client} and userid = ${userid}`)
}
